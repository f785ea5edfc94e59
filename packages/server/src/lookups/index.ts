export { lookUpBulk } from './bulk.js';
export type { LookupNeeds, LookupRequest, Lookups } from './lookup.js';
export type { SettlementStore } from './settlement-store.js';
export { Settlements } from './settlements.js';
export { shownOwner, singleAnswer } from './render.js';
export { lookUpProperty, lookUpSingle } from './single.js';
export { TestSettlements } from './test-settlements.js';
