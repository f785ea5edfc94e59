export { lookUpBulk } from './bulk.js';
export type { LookupParts, LookupRequest } from './lookup.js';
export { lookUpSingle, requireMeans } from './single.js';
export { Settlements } from './settlements.js';
