export { clientNetwork } from './client-network.js';
export { DailyMisses, DailyMissLimitError, netMisses, type DailyTallies } from './daily-misses.js';
export {
  attemptsOf,
  countFromAnyone,
  RateLimitedError,
  RequestRate,
  type LimitsForAnyone,
  type RateLimit,
  type RateState,
} from './request-rate.js';
export {
  DailyLookupsEntity,
  type DailyLookups,
  type LookupCounts,
  type TallyChanges,
  type TallyScope,
  type TallyState,
  type TallyStore,
  type WindowStore,
} from './stores.js';
