export type { DropStore } from './drop-store.js';
export { Door } from './door.js';
export { ScreenedOwners } from './screened-owners.js';
export { SuppressionList } from './suppression-list.js';
export { SuppressionLog } from './suppression-log.js';
export { SuppressionError, type Request, type Suppression, type SuppressionKind } from './suppression.js';
export type { SuppressionReads, SuppressionStore } from './suppression-store.js';
export { Suppressions, type SuppressionSource } from './suppressions.js';
