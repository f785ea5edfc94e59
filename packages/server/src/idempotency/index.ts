export {
  fingerprintOf,
  IdempotencyConflictError,
  REPLAY_LIFETIME_MS,
  ReplayEntity,
  type KeptReplays,
  type Receipt,
  type Replay,
  type ReplayScope,
  type ReplayStore,
} from './replay-store.js';
export { isIdempotencyKey, Replays, type Replayed, type ReplayBook } from './replays.js';
