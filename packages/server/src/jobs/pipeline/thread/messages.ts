import { StoreFullError } from '../../../storage/index.js';
import { UnusableFileError, type EnrichOrder, type MatchOrder } from '../work.js';

/** Where the thread finds what it works on. */
export interface ThreadData {
  ownersFile: string;
  filesRoot: string;
}

/** One at a time. */
export type WorkRequest = { kind: 'match'; order: MatchOrder } | { kind: 'enrich'; order: EnrichOrder };

/** `stop` ends the work in hand at its next safe point, `close` ends the thread. */
export type ThreadRequest = WorkRequest | { kind: 'stop' } | { kind: 'close' };

/** The answer to a work request. */
export type ThreadReply = { done: unknown } | { fault: Fault };

/** An error on its way between threads, where it would lose its class and fields. */
export interface Fault {
  name: string;
  code: string | null;
  message: string;
  stack: string | null;
}

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: 'Error', code: null, message: String(error), stack: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return { name, code, message: error.message, stack: error.stack ?? null };
}

/** The error again: what the tasks tell apart has its class. */
export function errorOf({ name, code, message, stack }: Fault): Error {
  if (code === 'unusable_file') return new UnusableFileError(message);
  if (code === 'storage_full') return new StoreFullError();
  const error = new Error(message);
  return Object.assign(error, { name, ...(code !== null && { code }), ...(stack !== null && { stack }) });
}
