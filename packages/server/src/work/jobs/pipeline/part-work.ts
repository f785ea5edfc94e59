import type { ColumnMapping } from '@skiptrace/contract';
import type { ContactWidths, Encoding, EnrichedWidths, OwnerDetails } from '@skiptrace/csv';
import type { Lead, MatchResult } from '../../../directory/index.js';
import type { Mode } from '../../../money/accounts/index.js';
import type { SidecarSummary } from './sidecar.js';

/** The file of a job, and the columns that are read. */
export interface JobFile {
  jobId: string;
  uploadVersion: string;
  uploadBytes: number;
  columnMapping: ColumnMapping;
  /** Selects the directory that the rows are looked up in. */
  mode: Mode;
  /** Whether to record the property of each matched row: repeats may be free. */
  wantsProperties: boolean;
  /** Whether an owner without a phone is a miss. */
  requirePhone: boolean;
}

/** Facts about a whole file that are known before its rows are looked up. */
export interface Overview {
  parts: number;
  totalRows: number;
  encoding: Encoding;
  delimiter: string;
  /** Columns in the header. */
  columns: number;
}

/** A part's contribution to the preview, and to the columns of the result. */
export interface PartSummary extends SidecarSummary {
  /** Number of cells of the longest record. */
  cells: number;
  /** Numbers of columns that the other owners of a property need (`EnrichedWidths`). */
  coOwners: readonly ContactWidths[];
}

/** Matches missing from a result, because their owners opted out after they were paid for. */
export interface Withheld {
  rows: number;
  /** Their properties (`propertyDigests`), if requested. */
  properties: string[][];
}

/** Withheld matches of one part. */
export interface WithheldPart extends Withheld {
  /** Row numbers within their part, from 0. */
  at: number[];
  /** Record ids of other owners that are left out of rows which keep their match, by row number. */
  coOwners: [row: number, recordIds: number[]][];
}

export const NOTHING_WITHHELD: WithheldPart = { rows: 0, properties: [], at: [], coOwners: [] };

/** The piece of a result written for one part. */
export interface EnrichedPart {
  /** As in the preview: includes withheld matches. */
  matchedRows: number;
  bytes: number;
  withheld: WithheldPart;
}

/**
 * The steps of a job's heavy work. They deal with stored files and the owner directory, not with money or status. Each stores its
 * output and, called again, finds it there. So parts of a file can be worked on anywhere and at the same time, and a kill undoes
 * only the parts in progress.
 *
 * All throw UnusableFileError, StoreFullError and the reason of `signal`. Any other error is a fault, which is never treated as a
 * row without a match: the step is retried, and a damaged file is recreated unless a preview depends on it.
 */
export interface PartWork {
  /** The first step: cuts the file into parts for the other steps. */
  survey(file: JobFile, signal: AbortSignal): Promise<Overview>;
  /**
   * @param matches name for the stored matches, so that a late worker does not overwrite them; empty if there is only one worker
   */
  match(file: JobFile, part: number, matches: string, signal: AbortSignal): Promise<PartSummary>;
  /**
   * The property that each row of a part matched (`RowProperties`), as base64. @param matches the name that `match` stored them
   * under
   */
  properties(file: JobFile, part: number, matches: string, signal: AbortSignal): Promise<string>;
  enrich(
    file: JobFile,
    part: number,
    matches: string,
    widths: EnrichedWidths,
    signal: AbortSignal,
  ): Promise<EnrichedPart>;
  /**
   * The records in an enriched part, packed for the log (money/log/disclosures.ts), as base64. @param secret key for the hashes of their
   * properties
   */
  disclosed(
    file: JobFile,
    part: number,
    matches: string,
    secret: string,
    signal: AbortSignal,
  ): Promise<string>;
  /** Joins the enriched parts into the result. @returns its size in bytes */
  assemble(file: JobFile, parts: number, signal: AbortSignal): Promise<number>;
  /** Removes the enriched parts once the result exists. */
  tidy(jobId: string, signal: AbortSignal): Promise<void>;
}

type Given = {
  [C in keyof PartWork]: Parameters<PartWork[C]> extends [...infer Args, AbortSignal] ? Args : never;
};

/** A call as data, so that another process can run it. The signal is not included. */
export type PartCall<C extends keyof PartWork = keyof PartWork> = {
  [K in C]: { call: K; args: Given[K] };
}[C];

/** Runs a call that arrived as data. */
export function perform<C extends keyof PartWork>(
  work: { [K in keyof PartWork]: (...given: [...Given[K], AbortSignal]) => Promise<unknown> },
  { call, args }: PartCall<C>,
  signal: AbortSignal,
): Promise<unknown> {
  return work[call](...args, signal);
}

/** The part of the owner directory (directory/) that the pipeline uses. */
export interface Directory {
  /** Results in the order of the leads. @param want adds the property to each match */
  match(leads: readonly Lead[], want?: 'property'): Promise<readonly MatchResult[]>;
  /** Owners by record id; null for an owner who opted out. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, OwnerDetails | null>>;
}
