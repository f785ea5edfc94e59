import type { SkipTraceError } from '../errors.js';
import type { CutShort } from './call-scope.js';
import { type AnswerHeaders, headerOf } from './headers.js';
import { isFreelyRepeatable, type Operation } from './operations.js';

/** An answer that was read completely. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
  /** The body as JSON; undefined if it is not an object or list (a proxy's page, an empty body). */
  readonly json: object | undefined;
  /** True if the body of a 2xx is what its operation answers with. */
  readonly isExpected: boolean;
}

/** The end of one attempt. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: ReadAnswer }
  | {
      readonly kind: 'failure';
      /** True if a byte may have reached the server. */
      readonly sent: boolean;
      readonly cutShort: CutShort | undefined;
      readonly cause: unknown;
    };

/**
 * Meaning of an outcome for money:
 * - `done`: a 2xx with JSON.
 * - `rate-limited`: a 429 that says "later". Refused, so nothing was done.
 * - `share-full`: a 429 although requests remain under the rate limit: too many jobs or files of this account
 * are open. Requests that would make room must not be held back with it.
 * - `refused`: any other 4xx or 3xx. Sending the same again gives the same.
 * - `declared-failure`: a 500 with the contract's Error body: the service says so itself, and then nothing
 * was charged.
 * - `not-sent`: it failed before the server could see it.
 * - `garbled`: a 2xx that is not JSON: it was done, but its result is lost.
 * - `unclear`: everything else. It may have been done.
 */
export type Meaning =
  | 'done'
  | 'rate-limited'
  | 'share-full'
  | 'refused'
  | 'declared-failure'
  | 'not-sent'
  | 'garbled'
  | 'unclear';

export function meaningOf(outcome: Outcome): Meaning {
  if (outcome.kind === 'failure') return outcome.sent ? 'unclear' : 'not-sent';
  const { status, json, isExpected } = outcome.answer;
  if (status >= 200 && status < 300) return isExpected ? 'done' : 'garbled';
  if (status === 429) {
    if (dailyMissLimitOf(outcome.answer) !== undefined) return 'refused';
    return Number(headerOf(outcome.answer.headers, 'ratelimit-remaining')) > 0
      ? 'share-full'
      : 'rate-limited';
  }
  if (status < 500) return 'refused';
  return status === 500 && isErrorBody(json) ? 'declared-failure' : 'unclear';
}

/** Every error of the contract has a sentence; a gateway's own JSON in a 500 says nothing about charges. */
const isErrorBody = (json: object | undefined): boolean => typeof saidIn(json) === 'string';

/** The `error` of a body, unchecked. */
export const saidIn = (json: object | undefined): unknown =>
  json !== undefined && 'error' in json ? json.error : undefined;

/** Present only on the 429 of the daily cap on misses, which is a quota: waiting a minute does not help. */
export function dailyMissLimitOf(answer: ReadAnswer): number | undefined {
  return numberIn(answer.json, 'dailyMissLimit');
}

export function numberIn(json: object | undefined, field: string): number | undefined {
  const value = (json as Record<string, unknown> | undefined)?.[field];
  return typeof value === 'number' ? value : undefined;
}

/**
 * Whether the same request may be sent again after an attempt with this outcome, by the operation's policy alone.
 * `keyHonored`: this server has echoed an Idempotency-Key before, so the same key is never charged twice.
 */
export function mayResend(operation: Operation, meaning: Meaning, keyHonored: boolean): boolean {
  switch (meaning) {
    case 'done':
    case 'refused':
      return false;
    case 'rate-limited':
    case 'share-full':
    case 'not-sent':
      return true;
    case 'declared-failure':
      // A job's action is decided by reading the job, not by sending it again.
      return operation.idempotency !== 'state';
    case 'unclear':
    case 'garbled':
      if (isFreelyRepeatable(operation)) return meaning === 'unclear';
      return operation.idempotency === 'key' && keyHonored;
  }
}

/** True if this answer shows that the server honors the key it was sent. */
export function echoesKey(answer: ReadAnswer, idempotencyKey: string | undefined): boolean {
  return idempotencyKey !== undefined && headerOf(answer.headers, 'idempotency-key') === idempotencyKey;
}

/** True if an attempt with this outcome may have done something that must not be done twice. */
export function leavesDoubt(operation: Operation, meaning: Meaning): boolean {
  if (isFreelyRepeatable(operation)) return false;
  if (meaning === 'unclear' || meaning === 'garbled') return true;
  return operation.idempotency === 'state' && meaning === 'declared-failure';
}

/** A lookup with an unreadable answer is a ResponseFormatError, which itself says what it may have cost. */
export function saysEnough(operation: Operation, meaning: Meaning): boolean {
  return meaning === 'garbled' && operation.idempotency === 'key';
}

/**
 * Errors that settle an earlier doubt about the same key: the server checks for a replay before the daily cap
 * and the balance (readings, order of checks), so these show that the earlier attempt did nothing.
 */
export function settlesDoubt(error: SkipTraceError): boolean {
  return error.code === 'insufficient_balance' || error.code === 'daily_miss_limit';
}
