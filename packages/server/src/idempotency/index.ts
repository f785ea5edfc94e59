export { IdempotencyKeyError } from './errors.js';
export { ReplayEntity, Replays, type Replayed, type ReplayScope } from './replays.js';
