import type { OwnerSource } from '../../../../directory/match/index.js';
import { errorCode } from '../../../../platform/lib/error-code.js';
import { StoreFullError, type FileSource } from '../../../../platform/storage/index.js';
import { UnusableFileError } from '../checked-files.js';
import type { PartCall } from '../part-work.js';

/**
 * The stores that a job process opens, and its scheduling. It may contain a password, so it is sent as a message, not as an
 * argument.
 */
export interface ProcessNeeds {
  owners: OwnerSource;
  files: FileSource;
  /** `low` yields to all other processes. */
  priority: 'low' | 'normal';
}

/** The first request is `open`. A process runs one call at a time; `stop` ends it at its next safe point. */
export type ProcessRequest = { open: ProcessNeeds } | PartCall | 'stop';

/** The answer to a call. */
export type ProcessReply = { done: unknown } | { fault: Fault };

/** An error in transit between processes, where it would lose its class and fields. */
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

/** Rebuilds the error, with its class if the tasks distinguish it. */
export function errorOf({ name, code, message, stack }: Fault): Error {
  if (code === 'unusable_file') return new UnusableFileError(message);
  if (code === 'storage_full') return new StoreFullError();
  const error = new Error(message);
  return Object.assign(error, { name, ...(code !== null && { code }), ...(stack !== null && { stack }) });
}
