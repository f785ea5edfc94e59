import type { EnrichedWidths } from '@skiptrace/csv';
import { errorCode } from '../../../error-code.js';
import { StoreFullError } from '../../../storage/index.js';
import type { JobFile } from '../part-work.js';
import { UnusableFileError } from '../unusable-file.js';

/** Where a job process finds what it works on, and how. */
export interface ProcessData {
  ownersFile: string;
  filesRoot: string;
  /** See LocalFileStore. */
  reserveBytes: number | null;
  /** See alive-lock.ts. */
  aliveLock: string;
  /** `low` lets all others go first. */
  priority: 'low' | 'normal';
}

/** A call of PartWork. A process has one at a time. */
export type WorkRequest =
  | { kind: 'survey'; file: JobFile }
  | { kind: 'match'; file: JobFile; part: number }
  | { kind: 'enrich'; file: JobFile; part: number; widths: EnrichedWidths }
  | { kind: 'assemble'; file: JobFile; parts: number }
  | { kind: 'tidy'; file: Pick<JobFile, 'jobId'> };

/** `stop` ends the work in hand at its next safe point. */
export type ProcessRequest = WorkRequest | { kind: 'stop' };

/** The answer to a work request. */
export type ProcessReply = { done: unknown } | { fault: Fault };

/** An error on its way between processes, where it would lose its class and fields. */
export interface Fault {
  name: string;
  code: string | null;
  message: string;
  stack: string | null;
}

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: 'Error', code: null, message: String(error), stack: null };
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return { name, code: errorCode(error), message: error.message, stack: error.stack ?? null };
}

/** The error again: what the tasks tell apart has its class. */
export function errorOf({ name, code, message, stack }: Fault): Error {
  if (code === 'unusable_file') return new UnusableFileError(message);
  if (code === 'storage_full') return new StoreFullError();
  const error = new Error(message);
  return Object.assign(error, { name, ...(code !== null && { code }), ...(stack !== null && { stack }) });
}
