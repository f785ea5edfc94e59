import { JOB_STATUSES, type OperationId } from '@skiptrace/contract';
import type { JobStatus, SkipTraceJob } from '../open-answers.js';

import type { Answer, FullAnswer } from '../answer.js';
import {
  ConflictError,
  isSkipTraceError,
  JobCancelledError,
  JobFailedError,
  type SkipTraceError,
} from '../errors/index.js';
import type { BegunOptions } from '../transport/call.js';
import { backoffMs } from '../transport/backoff.js';
import { type JobsApi, readJob } from './api.js';

/** An action on a job (confirm, cancel, upload) whose outcome the job's status tells. */
export interface Action<T> {
  /** For whoever is told of retries. */
  operation: OperationId;
  /** Makes the request once; an unclear outcome is an UnknownOutcomeError. */
  send(): Answer<T>;
  /** Statuses in which the action is still to be done: it may be sent (again). */
  open: readonly JobStatus[];
  /** What the job says if the action was carried out; undefined if this status does not show it. */
  done(job: SkipTraceJob): T | undefined;
}

const maxSends = 3;

/**
 * Carries an action out once, whatever the network does. After an unclear outcome (a 500 as well) the job is read, and
 * its status decides: done, to be sent again, or neither. Nothing is resent on a guess, and the server moves a job out
 * of an open status only once. Where the job's status was the answer, the response is that of its reading.
 */
export async function settle<T>(
  api: JobsApi,
  jobId: string,
  action: Action<T>,
  options: BegunOptions,
): Promise<FullAnswer<T>> {
  let unclear: SkipTraceError | undefined;
  let attempts = 0;
  for (let sends = 1; ; sends++) {
    try {
      const answer = await action.send().withResponse();
      return { ...answer, attempts: attempts + answer.attempts };
    } catch (error) {
      // A conflict after an unclear attempt may be that attempt's own success.
      const explained = unclear !== undefined && isSkipTraceError(error, 'conflict');
      if (!explained && !isSkipTraceError(error, 'unknown_outcome')) throw error;
      unclear ??= error;
      attempts += error.attempts;
    }
    if (options.scope.cut !== undefined) throw unclear;
    const read = await readJob(api, jobId, { ...options, idempotencyKey: undefined })
      .withResponse()
      .catch(() => undefined);
    if (!read) throw unclear;
    attempts += read.attempts;
    const job = read.data;
    const done = action.done(job);
    if (done !== undefined) return { ...read, data: done, attempts };
    if (!action.open.includes(job.status)) throw endedOtherwise(job) ?? unclear;
    if (sends >= maxSends) throw declaredFailure(unclear) ?? unclear;
    const waitMs = backoffMs(sends, api.clock.random);
    const { observers } = api.transport;
    observers.retrying({ operation: action.operation, attempt: attempts, waitMs, error: unclear });
    await options.scope.sleep(waitMs).catch(() => {
      throw unclear;
    });
  }
}

/** The error of a job that has ended, or is in a status that rules the action out; undefined for one not known here. */
function endedOtherwise(job: SkipTraceJob): Error | undefined {
  const { status } = job;
  if (status === 'failed') return jobFailed(job);
  if (status === 'cancelled') return new JobCancelledError({ jobId: job.id });
  const isKnown = JOB_STATUSES.some((known) => known === status);
  return isKnown ? new ConflictError(`The job is ${status}.`, { currentStatus: status }) : undefined;
}

/** When the server itself said 500 and the job has not moved, nothing happened: that is the clearer error. */
function declaredFailure(unclear: unknown): unknown {
  const cause = unclear instanceof Error ? unclear.cause : undefined;
  return isSkipTraceError(cause, 'server_error') && cause.status === 500 ? cause : undefined;
}

export function jobFailed(job: SkipTraceJob): JobFailedError {
  return new JobFailedError({
    jobId: job.id,
    errorMessage: job.errorMessage ?? null,
    refundCents: job.refundCents ?? null,
  });
}
