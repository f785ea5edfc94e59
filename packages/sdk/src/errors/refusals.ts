import type { JobStatus } from '../open-answers.js';
import { type ErrorFacts, SkipTraceError } from './base.js';

/** 400: the request breaks the contract; the message names the field. Nothing was charged. */
export class BadRequestError extends SkipTraceError {
  override readonly name = 'BadRequestError';
  readonly code = 'bad_request';
}

/** 401: the key is missing, wrong or revoked, or the account is not active. Nothing was charged. */
export class UnauthorizedError extends SkipTraceError {
  override readonly name = 'UnauthorizedError';
  readonly code = 'unauthorized';
}

/** 402: the balance cannot cover the request. Nothing was charged. */
export class InsufficientBalanceError extends SkipTraceError {
  override readonly name = 'InsufficientBalanceError';
  readonly code = 'insufficient_balance';
  /** Cents needed to run the request, when the server said. */
  readonly balanceRequired: number | undefined;

  constructor(message: string, facts: ErrorFacts & { balanceRequired: number | undefined }) {
    super(message, facts);
    this.balanceRequired = facts.balanceRequired;
  }
}

/** 404: no such job in this account; or the base URL does not lead to the API. */
export class NotFoundError extends SkipTraceError {
  override readonly name = 'NotFoundError';
  readonly code = 'not_found';
}

/** 409: the job's status does not allow the action. */
export class ConflictError extends SkipTraceError {
  override readonly name = 'ConflictError';
  readonly code = 'conflict';
  /** The job's status, when it is known. */
  readonly currentStatus: JobStatus | undefined;

  constructor(message: string, facts: ErrorFacts & { currentStatus: JobStatus | undefined }) {
    super(message, facts);
    this.currentStatus = facts.currentStatus;
  }
}

/** 429: too many requests, and the wait is longer than this call may take, or was waited for often enough. */
export class RateLimitError extends SkipTraceError {
  override readonly name = 'RateLimitError';
  readonly code = 'rate_limited';
  /** When the server takes requests again, if it said so. */
  readonly retryAt: Date | undefined;

  constructor(message: string, facts: ErrorFacts & { retryAt: Date | undefined }) {
    super(message, { retryable: true, ...facts });
    this.retryAt = facts.retryAt;
  }
}

/** 429 with dailyMissLimit: too many unmatched addresses today (UTC). A quota, not a rate: never retried. */
export class DailyMissLimitError extends SkipTraceError {
  override readonly name = 'DailyMissLimitError';
  readonly code = 'daily_miss_limit';
  /** Net unmatched addresses allowed per UTC day. */
  readonly dailyMissLimit: number;
  /** When the next day begins for the server, if it said so. */
  readonly retryAt: Date | undefined;

  constructor(message: string, facts: ErrorFacts & { dailyMissLimit: number; retryAt: Date | undefined }) {
    super(message, facts);
    this.dailyMissLimit = facts.dailyMissLimit;
    this.retryAt = facts.retryAt;
  }
}
