export { DailyMisses } from './daily-misses.js';
export type { DailyTallies, Found } from './daily-tallies.js';
export { DailyLookupsEntity, DailyMissLimitError, netMisses, type DailyLookups } from './miss-cap.js';
export { place } from './place.js';
export { rateHeaders } from './rate-headers.js';
export { attemptsOf, RateLimitedError, RequestRate, type RateState } from './request-rate.js';
export type { RateLimit } from './window-limiter.js';
