export type { Correction } from './corrected-owners.js';
export type { DropStore, SuppressionReads, SuppressionStore } from './suppression-store.js';
export { leadAt, ListRules } from './rules.js';
export { OwnerScreening } from './screening.js';
export { contradict } from './names.js';
export { SuppressionList } from './suppression-list.js';
export { SuppressionLog } from './suppression-log.js';
export {
  propertyOfOwner,
  SuppressionError,
  type Request,
  type Suppression,
  type SuppressionKind,
} from './suppression.js';
export {
  suppressionCounts,
  suppressionPage,
  type SuppressionSearch,
  Suppressions,
  type Circumstances,
} from './suppressions.js';
