import { Failure } from '../failures/failure.js';

/** The contract's server keeps an answer under its key for 24 hours; an hour is left for clocks that differ. */
export const KEPT_MS = 23 * 3_600_000;

/** What a bulk adds to the key for each of its chunks (`:249900+100.12`) has to fit as well. */
const MAX_LENGTH = 200;

/** `--idempotency-key`, as the contract wants it. */
export function readIdempotencyKey(text: string | undefined): string | undefined {
  if (text === undefined || (/^[!-~]+$/.test(text) && text.length <= MAX_LENGTH)) return text;
  throw new Failure(
    'usage',
    `--idempotency-key is 1 to ${MAX_LENGTH} visible ASCII characters without blanks.`,
  );
}
