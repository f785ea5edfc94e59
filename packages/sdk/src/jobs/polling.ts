import { TERMINAL_JOB_STATUSES } from '@skiptrace/contract';
import type { OptionKinds } from '../check-options.js';
import { ConflictError, isSkipTraceError, JobCancelledError, JobTimeoutError } from '../errors.js';
import type { JobStatus, SkipTraceJob } from '../open-answers.js';
import type { FullAnswer } from '../transport/answer.js';
import { retryAtOf } from '../transport/headers.js';
import { tell } from '../transport/log.js';
import { callOptions, type CallOptions } from '../transport/options.js';
import type { BegunOptions } from '../transport/transport.js';
import { type JobRef, readJob } from './api.js';
import { jobFailed } from './settle.js';

/**
 * How long to wait for a job. `deadlineMs` bounds the whole wait: then `JobTimeoutError`, and the job continues on the
 * server. `timeoutMs` bounds one read of the job, as everywhere.
 */
export interface WaitOptions extends Omit<CallOptions, 'idempotencyKey' | 'maxRetries'> {
  /** Called after every read. */
  onStatus?: ((job: SkipTraceJob) => void) | undefined;
}

const { idempotencyKey: _idempotencyKey, maxRetries: _maxRetries, ...shared } = callOptions;
export const waitOptions: OptionKinds<WaitOptions> = { ...shared, onStatus: 'function' };

type BegunWait = WaitOptions & BegunOptions;

/** Small lists are done within it. */
const firstDelayMs = 250;
/** Once a read failed. */
const delayAfterFailureMs = 1_000;
const longestDelayMs = 30_000;
const growth = 1.5;
/** Random share of a delay, so that many clients do not poll in step. */
const jitter = 0.25;
/** Consecutive failures that end a wait. A server being replaced fails for a while, and a wait should outlive that. */
const maxFailuresInRow = 5;
const longestOutageMs = 120_000;

/** Transient errors, after which the next read may succeed: a deploy, a proxy's page, a network hiccup. */
const passing: ReadonlySet<string> = new Set([
  'connection',
  'rate_limited',
  'response_format',
  'server_error',
  'timeout',
]);

/**
 * Polls a job: after 250 ms at first, then ever more slowly up to 30 s, starting over when its status changed,
 * and never sooner than a Retry-After allows. Yields every read. An unknown status is waited through. Ends
 * only by its consumer, the deadline, the signal, `close()`, or an error that is not transient.
 */
async function* poll(
  job: JobRef,
  { onStatus, ...options }: BegunWait,
): AsyncGenerator<FullAnswer<SkipTraceJob>> {
  const { transport, id: jobId } = job;
  const { clock } = transport;
  const { scope } = options;
  const startedAt = clock.monotonic();
  let delayMs = firstDelayMs;
  let failures = 0;
  let failingSince = 0;
  let lastStatus: JobStatus | undefined;
  /** Turns the deadline of the call into the end of the wait. */
  const orTimedOut = (error: unknown) =>
    isSkipTraceError(error, 'timeout') && scope.leftMs <= 0
      ? new JobTimeoutError({ jobId, lastStatus, waitedMs: Math.round(clock.monotonic() - startedAt) })
      : error;
  for (;;) {
    let notBefore = 0;
    let failure;
    try {
      // No retries within a read: they would hide failures from the count.
      const answer = await readJob(job, { ...options, maxRetries: 0 });
      const { data, headers } = answer;
      failures = 0;
      notBefore = retryAtOf(Object.fromEntries(headers), clock.now()) ?? 0;
      if (lastStatus !== undefined && data.status !== lastStatus) delayMs = firstDelayMs;
      lastStatus = data.status;
      tell(onStatus, data);
      yield answer;
    } catch (error) {
      if (!isSkipTraceError(error) || !passing.has(error.code) || scope.cut !== undefined)
        throw orTimedOut(error);
      failure = error;
      const isRateLimit = isSkipTraceError(error, 'rate_limited');
      const toldWhen = isRateLimit || isSkipTraceError(error, 'server_error') ? error.retryAt : undefined;
      if (toldWhen) notBefore = toldWhen.getTime();
      // A rate limit's request to wait is not a failure.
      if (!(isRateLimit && toldWhen)) {
        if (++failures === 1) failingSince = clock.monotonic();
        const outageMs = clock.monotonic() - failingSince;
        if (failures > maxFailuresInRow && outageMs > longestOutageMs) throw error;
        // The server was never reached: probably a wrong base URL, not a transient outage.
        const isUnreachable = error.code === 'connection' && !transport.service.wasReached;
        if (isUnreachable && failures > 1 && scope.deadlineAt === Infinity) throw error;
      }
    }
    if (failure) delayMs = Math.max(delayMs, delayAfterFailureMs);
    const waitMs = Math.max(delayMs * (1 - jitter * clock.random()), notBefore - clock.now());
    delayMs = Math.min(longestDelayMs, delayMs * growth);
    if (failure) {
      const operation = 'getSkipTraceJob';
      transport.retrying({ operation, attempt: failures, waitMs, error: failure });
    }
    try {
      await scope.sleep(waitMs, { jobId });
    } catch (error) {
      throw orTimedOut(error);
    }
  }
}

export async function* watch(
  job: JobRef,
  options: WaitOptions,
): AsyncGenerator<SkipTraceJob, void, undefined> {
  const terminal: readonly JobStatus[] = TERMINAL_JOB_STATUSES;
  let last = '';
  for await (const { data } of poll(job, job.transport.begin(options))) {
    // Links are signed anew at each read; that does not count as a change.
    const shown = JSON.stringify({ ...data, downloadUrl: data.downloadUrl !== null });
    if (shown !== last) yield data;
    last = shown;
    if (terminal.includes(data.status)) return;
  }
}

export interface Awaited {
  /** Statuses that end the wait. */
  readonly statuses: readonly JobStatus[];
  /** Statuses that the job does not leave by itself. */
  readonly stuckIn?: readonly JobStatus[];
}

/** Waits until the job is in one of `statuses`. Throws if it failed, was cancelled, or is stuck. */
export async function waitFor(
  job: JobRef,
  { statuses, stuckIn = [] }: Awaited,
  options: WaitOptions,
): Promise<FullAnswer<SkipTraceJob>> {
  for await (const answer of poll(job, job.transport.begin(options))) {
    const { status } = answer.data;
    if (statuses.includes(status)) return answer;
    if (status === 'failed') throw jobFailed(answer.data);
    if (status === 'cancelled') throw new JobCancelledError({ jobId: job.id });
    if (stuckIn.includes(status)) {
      const message = `The job is in ${status}: confirm it first. Nothing was charged.`;
      throw new ConflictError(message, { jobId: job.id, currentStatus: status });
    }
  }
  throw new Error('a wait ended without a job');
}
