import type { Tx } from '../../database/index.js';
import type { EnrichedPart, PartSummary } from './part-work.js';

/** The two steps of a job that are done part by part. */
export type Stage = 'match' | 'enrich';

/** A part of a job's stage. */
export interface PartName {
  jobId: string;
  stage: Stage;
  part: number;
}

/** What doing a part came to. */
export interface DonePart {
  /** Names the matches that count: the file of a worker that was late is another. Empty for a part that has none. */
  matches: string;
  result: PartSummary | EnrichedPart;
}

/** How far the parts of each job are, for workers on several machines. Kept until the job has ended. */
export interface PartStore {
  /** The parts of a stage in their order, null for one that is not done; empty before the stage has begun. */
  list(jobId: string, stage: Stage): Promise<(DonePart | null)[]>;
  /** Begins a stage. Changes nothing when it has begun. */
  begin(tx: Tx, jobId: string, stage: Stage, parts: number): Promise<void>;
  /** Notes a part that is done; the first who does so counts. @returns how many parts of the stage are not done */
  finish(tx: Tx, name: PartName, done: DonePart): Promise<number>;
  /** As if the stage had not begun. */
  forget(tx: Tx, jobId: string, stage: Stage): Promise<void>;
}
