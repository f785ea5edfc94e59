export type { Answer, FullAnswer } from './transport/answer.js';
export { type DerivedOptions, SkipTrace } from './client.js';
export type { Clock } from './clock.js';
export * from './errors.js';
export type { Downloaded, DownloadOptions, ReadFileOptions } from './jobs/download.js';
export { type JobList, type ListJobsOptions, Jobs } from './jobs/jobs.js';
export type { ListJob, ListJobOptions } from './jobs/same-list.js';
export { type ConfirmOptions, JobHandle } from './jobs/handle.js';
export type { OutputStream, OutputTarget } from './jobs/sink.js';
export type { WaitOptions } from './jobs/polling.js';
export type { Decision, RunOptions, RunResult } from './jobs/run.js';
export type { FileSource, StreamSource } from './jobs/source.js';
export type { TransferProgress, UploadOptions } from './jobs/upload.js';
export {
  type AddressLike,
  type ListedAddress,
  misnamedFields as misnamedAddressFields,
} from './lookups/address.js';
export type { Bulk, BulkOptions } from './lookups/bulk.js';
export type { BulkItem, BulkOutcome, BulkResult } from './lookups/bulk-items.js';
export type { LookupOptions } from './lookups/lookup.js';
export type {
  AttemptAnswer,
  AttemptRequest,
  CallOptions,
  ClientOptions,
  HeaderValues,
  Middleware,
  RetryEvent,
  UndiciDispatcher,
} from './transport/options.js';
export type { RequestOptions, RawClient } from './raw.js';
export { type AppInfo, version } from './runtime.js';
export { type VerifyOptions, type WebhookEvent, type WebhookHeaders, webhooks } from './webhooks.js';
export type { AnswerHeaders, Deprecation } from './transport/headers.js';
export { fieldsFirst, type FieldsFirstLogger, type Logger, type LogLevel } from './transport/log.js';
export type { OperationName } from './transport/operations.js';
export type {
  AddressInput,
  ColumnMapping,
  Contact,
  ContactMessage,
  ContactMessageResponse,
  ContactReason,
  CreateSkipTraceJobRequest,
  OperationId,
  paths,
  ServiceErrorCode,
} from '@skiptrace/contract';
export type { Account, DeliveryList, DeliveryOptions } from './account.js';
export type {
  JobStatus,
  PhoneType,
  Open,
  BulkMatch,
  BulkMiss,
  ConfirmSkipTraceJobResponse,
  JobActionResponse,
  Phone,
  LookupMatch,
  LookupMiss,
  LookupResult,
  MissReasons,
  ResultSummary,
  SkipTraceJob,
} from './open-answers.js';
