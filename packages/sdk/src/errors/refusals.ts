import type { JobStatus } from '../open-answers.js';
import { type ErrorFacts, ErrorWithFacts, SkipTraceError } from './base.js';

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

/** 409: the job's status does not allow the action. */
export class ConflictError extends ErrorWithFacts<{ currentStatus: JobStatus | undefined }> {
  override readonly name = 'ConflictError';
  readonly code = 'conflict';
  /** The job's status, if it is known. */
  declare readonly currentStatus: JobStatus | undefined;
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
