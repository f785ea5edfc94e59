/** Lead files, from the file a person has to the one that is sent, and from the result to what they wanted. Pure. */
export { addressKey, foldKey } from './address-key.js';
export { copyForService, type CopiedLeads } from './copy.js';
export { csvName, MAX_NAME } from './csv-name.js';
export { withoutHelpers, type HelperShape } from './cut.js';
export { doubtText } from './doubt-text.js';
export { expanded } from './expand.js';
export { NotEnriched } from './added-block.js';
export { readEnriched, readOwners, type EnrichedRow } from './enriched-rows.js';
export { HasStateColumn, inspectLeads, UnclearColumns, type InspectOptions, type Leads } from './inspect.js';
export { leadKey, type LeadKey } from './lead-key.js';
export { leadZip } from './lead-zip.js';
export { withHeader } from './list-as-csv.js';
export { paidOnce, type PaidOnce } from './paid-once.js';
export { helperCount, restored } from './restored.js';
export { preparationFor, type Preparation, type PrepareOptions } from './prepare.js';
export { parseLead, propertyKeyOf, whyNoMatch, type NoMatchReason } from './property-key.js';
export { readSample } from './sample.js';
export type { Doubt, DoubtGroup, DoubtKind, RowPlace, SurveyResult } from './survey.js';
