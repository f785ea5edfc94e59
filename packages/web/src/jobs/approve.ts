import type { SkipTraceJob } from '@skiptrace/contract';
import { bodyOf, contract } from '../api/clients.js';
import { Problem } from '../api/problem.js';
import { isApproved } from './words.js';

const ASKED_EVERY_MS = 3_000;
/** No answer comes any more after a sleep of the computer, for example. */
const ANSWER_MS = 30_000;
/** A request that is on its way arrives within this time, or never: the server gives up slow ones earlier. */
const ON_ITS_WAY_MS = 60_000;

interface Approving {
  /** The job as it is now; it may be asked at any time. @throws Problem */
  readonly read: () => Promise<SkipTraceJob>;
  /** Told when no answer came: whether the job was approved is not known yet. */
  readonly onUnknown: () => void;
}

/**
 * Pays the exact price of a job in preview. The request is sent once. Where its answer is lost, or does not tell, the job is
 * asked until it is approved, or until the request can't arrive any more.
 * @throws Problem when the job was not approved, and nothing was charged; or when nothing more can be known here, because the
 * session has ended, for example
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
      // Another tab was faster, or the server can't say.
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
