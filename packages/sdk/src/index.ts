export type { Answer, FullAnswer } from './answer.js';
export { type DerivedOptions, SkipTrace } from './client.js';
export type { Clock } from './clock.js';
export * from './errors/index.js';
export type { Downloaded, DownloadOptions, ReadFileOptions } from './jobs/download.js';
export { type ListJobsOptions, Jobs } from './jobs/jobs.js';
export type { ListJob, ListJobOptions } from './jobs/same-list.js';
export { type ConfirmOptions, JobHandle } from './jobs/handle.js';
export type { OutputStream, OutputTarget } from './jobs/sink.js';
export type { WaitOptions } from './jobs/polling.js';
export type { Decision, RunOptions, RunResult } from './jobs/run.js';
export type { FileSource, StreamSource } from './jobs/source.js';
export type { TransferProgress, UploadOptions } from './jobs/upload.js';
export type { AddressLike, ListedAddress } from './lookups/address.js';
export type { Bulk, BulkOptions } from './lookups/bulk.js';
export type { BulkItem, BulkOutcome, BulkResult } from './lookups/bulk-item.js';
export type { LookupOptions } from './lookups/lookup.js';
export type {
  CallOptions,
  ClientOptions,
  HeaderValues,
  RetryEvent,
  UndiciDispatcher,
} from './transport/options.js';
export type { RequestOptions } from './request.js';
export type { AppInfo } from './runtime.js';
export { version } from './version.js';
export { type VerifyOptions, type WebhookEvent, type WebhookHeaders, webhooks } from './webhooks.js';
export type { RawClient } from './raw.js';
export type { Deprecation } from './transport/deprecation.js';
export type { AnswerHeaders } from './transport/headers.js';
export { fieldsFirst, type FieldsFirstLogger, type Logger, type LogLevel } from './transport/log.js';
export type { OperationName } from './transport/operations.js';
export type { AttemptAnswer, AttemptRequest, Middleware } from './transport/middleware.js';
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
export type { Account } from './account.js';
export type { DeliveryList, DeliveryOptions } from './deliveries.js';
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
