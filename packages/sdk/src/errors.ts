import type { AddressInput, ServiceErrorCode } from '@skiptrace/contract';
import type { JobStatus, Open } from './open-answers.js';
import { duration } from './units.js';

/** Facts in every error, as far as they are known where it is thrown. */
export interface ErrorFacts {
  /** HTTP status of the last answer. */
  status?: number | undefined;
  /** The server's X-Request-Id of the last answer: quote it to support. */
  requestId?: string | undefined;
  /**
   * The service's own code for what went wrong (X-Error-Code), such as `job_not_found`; undefined if no service answered. More
   * specific than this error's `code`; newer services may send codes that this version doesn't know.
   */
  serviceCode?: Open<ServiceErrorCode> | undefined;
  /** operationId in the contract. */
  operation?: string | undefined;
  /** Requests sent or tried for this call. */
  attempts?: number | undefined;
  /** Id of the CSV job the call was about, once there is one. */
  jobId?: string | undefined;
  /** Set by `jobs.run` once there is a job: pass it to `jobs.run` to continue that job instead of paying for another. */
  resumeToken?: string | undefined;
  /** True if making the same call again later is harmless and may succeed. */
  retryable?: boolean | undefined;
  /** True if the account may have been charged although no result came back. */
  mayHaveBeenCharged?: boolean | undefined;
  cause?: unknown;
}

/** `instanceof` fails when two copies of this package are loaded (ESM and CJS, or two versions); this symbol does not. */
const brand: unique symbol = Symbol.for('@skiptrace/sdk/error') as never;

/**
 * Base class of every error that this package throws on purpose. Never holds the API key, request headers or a page of HTML.
 */
export abstract class SkipTraceError extends Error {
  abstract readonly code: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly serviceCode: Open<ServiceErrorCode> | undefined;
  readonly operation: string | undefined;
  readonly jobId: string | undefined;
  readonly resumeToken: string | undefined;
  readonly attempts: number = 0;
  readonly retryable: boolean = false;
  readonly mayHaveBeenCharged: boolean = false;
  declare readonly [brand]: true;

  static {
    Object.defineProperty(this.prototype, brand, { value: true });
  }

  /** Copies every fact except the cause to a field, including facts that only a subclass declares. */
  constructor(message: string, { cause, ...facts }: ErrorFacts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
  }

  /** Serialized form: the facts, without the stack and the cause. */
  toJSON(): Record<string, unknown> {
    return { ...(this as object), name: this.name, message: this.message };
  }
}

/** An error with additional facts, which its subclass declares as fields. */
abstract class ErrorWithFacts<Own extends object> extends SkipTraceError {
  // oxlint-disable-next-line no-useless-constructor -- it asks for the facts that the base class does not know
  constructor(message: string, facts: ErrorFacts & Own) {
    super(message, facts);
  }
}

/** 400: the request breaks the contract; the message names the field. Nothing was charged. */
export class BadRequestError extends SkipTraceError {
  override readonly name = 'BadRequestError';
  readonly code = 'bad_request';
}

/**
 * 400: the `idempotencyKey` was used for another request before. Nothing was charged. For a list it means that the list, its
 * order, `chunkSize` or `dedupe` has changed: pass the whole list again unchanged, or use a new key.
 */
export class IdempotencyConflictError extends SkipTraceError {
  override readonly name = 'IdempotencyConflictError';
  readonly code = 'idempotency_conflict';
}

/**
 * 401: the key is missing, wrong or revoked, or the account is not active. 403: the account has not accepted the terms of use
 * (`serviceCode` is `terms_required`). Nothing was charged.
 */
export class UnauthorizedError extends SkipTraceError {
  override readonly name = 'UnauthorizedError';
  readonly code = 'unauthorized';
}

/** 402: the balance cannot cover the request. Nothing was charged. */
export class InsufficientBalanceError extends ErrorWithFacts<{ balanceRequiredCents: number | undefined }> {
  override readonly name = 'InsufficientBalanceError';
  readonly code = 'insufficient_balance';
  /** Cents needed to run the request, if the server stated it. */
  declare readonly balanceRequiredCents: number | undefined;
}

/** 404: no such job in this account; or the base URL does not lead to the API. */
export class NotFoundError extends SkipTraceError {
  override readonly name = 'NotFoundError';
  readonly code = 'not_found';
}

/** 404 for a whole operation: the server does not have it, which the contract allows for `account()`. */
export class NotOfferedError extends SkipTraceError {
  override readonly name = 'NotOfferedError';
  readonly code = 'not_offered';
}

/** 409: the job's status does not allow the action, by the service's answer or by the job as it was read. */
export class ConflictError extends ErrorWithFacts<{ currentStatus: JobStatus | undefined }> {
  override readonly name = 'ConflictError';
  readonly code = 'conflict';
  /** The job's status, if it is known. */
  declare readonly currentStatus: JobStatus | undefined;

  constructor(message: string, facts: ErrorFacts & { currentStatus: JobStatus | undefined }) {
    super(message, { status: 409, ...facts });
  }
}

/** 429: too many requests, and the wait is longer than this call may take, or has been repeated too often. */
export class RateLimitError extends ErrorWithFacts<{ retryAt: Date | undefined }> {
  override readonly name = 'RateLimitError';
  readonly code = 'rate_limited';
  /** When the server accepts requests again, if it said so. */
  declare readonly retryAt: Date | undefined;

  constructor(message: string, facts: ErrorFacts & { retryAt: Date | undefined }) {
    super(message, { retryable: true, ...facts });
  }
}

/** 429 with dailyMissLimit: too many unmatched addresses today (UTC). A quota, not a rate: never retried. */
export class DailyMissLimitError extends ErrorWithFacts<{
  dailyMissLimit: number;
  retryAt: Date | undefined;
}> {
  override readonly name = 'DailyMissLimitError';
  readonly code = 'daily_miss_limit';
  /** Net unmatched addresses allowed per UTC day. */
  declare readonly dailyMissLimit: number;
  /** Start of the server's next day, if it said so. */
  declare readonly retryAt: Date | undefined;
}

/** 5xx. A JSON 500 charged nothing (contract, billing rule 6); the call may be made again. */
export class ServerError extends ErrorWithFacts<{ retryAt: Date | undefined }> {
  override readonly name = 'ServerError';
  readonly code = 'server_error';
  /** Time at which the server accepts another request, if it said so (Retry-After). */
  declare readonly retryAt: Date | undefined;
}

/** The server could not be reached, or the connection broke during a call that is free to repeat. */
export class ConnectionError extends SkipTraceError {
  override readonly name = 'ConnectionError';
  readonly code = 'connection';
}

/** `timeoutMs` of an attempt or `deadlineMs` of the call ran out. */
export class TimeoutError extends ErrorWithFacts<{ limit: 'timeoutMs' | 'deadlineMs' }> {
  override readonly name = 'TimeoutError';
  readonly code = 'timeout';
  declare readonly limit: 'timeoutMs' | 'deadlineMs';
}

/** The caller's AbortSignal fired before anything that costs money was sent. `cause` is the signal's reason. */
export class AbortedError extends SkipTraceError {
  override readonly name = 'AbortError';
  readonly code = 'aborted';
}

/** Common to both errors of a lost answer: carries the data for repeating the call under the same key. */
abstract class LostAnswerError extends SkipTraceError {
  /** The idempotency key sent with all attempts of this call. */
  declare readonly idempotencyKey: string | undefined;
  /** The addresses of the call. Not enumerable, so that logging the error does not log them. */
  declare readonly addresses: readonly AddressInput[];

  constructor(
    message: string,
    facts: ErrorFacts & { idempotencyKey: string | undefined; addresses: readonly AddressInput[] },
  ) {
    const { addresses, ...shown } = facts;
    super(message, shown);
    Object.defineProperty(this, 'addresses', { value: addresses });
  }
}

/** A 2xx that is not the contract's JSON, or a status that is not in the contract. */
export class ResponseFormatError extends LostAnswerError {
  override readonly name = 'ResponseFormatError';
  readonly code = 'response_format';
}

/**
 * The request was sent, and its outcome is not known. Sending it again could charge twice, so it was not
 * repeated. With a server that supports Idempotency-Key the same call with the same `idempotencyKey` is safe.
 */
export class UnknownOutcomeError extends LostAnswerError {
  override readonly name = 'UnknownOutcomeError';
  readonly code = 'unknown_outcome';
}

/** The list of a bulk lookup threw while it was read. `cause` is the thrown value; the entries before it were looked up. */
export class BulkInputError extends SkipTraceError {
  override readonly name = 'BulkInputError';
  readonly code = 'bulk_input';

  constructor(facts: ErrorFacts) {
    super('Your list of addresses threw. The addresses before that were looked up.', facts);
  }
}

/** A webhook was not sent by the service with this secret, was changed, or is too old: ignore it. */
export class WebhookError extends SkipTraceError {
  override readonly name = 'WebhookError';
  readonly code = 'webhook';
}

/** The client's configuration or arguments are unusable: no key, a bad URL, a bad option. Nothing was sent. */
export class ConfigurationError extends SkipTraceError {
  override readonly name = 'ConfigurationError';
  readonly code = 'configuration';
}

/** The job ended as failed. */
export class JobFailedError extends ErrorWithFacts<JobFailure> {
  override readonly name = 'JobFailedError';
  readonly code = 'job_failed';
  declare readonly jobId: string;
  /** The server's message for the user. */
  declare readonly errorMessage: string | null;
  /** Cents refunded when the job failed after payment, else null. */
  declare readonly refundCents: number | null;

  constructor(facts: JobFailure) {
    super(`The job failed: ${facts.errorMessage ?? 'no reason given'}`, facts);
  }
}

interface JobFailure {
  jobId: string;
  errorMessage: string | null;
  refundCents: number | null;
}

/** The job was cancelled. Nothing was charged for it. */
export class JobCancelledError extends ErrorWithFacts<{ jobId: string }> {
  override readonly name = 'JobCancelledError';
  readonly code = 'job_cancelled';
  declare readonly jobId: string;

  constructor(facts: { jobId: string }) {
    super('The job was cancelled. Nothing was charged.', facts);
  }
}

/** `deadlineMs` of a wait ran out; the job continues on the server and can be waited for again. */
export class JobTimeoutError extends ErrorWithFacts<JobWait> {
  override readonly name = 'JobTimeoutError';
  readonly code = 'job_timeout';
  declare readonly jobId: string;
  /** The last status seen, if any. */
  declare readonly lastStatus: JobStatus | undefined;
  /** Time waited, in milliseconds. */
  declare readonly waitedMs: number;

  constructor(facts: JobWait) {
    const { lastStatus = 'unread', waitedMs } = facts;
    super(`The job was still ${lastStatus} after ${duration(waitedMs)}. It keeps running on the server.`, {
      ...facts,
      retryable: true,
    });
  }
}

interface JobWait {
  jobId: string;
  lastStatus: JobStatus | undefined;
  waitedMs: number;
}

/** The price is above the caller's ceiling, or differs from the agreed price. Nothing was confirmed or charged. */
export class CostLimitError extends ErrorWithFacts<{
  totalChargeCents: number;
  limitCents: number;
}> {
  override readonly name = 'CostLimitError';
  readonly code = 'cost_limit';
  /** Amount in cents that confirming would have charged. */
  declare readonly totalChargeCents: number;
  /** The ceiling or agreed price, in cents. */
  declare readonly limitCents: number;
}

/** The file to upload is missing, not a regular file, unreadable, or changed while it was sent. */
export class InputFileError extends SkipTraceError {
  override readonly name = 'InputFileError';
  readonly code = 'input_file';
}

/** The reason why a column could not be determined. */
interface ColumnDoubt {
  /** A sentence to show to the user. */
  message: string;
  /** Headers of the file that are candidates. */
  choices: string[];
}

/**
 * The file does not have the columns of `columnMapping`, or `'auto'` could not tell which is which. Nothing was uploaded:
 * a wrong column would find wrong people.
 */
export class ColumnMappingError extends ErrorWithFacts<{ header?: string[]; reasons: ColumnDoubt[] }> {
  override readonly name = 'ColumnMappingError';
  readonly code = 'column_mapping';
  /** The file's columns, if they could be read. */
  declare readonly header: string[] | undefined;
  declare readonly reasons: ColumnDoubt[];
}

/** The upload target refused the file, or the upload broke off and the source cannot be read twice. */
export class UploadError extends SkipTraceError {
  override readonly name = 'UploadError';
  readonly code = 'upload';
}

/** The output file already exists and `force` was not given. Nothing was written. */
export class OutputExistsError extends ErrorWithFacts<{ path: string }> {
  override readonly name = 'OutputExistsError';
  readonly code = 'output_exists';
  declare readonly path: string;

  constructor(path: string) {
    super(`${path} already exists. Pass force: true to replace it.`, { path });
  }
}

/** The output could not be written (no such folder, no permission, disk full). No partial file is left. */
export class OutputError extends SkipTraceError {
  override readonly name = 'OutputError';
  readonly code = 'output';
}

/** The enriched file could not be fetched completely. The job is paid for and can be downloaded again. */
export class DownloadError extends ErrorWithFacts<{ receivedBytes: number; totalBytes: number | undefined }> {
  override readonly name = 'DownloadError';
  readonly code = 'download';
  /** Bytes received before the failure. */
  declare readonly receivedBytes: number;
  /** Size of the file in bytes, if the server stated it. */
  declare readonly totalBytes: number | undefined;
}

/** Every error class of this package, by its `code`. */
export type AnySkipTraceError =
  | AbortedError
  | BulkInputError
  | ConfigurationError
  | ConnectionError
  | ResponseFormatError
  | ServerError
  | TimeoutError
  | UnknownOutcomeError
  | WebhookError
  | ColumnMappingError
  | CostLimitError
  | DownloadError
  | InputFileError
  | JobCancelledError
  | JobFailedError
  | JobTimeoutError
  | OutputError
  | OutputExistsError
  | UploadError
  | BadRequestError
  | ConflictError
  | DailyMissLimitError
  | IdempotencyConflictError
  | InsufficientBalanceError
  | NotFoundError
  | NotOfferedError
  | RateLimitError
  | UnauthorizedError;

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

function isBranded(value: unknown): value is SkipTraceError {
  return typeof value === 'object' && value !== null && brand in value;
}
