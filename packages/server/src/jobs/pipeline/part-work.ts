import type { ColumnMapping } from '@skiptrace/contract';
import type { EnrichedWidths, Encoding } from '@skiptrace/csv';
import type { Mode } from '../../accounts/index.js';
import type { SidecarSummary } from './sidecar.js';

/** Which file a job is about, and which columns of it. */
export interface JobFile {
  jobId: string;
  uploadVersion: string;
  uploadBytes: number;
  columnMapping: ColumnMapping;
  /** The directory that the rows are looked up in. */
  mode: Mode;
  /** Whether it is wanted which property each row matched: repeats may be free. */
  wantsProperties: boolean;
  /** Whether an owner without a phone is a match. */
  requirePhone: boolean;
}

/** Facts about a whole file that are known before its rows are looked up. */
export interface Overview {
  parts: number;
  totalRows: number;
  encoding: Encoding;
}

/** What a part adds to the preview, and to the columns of the result. */
export interface PartSummary extends SidecarSummary {
  /** Size of the longest record. */
  cells: number;
}

/** Matches that a result lacks, because their owners asked to be left out after they were paid for. */
export interface Withheld {
  rows: number;
  /** Their properties (`propertyDigests`), where they were wanted. */
  properties: string[][];
  /** Numbers of the rows within their part, from 0. Missing in notes of earlier versions. */
  at?: number[];
}

export const NOTHING_WITHHELD: Withheld = { rows: 0, properties: [] };

/** The piece of a result written for one part. */
export interface EnrichedPart {
  /** Those of the preview: withheld ones too. */
  matchedRows: number;
  bytes: number;
  /** Missing in parts that an earlier version wrote: nothing. */
  withheld?: Withheld;
}

/**
 * The steps of a job's heavy work. They know stored files and the owner directory, and nothing of money or status. Each
 * stores what it made and, called again, finds it there. So parts of a file can be worked on anywhere and at the same time,
 * and a kill undoes only the parts that were in hand.
 *
 * All throw UnusableFileError, StoreFullError and the reason of `signal`. Anything else they throw is a fault, which is never
 * taken for a row without a match: the step is tried again, and a damaged file is made again unless a preview depends on it.
 */
export interface PartWork {
  /** The first step: it cuts the file into the parts that the others are about. */
  survey(file: JobFile, signal: AbortSignal): Promise<Overview>;
  /** @param matches names what is stored, so that a worker that was late does not write over it; empty where there is only one */
  match(file: JobFile, part: number, matches: string, signal: AbortSignal): Promise<PartSummary>;
  /** Which property each row of a part matched (`RowProperties`), as base64. @param matches as `match` has stored them */
  properties(file: JobFile, part: number, matches: string, signal: AbortSignal): Promise<string>;
  enrich(
    file: JobFile,
    part: number,
    matches: string,
    widths: EnrichedWidths,
    signal: AbortSignal,
  ): Promise<EnrichedPart>;
  /**
   * Which records the rows of an enriched part have, packed for the log (audit/records.ts), as base64. @param secret keys the hashes of
   * their properties
   */
  disclosed(
    file: JobFile,
    part: number,
    matches: string,
    secret: string,
    signal: AbortSignal,
  ): Promise<string>;
  /** Joins the enriched parts to the result. @returns its size in bytes */
  assemble(file: JobFile, parts: number, signal: AbortSignal): Promise<number>;
  /** Removes the enriched parts of a result that is there. */
  tidy(jobId: string, signal: AbortSignal): Promise<void>;
}

type Given = {
  [C in keyof PartWork]: Parameters<PartWork[C]> extends [...infer Args, AbortSignal] ? Args : never;
};

/** A call as data, so that another process can do it. The signal stays behind. */
export type PartCall<C extends keyof PartWork = keyof PartWork> = {
  [K in C]: { call: K; args: Given[K] };
}[C];

/** Does a call that arrived as data. */
export function perform<C extends keyof PartWork>(
  work: { [K in keyof PartWork]: (...given: [...Given[K], AbortSignal]) => Promise<unknown> },
  { call, args }: PartCall<C>,
  signal: AbortSignal,
): Promise<unknown> {
  return work[call](...args, signal);
}
