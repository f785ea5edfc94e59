import type { JobStatus, SkipTraceJob } from '../open-answers.js';

import type { FullAnswer } from '../answer.js';
import type { OptionNames } from '../check-options.js';
import { ConflictError, isSkipTraceError, JobCancelledError, JobTimeoutError } from '../errors/index.js';
import { callOptions, type CallOptions } from '../options.js';
import type { BegunOptions } from '../transport/call.js';
import { parseRetryAfter } from '../transport/retry-after.js';
import { tell } from '../transport/tell.js';
import { type JobsApi, readJob } from './api.js';
import { jobFailed } from './settle.js';

/**
 * How long to wait for a job. `deadlineMs` bounds the whole wait: then `JobTimeoutError`, and the job goes on at the
 * server. `timeoutMs` bounds one read of the job, as everywhere.
 */
export interface WaitOptions extends Omit<CallOptions, 'idempotencyKey' | 'maxRetries'> {
  /** Told of every read. */
  onStatus?: ((job: SkipTraceJob) => void) | undefined;
}

const { idempotencyKey: _idempotencyKey, maxRetries: _maxRetries, ...shared } = callOptions;
export const waitOptions: OptionNames<WaitOptions> = { ...shared, onStatus: true };

type BegunWait = WaitOptions & BegunOptions;

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
const growth = 1.5;
/** Part of a delay that is left to chance, so that many clients do not ask in step. */
const jitter = 0.25;
/** A server that is being replaced fails for a while, and a wait outlives that: both have to be passed. */
const maxFailuresInRow = 5;
const longestOutageMs = 120_000;

/** Errors of one read that say nothing about the next: a deploy, a proxy's page, a network's hiccup. */
const passing: ReadonlySet<string> = new Set([
  'connection',
  'rate_limited',
  'response_format',
  'server_error',
  'timeout',
]);

/**
 * Reads a job again and again: after 1 s at first, then ever more slowly up to 30 s, from the beginning when its
 * status moved, and never sooner than a Retry-After asks. Yields every read. An unknown status is one more to wait
 * through. Ends only by its consumer, the deadline, the signal, `close()`, or an error that does not pass.
 */
async function* poll(
  api: JobsApi,
  jobId: string,
  { onStatus, ...options }: BegunWait,
): AsyncGenerator<FullAnswer<SkipTraceJob>> {
  const { clock, transport } = api;
  const { scope } = options;
  const startedAt = clock.monotonic();
  let delayMs = firstDelayMs;
  let failures = 0;
  let failingSince = 0;
  let lastStatus: JobStatus | undefined;
  /** The deadline of the call is the end of the wait. */
  const orTimedOut = (error: unknown) =>
    isSkipTraceError(error, 'timeout') && scope.leftMs <= 0
      ? new JobTimeoutError({ jobId, lastStatus, waitedMs: Math.round(clock.monotonic() - startedAt) })
      : error;
  for (;;) {
    let notBefore = 0;
    let failure;
    try {
      // No retries within a read: they would hide failures from the count.
      const answer = await readJob(api, jobId, { ...options, maxRetries: 0 }).withResponse();
      const { data: job, headers } = answer;
      failures = 0;
      notBefore = retryAtOf(headers, clock.now()) ?? 0;
      if (lastStatus !== undefined && job.status !== lastStatus) delayMs = firstDelayMs;
      lastStatus = job.status;
      tell(onStatus, job);
      yield answer;
    } catch (error) {
      if (!isSkipTraceError(error) || !passing.has(error.code) || scope.cut !== undefined)
        throw orTimedOut(error);
      failure = error;
      const isRateLimit = isSkipTraceError(error, 'rate_limited');
      const toldWhen = isRateLimit || isSkipTraceError(error, 'server_error') ? error.retryAt : undefined;
      if (toldWhen) notBefore = toldWhen.getTime();
      // Being told to come later by a rate limit is no failure.
      if (!(isRateLimit && toldWhen)) {
        if (++failures === 1) failingSince = clock.monotonic();
        const outageMs = clock.monotonic() - failingSince;
        if (failures > maxFailuresInRow && outageMs > longestOutageMs) throw error;
        // The server was never reached: probably a wrong base URL, not an outage that passes.
        const isUnreachable = error.code === 'connection' && !transport.wasReached;
        if (isUnreachable && failures > 1 && scope.deadlineAt === Infinity) throw error;
      }
    }
    const waitMs = Math.max(delayMs * (1 - jitter * clock.random()), notBefore - clock.now());
    delayMs = Math.min(longestDelayMs, delayMs * growth);
    if (failure) {
      const operation = 'getSkipTraceJob';
      transport.observers.retrying({ operation, attempt: failures, waitMs, error: failure });
    }
    try {
      await scope.sleep(waitMs, { jobId });
    } catch (error) {
      throw orTimedOut(error);
    }
  }
}

function retryAtOf(headers: Headers, now: number): number | undefined {
  return parseRetryAfter(headers.get('retry-after') ?? undefined, headers.get('date') ?? undefined, now);
}

const terminal: readonly string[] = ['completed', 'failed', 'cancelled'] satisfies JobStatus[];

/** The job each time something about it changed; ends with the status it stays in. */
export async function* watch(
  api: JobsApi,
  jobId: string,
  options: WaitOptions,
): AsyncGenerator<SkipTraceJob> {
  let last = '';
  for await (const { data: job } of poll(api, jobId, api.transport.begin(options))) {
    // Each read signs its links anew; that is no change of the job.
    const shown = JSON.stringify({ ...job, downloadUrl: job.downloadUrl !== null });
    if (shown !== last) yield job;
    last = shown;
    if (terminal.includes(job.status)) return;
  }
}

export interface Awaited {
  /** Statuses that end the wait. */
  readonly statuses: readonly JobStatus[];
  /** Statuses the job does not leave by itself. */
  readonly stuckIn?: readonly JobStatus[];
}

/** Waits until the job is in one of `statuses`. Throws when it ended as failed or cancelled instead, or is stuck. */
export async function waitFor(
  api: JobsApi,
  jobId: string,
  { statuses, stuckIn = [] }: Awaited,
  options: WaitOptions,
): Promise<FullAnswer<SkipTraceJob>> {
  for await (const answer of poll(api, jobId, api.transport.begin(options))) {
    const { data: job } = answer;
    if (statuses.includes(job.status)) return answer;
    if (job.status === 'failed') throw jobFailed(job);
    if (job.status === 'cancelled') throw new JobCancelledError({ jobId });
    if (stuckIn.includes(job.status)) {
      const message = `The job is in ${job.status}: confirm it first. Nothing was charged.`;
      throw new ConflictError(message, { jobId, currentStatus: job.status });
    }
  }
  throw new Error('a wait ended without a job');
}
