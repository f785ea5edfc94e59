import type { Tx } from '../../../platform/database/index.js';
import type { EnrichedPart, PartSummary } from './part-work.js';

/** The two steps of a job that are done part by part. */
export type Stage = 'match' | 'enrich';

/** A part of a job's stage. */
export interface PartName {
  jobId: string;
  stage: Stage;
  part: number;
}

/** Outcome of a part that is done. */
export interface DonePart {
  /** Name of the matches that count; a late worker's file has another name. Empty for a part without one. */
  matches: string;
  result: PartSummary | EnrichedPart;
}

/** Progress of each job's parts, for workers on several machines. Kept until the job has ended. */
export interface PartStore {
  /** The parts of a stage in order, null for one that is not done; empty before the stage has begun. */
  list(jobId: string, stage: Stage): Promise<(DonePart | null)[]>;
  /** Begins a stage. Does nothing if it has begun. */
  begin(tx: Tx, jobId: string, stage: Stage, parts: number): Promise<void>;
  /** Records a part as done; the first record counts. @returns how many parts of the stage are not done */
  finish(tx: Tx, name: PartName, done: DonePart): Promise<number>;
  /** Resets a stage to not begun. */
  forget(tx: Tx, jobId: string, stage: Stage): Promise<void>;
}
