import type { SkipTraceJob } from '@skiptrace/contract';
import { bodyOf, contract } from '../api/clients.js';
import { Problem } from '../api/problem.js';
import { isApproved } from './words.js';

const ASKED_EVERY_MS = 3_000;
/** Timeout of a response: after the computer slept, for example, none ever comes. */
const ANSWER_MS = 30_000;
/** Within this time a sent request arrives or never will: the server drops slow requests earlier. */
const ON_ITS_WAY_MS = 60_000;

interface Approving {
  /** Reads the job. @throws Problem */
  readonly read: () => Promise<SkipTraceJob>;
  /** Called when no response came, so it isn't known yet whether the job was approved. */
  readonly onUnknown: () => void;
}

/**
 * Pays the exact price of a job in preview. The request is sent once. If its response is lost or inconclusive, polls the job
 * until it is approved, or until the request can't arrive any more.
 * @throws Problem if the job was not approved and nothing was charged, or if the outcome can't be found out here, for example
 * because the session has ended
 */
export async function approve(jobId: string, { read, onUnknown }: Approving): Promise<void> {
  const sentAt = Date.now();
  try {
    await bodyOf(
      contract.POST('/api/user/skip-trace/{jobId}/confirm', {
        params: { path: { jobId } },
        signal: AbortSignal.timeout(ANSWER_MS),
      }),
    );
  } catch (error) {
    if (error instanceof Problem && error.isNothingDone) {
      const job = await read().catch(() => undefined);
      // Another tab approved first, or the response was inconclusive.
      if (job !== undefined && isApproved(job)) return;
      throw error;
    }
    await untilKnown({ read, onUnknown }, sentAt);
  }
}

async function untilKnown({ read, onUnknown }: Approving, sentAt: number): Promise<void> {
  for (;;) {
    const askedAt = Date.now();
    const job = await read().catch((error: unknown) => {
      if (error instanceof Problem && !error.isPassing) throw error;
    });
    if (job !== undefined && job.status !== 'preview') return;
    if (job !== undefined && askedAt - sentAt >= ON_ITS_WAY_MS)
      throw new Problem(
        'The job still waits: the approval had no effect, and nothing was charged. You can approve it again.',
        null,
      );
    onUnknown();
    await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
  }
}
