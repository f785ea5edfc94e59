import type { JobStatus, SkipTraceJob } from '../open-answers.js';

import { isSkipTraceError, JobCancelledError, JobTimeoutError } from '../errors/index.js';
import type { CallOptions } from '../options.js';
import { parseRetryAfter } from '../transport/retry-after.js';
import { type JobsApi, readJob } from './api.js';
import { pause } from './pause.js';
import { jobFailed } from './settle.js';

/** How long to wait for a job. */
export interface WaitOptions {
  /** Longest wait; then `JobTimeoutError`, and the job goes on at the server. Default: no limit. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Told of every read. */
  onStatus?: ((job: SkipTraceJob) => void) | undefined;
}

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
const growth = 1.5;
/** Part of a delay that is left to chance, so that many clients do not ask in step. */
const jitter = 0.25;
/** A network that fails more often in a row than this is not having a hiccup. */
const maxFailuresInRow = 5;

/**
 * Reads a job again and again: after 1 s at first, then ever more slowly up to 30 s, from the beginning when its
 * status moved, and never sooner than a Retry-After asks. Yields every read. An unknown status is one more to wait
 * through. Ends only by its consumer, the time, the signal, or an error that does not pass.
 */
export async function* poll(api: JobsApi, jobId: string, options: WaitOptions): AsyncGenerator<SkipTraceJob> {
  const { clock } = api;
  const { timeoutMs = Infinity, signal } = options;
  const until = clock.now() + timeoutMs;
  let delayMs = firstDelayMs;
  let failures = 0;
  let lastStatus: JobStatus | undefined;
  for (;;) {
    const leftMs = until - clock.now();
    if (leftMs <= 0) throw new JobTimeoutError({ jobId, lastStatus, timeoutMs });
    // Tries of its own would hide failures from the count, and waits from the time limit.
    const call: CallOptions = {
      signal,
      maxRetries: 0,
      ...(leftMs === Infinity ? {} : { deadlineMs: leftMs }),
    };
    let notBefore = 0;
    try {
      const { data: job, headers } = await readJob(api, jobId, call).withResponse();
      failures = 0;
      notBefore =
        parseRetryAfter(
          headers.get('retry-after') ?? undefined,
          headers.get('date') ?? undefined,
          clock.now(),
        ) ?? 0;
      if (lastStatus !== undefined && job.status !== lastStatus) delayMs = firstDelayMs;
      lastStatus = job.status;
      options.onStatus?.(job);
      yield job;
    } catch (error) {
      if (!isSkipTraceError(error) || !error.retryable) throw error;
      const isRateLimit = isSkipTraceError(error, 'rate_limited');
      const toldWhen = isRateLimit || isSkipTraceError(error, 'server_error') ? error.retryAt : undefined;
      if (toldWhen) notBefore = toldWhen.getTime();
      // Being told to come later by a rate limit is no failure.
      if (!(isRateLimit && toldWhen) && ++failures > maxFailuresInRow) throw error;
    }
    const ownDelayMs = delayMs * (1 - jitter * clock.random());
    const waitMs = Math.max(ownDelayMs, notBefore - clock.now());
    delayMs = Math.min(longestDelayMs, delayMs * growth);
    await pause(api, Math.min(waitMs, Math.max(0, until - clock.now())), signal);
  }
}

const terminal: readonly string[] = ['completed', 'failed', 'cancelled'] satisfies JobStatus[];

/** The job each time something about it changed; ends with the status it stays in. */
export async function* watch(
  api: JobsApi,
  jobId: string,
  options: WaitOptions,
): AsyncGenerator<SkipTraceJob> {
  let last = '';
  for await (const job of poll(api, jobId, options)) {
    // Each read signs its links anew; that is no change of the job.
    const shown = JSON.stringify({ ...job, downloadUrl: job.downloadUrl !== null });
    if (shown !== last) yield job;
    last = shown;
    if (terminal.includes(job.status)) return;
  }
}

/** Waits until the job is in one of `statuses`. Throws when it ended as failed or cancelled instead. */
export async function waitFor(
  api: JobsApi,
  jobId: string,
  statuses: readonly JobStatus[],
  options: WaitOptions,
): Promise<SkipTraceJob> {
  for await (const job of poll(api, jobId, options)) {
    if (statuses.includes(job.status)) return job;
    if (job.status === 'failed') throw jobFailed(job);
    if (job.status === 'cancelled') throw new JobCancelledError({ jobId });
  }
  throw new JobTimeoutError({ jobId, lastStatus: undefined, timeoutMs: options.timeoutMs ?? Infinity });
}
