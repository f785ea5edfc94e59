export { IdempotencyConflictError } from './errors.js';
export {
  fingerprintOf,
  REPLAY_LIFETIME_MS,
  ReplayEntity,
  type Receipt,
  type Replay,
  type ReplayScope,
} from './replay.js';
export type { ReplayBook } from './replay-book.js';
export type { KeptReplays, ReplayStore } from './replay-store.js';
export { isIdempotencyKey, Replays, type Replayed } from './replays.js';
