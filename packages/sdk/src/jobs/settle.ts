import { JOB_STATUSES, type OperationId } from '@skiptrace/contract';
import { isSkipTraceError, JobCancelledError, JobFailedError, type SkipTraceError } from '../errors.js';
import type { JobActionResponse, JobStatus, SkipTraceJob } from '../open-answers.js';
import type { FullAnswer } from '../transport/answer.js';
import { settlesDoubt } from '../transport/outcome.js';
import type { BegunOptions } from '../transport/transport.js';
import { act, conflictOf, type JobRef, paidStatuses, readJob } from './api.js';

/** An action on a job; the job's status reveals its outcome. */
interface Action {
  /** Statuses in which it is still pending, so it may be sent (again). */
  readonly open: readonly JobStatus[];
  /** True for a status that shows that it was carried out. */
  isDone(status: JobStatus): boolean;
}

const uploading: Action = {
  open: ['pending'],
  // The job has left `pending`, so the file arrived, even if the job failed since.
  isDone: (status) => status !== 'pending' && status !== 'cancelled',
};

const actions = {
  markSkipTraceJobUploaded: uploading,
  uploadSkipTraceJobFile: uploading,
  confirmSkipTraceJob: { open: ['preview'], isDone: (status) => paidStatuses.includes(status) },
  cancelSkipTraceJob: {
    open: ['pending', 'uploaded', 'preview'],
    isDone: (status) => status === 'cancelled',
  },
} satisfies Partial<Record<OperationId, Action>>;

const maxSends = 3;

/**
 * Carries an action out once, whatever the network does. After an unclear outcome (a 500 as well) the job is read, and its
 * status decides: done, send again, or neither. Nothing is resent on a guess, and the server moves a job out of an open
 * status only once. If the status was the answer, the response is the one of the read.
 *
 * @param send sends the request once; an unclear outcome is an UnknownOutcomeError
 */
export async function settle<T extends JobActionResponse>(
  job: JobRef,
  operation: keyof typeof actions,
  options: BegunOptions,
  send: () => Promise<FullAnswer<T>> = () => act(job, operation, options),
): Promise<FullAnswer<T>> {
  const { open, isDone }: Action = actions[operation];
  /** The latest request with an unclear outcome. */
  let unanswered: SkipTraceError | undefined;
  /** The first unclear request that may still reach the service, even if later requests were answered. */
  let unclear: SkipTraceError | undefined;
  let attempts = 0;
  for (let sends = 1; ; sends++) {
    try {
      const answer = await send();
      return { ...answer, attempts: attempts + answer.attempts };
    } catch (error) {
      if (!isSkipTraceError(error)) throw error;
      if (isSkipTraceError(error, 'unknown_outcome')) {
        unanswered = error;
        if (!declaredFailure(error)) unclear ??= error;
      } else if (!unanswered || error.code !== 'conflict') {
        throw unclear?.mayHaveBeenCharged && !settlesDoubt(error) ? unclear : error;
      }
      // After a request without a clear outcome, a conflict may mean that this very request succeeded.
      attempts += error.attempts;
    }
    const lost = unclear ?? unanswered;
    if (options.scope.cut !== undefined) throw lost;
    const read = await readJob(job, options).catch(() => undefined);
    if (!read) throw lost;
    attempts += read.attempts;
    const { status, totalChargeCents } = read.data;
    if (isDone(status)) {
      const price = operation === 'confirmSkipTraceJob' && { totalChargeCents: totalChargeCents ?? 0 };
      return { ...read, data: { status, jobId: job.id, ...price } as T, attempts };
    }
    if (!open.includes(status)) throw endedOtherwise(read.data) ?? lost;
    if (sends >= maxSends) throw unclear ?? declaredFailure(unanswered) ?? unanswered;
    const event = { operation, attempt: attempts, error: lost };
    await job.transport.backOff(sends, event, options).catch(() => {
      throw lost;
    });
  }
}

/** The error if the job has ended, or is in a status that rules the action out; undefined for an unknown status. */
function endedOtherwise(job: SkipTraceJob): Error | undefined {
  const { status } = job;
  if (status === 'failed') return jobFailed(job);
  if (status === 'cancelled') return new JobCancelledError({ jobId: job.id });
  const isKnown = JOB_STATUSES.some((known) => known === status);
  return isKnown ? conflictOf(job.id, status, '.') : undefined;
}

/** A 500 in the service's own words did nothing (contract, billing rule 6); a gateway's page says nothing about it. */
function declaredFailure(unanswered: SkipTraceError): SkipTraceError | undefined {
  const { cause } = unanswered;
  return isSkipTraceError(cause, 'server_error') && cause.retryable ? cause : undefined;
}

export function jobFailed(job: SkipTraceJob): JobFailedError {
  return new JobFailedError({
    jobId: job.id,
    errorMessage: job.errorMessage ?? null,
    refundCents: job.refundCents ?? null,
  });
}
