export type { Answer, FullAnswer } from './answer.js';
export { SkipTrace } from './client.js';
export type { Clock } from './clock.js';
export * from './errors/index.js';
export type { AddressLike } from './lookups/lookup.js';
export type { CallOptions, ClientOptions, RetryEvent } from './options.js';
export type { RawClient } from './raw.js';
export type { Deprecation } from './transport/deprecation.js';
export type { AnswerHeaders } from './transport/headers.js';
export type { Logger } from './transport/log.js';
export type { AttemptAnswer, AttemptRequest, Middleware } from './transport/middleware.js';
export type {
  AddressInput,
  BulkLookupResult,
  ColumnMapping,
  Contact,
  ContactMessage,
  ContactMessageResponse,
  JobStatus,
  OperationId,
  paths,
  Phone,
  SkipTraceJob,
  SkipTraceResponse,
} from '@skiptrace/contract';
