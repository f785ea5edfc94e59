export { Corrections, type PersonCorrection, type ShownCorrection } from './corrections.js';
export type { Correction } from './corrected-owners.js';
export type { DropStore } from './suppression-store.js';
export { leadAt, ListRules } from './rules.js';
export { OwnerScreening } from './screening.js';
export { contradict } from './names.js';
export { Erasures, foundBy, type FoundBy, type FoundOwner } from './wanted.js';
export { SuppressionList } from './suppression-list.js';
export { SuppressionLog } from './suppression-log.js';
export {
  propertyOfOwner,
  SuppressionError,
  type Request,
  type Suppression,
  type SuppressionKind,
} from './suppression.js';
export { suppressionCounts, suppressionPage, type SuppressionSearch } from './suppressions.js';
export type { SuppressionReads, SuppressionStore } from './suppression-store.js';
export { Suppressions, type Circumstances } from './suppressions.js';
export { isInCity, isNamed, requestsFor, Wanted } from './wanted.js';
