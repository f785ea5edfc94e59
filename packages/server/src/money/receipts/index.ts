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
export {
  PaidPropertyEntity,
  paidSlot,
  type PaidProperties,
  type PaidProperty,
  type PaidStore,
} from './paid-store.js';
export { joinedHashes, JoinedProperties, propertyHashes, type PropertyHashes } from './properties.js';
export { Repeats, type PaidBook } from './repeats.js';
