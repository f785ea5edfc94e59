import type { JobHandle, SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { dollars } from '../amounts.js';
import { plain } from '../terminal/text.js';
import { noteJob } from './price.js';
import { shortId } from './words.js';

/** Statuses at which waiting for a job can end. */
export type Stop = 'preview' | 'completed';

/** Statuses that end the wait although the wanted status will never come. */
const ENDED: ReadonlySet<string> = new Set(['failed', 'cancelled']);

/**
 * Waits until the job needs a person or is ready to download: its preview, or its end. The receipt and the
 * progress display follow every status in between.
 */
export async function follow(
  handle: JobHandle,
  stops: readonly Stop[],
  context: Context,
): Promise<SkipTraceJob> {
  const { receipt, signal } = context;
  const progress = await context.progress();
  for await (const job of handle.watch({ signal })) {
    noteJob(receipt, job);
    if (stops.some((stop) => stop === job.status) || ENDED.has(job.status)) {
      progress.stop();
      return job;
    }
    progress.waiting(job.status);
  }
  throw new Failure('still_running', `Job ${shortId(handle.id)} is still running on the server.`, {
    next: receipt.suggest('jobs', 'wait', handle.id),
  });
}

/** The failure of a job that will never have a result. */
export function endedBadly(job: SkipTraceJob, context: Context): Failure {
  if (job.status === 'cancelled')
    return new Failure('job_cancelled', `Job ${shortId(job.id)} was cancelled.`);
  const reason = plain(job.errorMessage ?? 'the service gave no reason');
  const refund = job.refundCents === null || job.refundCents === undefined ? undefined : job.refundCents;
  if (refund !== undefined) context.receipt.refunded(refund);
  return new Failure('job_failed', `Job ${shortId(job.id)} failed: ${reason}`, {
    hint: refund === undefined ? undefined : `The ${dollars(refund)} you paid was refunded.`,
  });
}
