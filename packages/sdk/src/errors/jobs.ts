import type { JobStatus } from '../open-answers.js';
import { duration } from '../units.js';
import { ErrorWithFacts } from './base.js';

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
