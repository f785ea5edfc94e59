export { Door } from './door.js';
export { Erasures, type FoundOwner } from './erasures.js';
export { ScreenedOwners } from './screened-owners.js';
export { SuppressionList } from './suppression-list.js';
export { SuppressionLog } from './suppression-log.js';
export { SuppressionError, type Request, type Suppression, type SuppressionKind } from './suppression.js';
export type { SuppressionReads, SuppressionStore } from './suppression-store.js';
export { Suppressions, type Circumstances, type SuppressionSource } from './suppressions.js';
export { isNamed, requestsFor, Wanted } from './wanted.js';
