/** Lead files: from the user's file to the upload, and from the result back to the user's file. Pure. */
export {
  contentDigest,
  HasStateColumn,
  inspectLeads,
  UnclearColumns,
  type InspectOptions,
  type Leads,
  readSample,
} from './inspect.js';
export {
  csvName,
  MAX_NAME,
  withHeader,
  listScore,
  preparationFor,
  type Preparation,
  type PrepareOptions,
} from './prepare.js';
export {
  doubtText,
  type Doubt,
  type DoubtGroup,
  type DoubtKind,
  type RowPlace,
  type SurveyResult,
} from './survey.js';
export {
  apartColumns,
  ApartFinder,
  apartText,
  cellsIn,
  isLookedAt,
  likelyField,
  type ApartColumns,
  type RowsApart,
} from './rows-apart.js';
export { NotEnriched, type ResultForm } from './added-block.js';
export {
  firstRows,
  ownersOnce,
  readEnriched,
  readResult,
  type EnrichedRow,
  type NumberedRow,
} from './enriched-rows.js';
export { leadZip, parseLead, propertyKeyOf, whyNoMatch, type NoMatchReason } from './property-key.js';
export { paidOnce, type PaidOnceOptions, type ServiceCopy } from './paid-once.js';
export { isForService, restored, rewritten, type MatchedRow } from './restored.js';
export { redacted, type ListedRow } from './redacted.js';
