import type { ColumnMapping, JobHandle, SkipTrace, SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import type { Receipt } from '../money/receipt.js';
import { noteJob } from './facts.js';
import type { UploadRecord } from './record.js';

export interface JobToMake {
  readonly filename: string;
  readonly columnMapping: ColumnMapping;
}

export interface FoundJob {
  readonly handle: JobHandle;
  readonly job: SkipTraceJob;
  /** Whether an earlier run made it. */
  readonly continued: boolean;
}

/** Jobs that can still lead to a result. A failed or cancelled one cost nothing and is replaced. */
const ALIVE = (job: SkipTraceJob) => job.status !== 'failed' && job.status !== 'cancelled';

/** The job of this upload: the one that was made before, if the account still has it, or a new one. */
export async function findOrCreate(
  client: SkipTrace,
  record: UploadRecord,
  make: JobToMake,
  startOver: boolean,
  context: Context,
): Promise<FoundJob> {
  const { receipt, signal } = context;
  let entry = startOver ? undefined : await latestAlive(client, record, receipt, signal);
  if (entry?.job && entry.job.status !== 'pending') {
    return { handle: client.jobs.handle(entry.job.id), job: entry.job, continued: true };
  }
  // A create whose answer was lost, or whose file never came, is asked for again under its key: that answers the same job,
  // with an address for the file that is still good.
  entry ??= { key: (await record.begin()).idempotencyKey };
  const handle = await client.jobs.create(make, { idempotencyKey: entry.key, signal });
  await record.created(entry.key, handle.id);
  const job = await handle.get({ signal });
  noteJob(receipt, job);
  return { handle, job, continued: handle.id === entry.job?.id };
}

/** The newest recorded job that can still lead to a result, or the create that was never answered. */
async function latestAlive(
  client: SkipTrace,
  record: UploadRecord,
  receipt: Receipt,
  signal: AbortSignal,
): Promise<{ key: string; job?: SkipTraceJob } | undefined> {
  for (const { idempotencyKey: key, jobId } of record.jobs) {
    if (jobId === undefined) return { key };
    const job = await findJob(client, jobId, signal);
    if (!job || !ALIVE(job)) continue;
    noteJob(receipt, job);
    return { key, job };
  }
  return undefined;
}

/** A job of this account; undefined when it has none of this id. */
export async function findJob(
  client: SkipTrace,
  id: string,
  signal: AbortSignal,
): Promise<SkipTraceJob | undefined> {
  try {
    return await client.jobs.get(id, { signal });
  } catch (error) {
    // The record is of another account that was logged in under the same profile name.
    if (error instanceof Error && 'code' in error && error.code === 'not_found') return undefined;
    throw error;
  }
}
