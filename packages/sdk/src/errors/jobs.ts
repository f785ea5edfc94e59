import type { JobStatus } from '../open-answers.js';
import { type ErrorFacts, SkipTraceError } from './base.js';

/** The job ended as failed. */
export class JobFailedError extends SkipTraceError {
  override readonly name = 'JobFailedError';
  readonly code = 'job_failed';
  readonly jobId: string;
  /** The server's sentence for a person. */
  readonly errorMessage: string | null;
  /** Cents given back when the job failed after it was paid for, else null. */
  readonly refundCents: number | null;

  constructor(
    facts: ErrorFacts & { jobId: string; errorMessage: string | null; refundCents: number | null },
  ) {
    super(`The job failed: ${facts.errorMessage ?? 'the server gave no reason'}`, facts);
    this.jobId = facts.jobId;
    this.errorMessage = facts.errorMessage;
    this.refundCents = facts.refundCents;
  }
}

/** The job was cancelled. Nothing was charged for it. */
export class JobCancelledError extends SkipTraceError {
  override readonly name = 'JobCancelledError';
  readonly code = 'job_cancelled';
  readonly jobId: string;

  constructor(facts: ErrorFacts & { jobId: string }) {
    super('The job was cancelled; nothing was charged for it.', facts);
    this.jobId = facts.jobId;
  }
}

/** The wait ran out; the job goes on at the server and can be waited for again. */
export class JobTimeoutError extends SkipTraceError {
  override readonly name = 'JobTimeoutError';
  readonly code = 'job_timeout';
  readonly jobId: string;
  /** The status last seen, if any. */
  readonly lastStatus: JobStatus | undefined;

  constructor(facts: ErrorFacts & { jobId: string; lastStatus: JobStatus | undefined; timeoutMs: number }) {
    super(
      `The job was still ${facts.lastStatus ?? 'unread'} after ${facts.timeoutMs} ms; it goes on at the server.`,
      {
        retryable: true,
        ...facts,
      },
    );
    this.jobId = facts.jobId;
    this.lastStatus = facts.lastStatus;
  }
}

/** The price is above the caller's ceiling, or is not what was agreed. Nothing was confirmed, nothing was charged. */
export class CostLimitError extends SkipTraceError {
  override readonly name = 'CostLimitError';
  readonly code = 'cost_limit';
  /** What confirming would have charged, in cents. */
  readonly totalChargeCents: number;
  /** The ceiling or agreed price, in cents. */
  readonly limitCents: number;
  readonly jobId: string | undefined;

  constructor(
    message: string,
    facts: ErrorFacts & { totalChargeCents: number; limitCents: number; jobId?: string | undefined },
  ) {
    super(message, facts);
    this.totalChargeCents = facts.totalChargeCents;
    this.limitCents = facts.limitCents;
    this.jobId = facts.jobId;
  }
}
