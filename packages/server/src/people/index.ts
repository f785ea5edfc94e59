export {
  Corrections,
  UnknownCorrectionError,
  type CorrectionCircumstances,
  type ShownCorrection,
} from './corrections.js';
export type { Correction } from './corrected-owners.js';
export { DoNotCall } from './do-not-call.js';
export type { DropStore } from './drop-store.js';
export { Door, leadAt } from './door.js';
export { Erasures, type FoundOwner } from './erasures.js';
export { ScreenedOwners } from './screened-owners.js';
export { SuppressionList } from './suppression-list.js';
export { SuppressionLog } from './suppression-log.js';
export { SuppressionError, type Request, type Suppression, type SuppressionKind } from './suppression.js';
export { suppressionCounts, suppressionPage, type SuppressionSearch } from './suppression-page.js';
export type { SuppressionReads, SuppressionStore } from './suppression-store.js';
export { Suppressions, type Circumstances, type SuppressionSource } from './suppressions.js';
export { isNamed, requestsFor, Wanted } from './wanted.js';
