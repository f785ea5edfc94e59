export { DailyMisses } from './daily-misses.js';
export type { DailyTallies } from './daily-tallies.js';
export {
  DailyLookupsEntity,
  DailyMissLimitError,
  netMisses,
  type DailyLookups,
  type Found,
} from './miss-cap.js';
export { clientNetwork } from './client-network.js';
export { countFromAnyone, type LimitsForAnyone } from './from-anyone.js';
export { attemptsOf, RateLimitedError, RequestRate, type RateLimit, type RateState } from './request-rate.js';
export type { TallyChanges, TallyScope, TallyState, TallyStore } from './tally-store.js';
export type { WindowStore } from './window-store.js';
