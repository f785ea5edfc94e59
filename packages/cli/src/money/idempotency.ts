import { Failure } from '../failures/failure.js';

/** The contract's server keeps an answer under its key for 24 hours; one hour is a margin for clock differences. */
export const KEPT_MS = 23 * 3_600_000;

/** Limit of a key: there must be room for the suffix that a bulk adds for each chunk (`:249900+100.12`). */
const MAX_LENGTH = 200;

/** Reads `--idempotency-key` as the contract requires it. */
export function readIdempotencyKey(text: string | undefined): string | undefined {
  if (text === undefined || (/^[!-~]+$/.test(text) && text.length <= MAX_LENGTH)) return text;
  throw new Failure(
    'usage',
    `--idempotency-key is 1 to ${MAX_LENGTH} visible ASCII characters without blanks.`,
  );
}
