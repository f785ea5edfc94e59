export { lookUpBulk } from './bulk.js';
export type { LookupParts, LookupRequest, Lookups } from './lookup.js';
export { CountedSettlements } from './counted-settlements.js';
export { Settlements } from './settlements.js';
export { lookUpSingle } from './single.js';
export { TestSettlements } from './test-settlements.js';
