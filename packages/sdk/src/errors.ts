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
  declare readonly code: string;
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
  constructor(message: string, { cause, ...facts }: ErrorFacts & Partial<LostAnswer> = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
    // Logging the error does not log them.
    if (facts.addresses) Object.defineProperty(this, 'addresses', { enumerable: false });
  }

  /** Serialized form: the facts, without the stack and the cause. */
  toJSON(): Record<string, unknown> {
    return { ...(this as object), name: this.name, message: this.message };
  }
}

/** Base class of one kind of error. `Own` are the facts that only it has: fields of the error. */
type Kind<Name extends string, Code extends string, Own> = abstract new (
  message: string,
  ...facts: object extends Own ? [facts?: ErrorFacts] : [facts: ErrorFacts & Own]
) => SkipTraceError & { readonly name: Name; readonly code: Code } & Readonly<Own>;

/** Makes one; in two steps, so that only the facts are written as types. */
function kind<Own extends object = object>() {
  return <Name extends string, Code extends string>(name: Name, code: Code): Kind<Name, Code, Own> =>
    class extends SkipTraceError {
      override readonly name = name;
      override readonly code = code;
    } as unknown as Kind<Name, Code, Own>;
}

/** 400: the request breaks the contract; the message names the field. Nothing was charged. */
export class BadRequestError extends kind()('BadRequestError', 'bad_request') {}

/**
 * 400: the `idempotencyKey` was used for another request before. Nothing was charged. For a list it means that the list, its
 * order, `chunkSize` or `dedupe` has changed: pass the whole list again unchanged, or use a new key.
 */
export class IdempotencyConflictError extends kind()('IdempotencyConflictError', 'idempotency_conflict') {}

/**
 * 401: the key is missing, wrong or revoked, or the account is not active. 403: the account has not accepted the terms of use
 * (`serviceCode` is `terms_required`). Nothing was charged.
 */
export class UnauthorizedError extends kind()('UnauthorizedError', 'unauthorized') {}

/** 402: the balance cannot cover the request. Nothing was charged. */
export class InsufficientBalanceError extends kind<{
  /** Cents needed to run the request, if the server stated it. */
  balanceRequiredCents: number | undefined;
}>()('InsufficientBalanceError', 'insufficient_balance') {}

/** 404: no such job in this account; or the base URL does not lead to the API. */
export class NotFoundError extends kind()('NotFoundError', 'not_found') {}

/** 404 for a whole operation: the server does not have it, which the contract allows for `account()`. */
export class NotOfferedError extends kind()('NotOfferedError', 'not_offered') {}

/** 409: the job's status does not allow the action, by the service's answer or by the job as it was read. */
export class ConflictError extends kind<CurrentStatus>()('ConflictError', 'conflict') {
  constructor(message: string, facts: ErrorFacts & CurrentStatus) {
    super(message, { status: 409, ...facts });
  }
}

interface CurrentStatus {
  /** The job's status, if it is known. */
  currentStatus: JobStatus | undefined;
}

/** 429: too many requests, and the wait is longer than this call may take, or has been repeated too often. */
export class RateLimitError extends kind<RetryAt>()('RateLimitError', 'rate_limited') {
  constructor(message: string, facts: ErrorFacts & RetryAt) {
    super(message, { retryable: true, ...facts });
  }
}

interface RetryAt {
  /** When the server accepts requests again, if it said so (Retry-After). */
  retryAt: Date | undefined;
}

/** 429 with dailyMissLimit: too many unmatched addresses today (UTC). A quota, not a rate: never retried. */
export class DailyMissLimitError extends kind<{
  /** Net unmatched addresses allowed per UTC day. */
  dailyMissLimit: number;
  /** Start of the server's next day, if it said so. */
  retryAt: Date | undefined;
}>()('DailyMissLimitError', 'daily_miss_limit') {}

/** 5xx. A JSON 500 charged nothing (contract, billing rule 6); the call may be made again. */
export class ServerError extends kind<RetryAt>()('ServerError', 'server_error') {}

/** The server could not be reached, or the connection broke during a call that is free to repeat. */
export class ConnectionError extends kind()('ConnectionError', 'connection') {}

/** `timeoutMs` of an attempt or `deadlineMs` of the call ran out. */
export class TimeoutError extends kind<{ limit: 'timeoutMs' | 'deadlineMs' }>()('TimeoutError', 'timeout') {}

/** The caller's AbortSignal fired before anything that costs money was sent. `cause` is the signal's reason. */
export class AbortedError extends kind()('AbortError', 'aborted') {}

/** Facts of both errors of a lost answer, for repeating the call under the same key. */
interface LostAnswer {
  /** The idempotency key sent with all attempts of this call. */
  idempotencyKey: string | undefined;
  /** The addresses of the call. Not enumerable, so that logging the error does not log them. */
  addresses: readonly AddressInput[];
}

/** A 2xx that is not the contract's JSON, or a status that is not in the contract. */
export class ResponseFormatError extends kind<LostAnswer>()('ResponseFormatError', 'response_format') {}

/**
 * The request was sent, and its outcome is not known. Sending it again could charge twice, so it was not
 * repeated. With a server that supports Idempotency-Key the same call with the same `idempotencyKey` is safe.
 */
export class UnknownOutcomeError extends kind<LostAnswer>()('UnknownOutcomeError', 'unknown_outcome') {}

/** The list of a bulk lookup threw while it was read. `cause` is the thrown value; the entries before it were looked up. */
export class BulkInputError extends kind()('BulkInputError', 'bulk_input') {
  constructor(facts: ErrorFacts) {
    super('Your list of addresses threw. The addresses before that were looked up.', facts);
  }
}

/** A webhook was not sent by the service with this secret, was changed, or is too old: ignore it. */
export class WebhookError extends kind()('WebhookError', 'webhook') {}

/** The client's configuration or arguments are unusable: no key, a bad URL, a bad option. Nothing was sent. */
export class ConfigurationError extends kind()('ConfigurationError', 'configuration') {}

/** The job ended as failed. */
export class JobFailedError extends kind<JobFailure>()('JobFailedError', 'job_failed') {
  constructor(facts: JobFailure) {
    super(`The job failed: ${facts.errorMessage ?? 'no reason given'}`, facts);
  }
}

interface JobFailure {
  jobId: string;
  /** The server's message for the user. */
  errorMessage: string | null;
  /** Cents refunded when the job failed after payment, else null. */
  refundCents: number | null;
}

/** The job was cancelled. Nothing was charged for it. */
export class JobCancelledError extends kind<{ jobId: string }>()('JobCancelledError', 'job_cancelled') {
  constructor(facts: { jobId: string }) {
    super('The job was cancelled. Nothing was charged.', facts);
  }
}

/** `deadlineMs` of a wait ran out; the job continues on the server and can be waited for again. */
export class JobTimeoutError extends kind<JobWait>()('JobTimeoutError', 'job_timeout') {
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
  /** The last status seen, if any. */
  lastStatus: JobStatus | undefined;
  /** Time waited, in milliseconds. */
  waitedMs: number;
}

/** The price is above the caller's ceiling, or differs from the agreed price. Nothing was confirmed or charged. */
export class CostLimitError extends kind<{
  /** Amount in cents that confirming would have charged. */
  totalChargeCents: number;
  /** The ceiling or agreed price, in cents. */
  limitCents: number;
}>()('CostLimitError', 'cost_limit') {}

/** The file to upload is missing, not a regular file, unreadable, or changed while it was sent. */
export class InputFileError extends kind()('InputFileError', 'input_file') {}

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
export class ColumnMappingError extends kind<{
  /** The file's columns, if they could be read. */
  header?: string[] | undefined;
  reasons: ColumnDoubt[];
}>()('ColumnMappingError', 'column_mapping') {}

/** The upload target refused the file, or the upload broke off and the source cannot be read twice. */
export class UploadError extends kind()('UploadError', 'upload') {}

/** The output file already exists and `force` was not given. Nothing was written. */
export class OutputExistsError extends kind<{ path: string }>()('OutputExistsError', 'output_exists') {
  constructor(path: string) {
    super(`${path} already exists. Pass force: true to replace it.`, { path });
  }
}

/** The output could not be written (no such folder, no permission, disk full). No partial file is left. */
export class OutputError extends kind()('OutputError', 'output') {}

/** The enriched file could not be fetched completely. The job is paid for and can be downloaded again. */
export class DownloadError extends kind<{
  /** Bytes received before the failure. */
  receivedBytes: number;
  /** Size of the file in bytes, if the server stated it. */
  totalBytes: number | undefined;
}>()('DownloadError', 'download') {}

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
  if (typeof error !== 'object' || error === null || !(brand in error)) return false;
  return code === undefined || (error as SkipTraceError).code === code;
}
