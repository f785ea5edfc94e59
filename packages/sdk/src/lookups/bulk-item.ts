import type { BulkMatch, BulkMiss } from '../open-answers.js';

import type { SkipTraceError } from '../errors/index.js';

export interface Entry<T> {
  /** Index in the input, from 0. */
  index: number;
  /** The input itself, including its further fields. */
  input: T;
  /** With `dedupe`: the index of the same address before it, whose result this is. It was not charged again. */
  duplicateOf?: number;
}

/**
 * - `match`, `miss`: the result; its cost is in `chargedCents`.
 * - `rejected`: it breaks the contract. Not charged, and sent only if no rule of the contract showed it
 * beforehand.
 * - `unknown`: it was sent, may have been charged, and its result is not known.
 * - `failed`: it was sent, and the server refused or failed its chunk. Not looked up and not charged.
 * - `not-sent`: not looked up and not charged: the run stopped before it, or the server could not be reached.
 */
export type BulkOutcome =
  | { outcome: 'match'; result: BulkMatch; chargedCents: number }
  | { outcome: 'miss'; result: BulkMiss; chargedCents: 0 }
  | { outcome: 'rejected'; problems: string[]; chargedCents: 0 }
  | { outcome: 'unknown'; error: SkipTraceError; chargedCents: undefined }
  | { outcome: 'failed'; error: SkipTraceError; chargedCents: 0 }
  | { outcome: 'not-sent'; error: SkipTraceError; chargedCents: 0 };

/** Outcome of one entry of a bulk lookup. */
export type BulkItem<T> = Entry<T> & BulkOutcome;

/** A whole bulk lookup. It is returned also if the run stopped early, with everything that was paid for. */
export interface BulkResult<T> {
  /** One for each input, in its order. */
  items: BulkItem<T>[];
  matched: number;
  missed: number;
  rejected: number;
  unknown: number;
  failed: number;
  notSent: number;
  /** Cents known to have been charged; `unknown` entries may add to it. */
  chargedCents: number;
  /**
   * Reason why it stopped before the end: balance, cap, key, budget, deadline, signal, network, input.
   * Undefined if it did not.
   */
  stoppedBy: SkipTraceError | undefined;
  /**
   * Reason why addresses are `unknown`, `failed` or `not-sent`: `stoppedBy`, or else the error of the first of them, after
   * which the run continued. Undefined if every valid address was looked up.
   */
  error: SkipTraceError | undefined;
}

export function summarize<T>(items: BulkItem<T>[], stoppedBy: SkipTraceError | undefined): BulkResult<T> {
  const count = { match: 0, miss: 0, rejected: 0, unknown: 0, failed: 0, 'not-sent': 0 };
  let chargedCents = 0;
  let error = stoppedBy;
  for (const item of items) {
    count[item.outcome] += 1;
    chargedCents += item.chargedCents ?? 0;
    if ('error' in item) error ??= item.error;
  }
  return {
    items,
    matched: count.match,
    missed: count.miss,
    rejected: count.rejected,
    unknown: count.unknown,
    failed: count.failed,
    notSent: count['not-sent'],
    chargedCents,
    stoppedBy,
    error,
  };
}
