export {
  DAILY_MISS_LIMIT,
  DailyLookupsEntity,
  DailyMisses,
  DailyMissLimitError,
  type DailyLookups,
} from './daily-misses.js';
export { rateHeaders } from './rate-headers.js';
export { RateLimitedError, RequestRate, type RateLimit, type RateState } from './request-rate.js';
