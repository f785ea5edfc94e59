// The contract as TypeScript: short names for the generated types, the policy of every operation, and the lists and
// limits that both sides share. The document itself is in `@skiptrace/contract/document`, so that a client stays small.
import type { components, operations } from './generated/openapi.js';

export type { components, operations, paths } from './generated/openapi.js';
export { callPolicies, operationPolicies } from './generated/operations.js';
export {
  CONTACT_REASONS,
  JOB_STATUSES,
  PHONE_TYPES,
  UPLOAD_METHODS,
  limits,
} from './generated/vocabulary.js';
export type { CallPolicy, OperationPolicy, RateLimitPolicy } from './policy.js';

/** The operationId of one of the operations. */
export type OperationId = keyof operations;

type Schemas = components['schemas'];

/** Values of X-Error-Code. */
export type ServiceErrorCode = components['headers']['X-Error-Code'];

// Lookups
export type AddressInput = Schemas['AddressInput'];
export type BulkSkipTraceRequest = Schemas['BulkSkipTraceRequest'];
export type Contact = Schemas['Contact'];
export type Phone = Schemas['Phone'];
export type PhoneType = Schemas['PhoneType'];
export type SkipTraceResponse = Schemas['SkipTraceResponse'];
export type SkipTraceMatch = Schemas['SkipTraceMatch'];
export type SkipTraceMiss = Schemas['SkipTraceMiss'];
export type BulkSkipTraceResponse = Schemas['BulkSkipTraceResponse'];
export type BulkLookupResult = Schemas['BulkLookupResult'];
export type BulkLookupMatch = Schemas['BulkLookupMatch'];
export type BulkLookupMiss = Schemas['BulkLookupMiss'];

// Account
export type Account = Schemas['Account'];
export type DeliveryList = Schemas['DeliveryList'];

// CSV jobs
export type ColumnMapping = Schemas['ColumnMapping'];
export type CreateSkipTraceJobRequest = Schemas['CreateSkipTraceJobRequest'];
export type CreateSkipTraceJobResponse = Schemas['CreateSkipTraceJobResponse'];
export type UploadMethod = Schemas['UploadMethod'];
export type JobStatus = Schemas['JobStatus'];
export type SkipTraceJob = Schemas['SkipTraceJob'];
export type ResultSummary = Schemas['ResultSummary'];
export type MissReasons = Schemas['MissReasons'];
export type SkipTraceJobList = Schemas['SkipTraceJobList'];
export type JobActionResponse = Schemas['JobActionResponse'];
export type ConfirmSkipTraceJobResponse = Schemas['ConfirmSkipTraceJobResponse'];

// Support
export type ContactMessage = Schemas['ContactMessage'];
export type ContactReason = Schemas['ContactReason'];
export type ContactMessageResponse = Schemas['ContactMessageResponse'];

// Errors
/** The body of every error answer; `balanceRequired` on 402 only, `dailyMissLimit` on the daily cap's 429 only. */
export type ApiError = Schemas['Error'];
export type InsufficientBalanceError = Schemas['InsufficientBalanceError'];

/** Statuses that a job never leaves. */
export const TERMINAL_JOB_STATUSES = [
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly JobStatus[];
