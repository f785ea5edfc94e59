export { IdempotencyKeyError } from './errors.js';
export { REPLAY_LIFETIME_MS, ReplayEntity, type Receipt, type ReplayScope } from './replay.js';
export type { ReplayBook } from './replay-book.js';
export { isIdempotencyKey, Replays, type Replayed } from './replays.js';
