import { isBranded } from './base.js';
import type * as failures from './failures.js';
import type * as jobs from './jobs.js';
import type * as refusals from './refusals.js';

export { SkipTraceError, type ErrorFacts } from './base.js';
export * from './failures.js';
export * from './jobs.js';
export * from './refusals.js';

/** Every error class of this package, by its `code`. */
export type AnySkipTraceError =
  | failures.AbortedError
  | failures.BulkInputError
  | failures.ConfigurationError
  | failures.ConnectionError
  | failures.ResponseFormatError
  | failures.ServerError
  | failures.TimeoutError
  | failures.UnknownOutcomeError
  | failures.WebhookError
  | jobs.ColumnMappingError
  | jobs.CostLimitError
  | jobs.DownloadError
  | jobs.InputFileError
  | jobs.JobCancelledError
  | jobs.JobFailedError
  | jobs.JobTimeoutError
  | jobs.OutputError
  | jobs.OutputExistsError
  | jobs.UploadError
  | refusals.BadRequestError
  | refusals.ConflictError
  | refusals.DailyMissLimitError
  | refusals.IdempotencyConflictError
  | refusals.InsufficientBalanceError
  | refusals.NotFoundError
  | refusals.NotOfferedError
  | refusals.RateLimitError
  | refusals.UnauthorizedError;

export type ErrorCode = AnySkipTraceError['code'];

/**
 * Tells this package's errors from others, and with a `code` one kind from the rest. Unlike `instanceof` it also works
 * when two copies of the package are loaded.
 *
 * @example
 * if (isSkipTraceError(error, 'insufficient_balance')) console.log(error.balanceRequiredCents);
 */
export function isSkipTraceError(error: unknown): error is AnySkipTraceError;
export function isSkipTraceError<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is Extract<AnySkipTraceError, { code: Code }>;
export function isSkipTraceError(error: unknown, code?: ErrorCode): boolean {
  return isBranded(error) && (code === undefined || error.code === code);
}
