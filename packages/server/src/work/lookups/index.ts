export { lookUpBulk } from './bulk.js';
export { shownOwner, singleAnswer, type LookupNeeds, type LookupRequest, type Lookups } from './lookup.js';
export type { SettlementStore } from './settlement-store.js';
export { Settlements, TestSettlements } from './settlements.js';
export { lookUpProperty, lookUpSingle } from './single.js';
