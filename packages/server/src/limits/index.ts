export {
  DAILY_MISS_LIMIT,
  DailyLookupsEntity,
  DailyMisses,
  DailyMissLimitError,
  type DailyLookups,
} from './daily-misses.js';
export { RateLimitedError, RequestRate, type RateLimit, type RateState } from './request-rate.js';
