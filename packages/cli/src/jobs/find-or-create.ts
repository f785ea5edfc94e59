import { createHash, randomUUID } from 'node:crypto';
import type { ColumnMapping, JobHandle, SkipTrace, SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import type { Receipt } from '../money/receipt.js';
import { isPaid, noteJob } from './facts.js';
import type { UploadRecord } from './record.js';

export interface JobToMake {
  readonly filename: string;
  readonly columnMapping: ColumnMapping;
  /** Tells the same list again, from any machine. */
  readonly contentDigest: string;
}

export interface FoundJob {
  readonly handle: JobHandle;
  readonly job: SkipTraceJob;
  /** Where it was made before this run: on this machine, or anywhere else; undefined for a new one. */
  readonly madeBefore: 'here' | 'elsewhere' | undefined;
}

/** Jobs that can still lead to a result. A failed or cancelled one cost nothing and is replaced. */
const isAlive = (job: SkipTraceJob) => job.status !== 'failed' && job.status !== 'cancelled';

/**
 * The job of this list: the one that was paid for, by whichever machine, or else one that was made before and can still lead to a
 * result, or a new one.
 */
export async function findOrCreate(
  client: SkipTrace,
  record: UploadRecord,
  make: JobToMake,
  startOver: boolean,
  context: Context,
): Promise<FoundJob> {
  const { receipt, signal } = context;
  const same = startOver ? [] : await jobsOfList(client, make.contentDigest, signal);
  const recorded = startOver ? undefined : await latestAlive(client, record, receipt, signal);
  const known = recorded?.job;
  const elsewhere = bestOf(same.filter(isAlive));
  const found = bestOf([known, elsewhere].filter((job) => job !== undefined));
  if (found && found.status !== 'pending') {
    noteJob(receipt, found);
    if (found.id === known?.id)
      return { handle: client.jobs.handle(found.id), job: known, madeBefore: 'here' };
    await record.adopt(found.id);
    return { handle: client.jobs.handle(found.id), job: found, madeBefore: 'elsewhere' };
  }
  // A create whose answer was lost, or whose file never came, is asked for again under its key: that answers the same job,
  // with an address for the file that is still good.
  const key = recorded?.key ?? (startOver ? randomUUID() : keyOf(make, same));
  const create = (under: string) => created(client, record, make, under, signal);
  let made = await create(key);
  // Under this key stands a job that came to nothing, or belongs to another account.
  if (!made.job || !isAlive(made.job)) made = await create(randomUUID());
  const { handle, job = await handle.get({ signal }) } = made;
  noteJob(receipt, job);
  return { handle, job, madeBefore: handle.id === known?.id ? 'here' : undefined };
}

async function created(
  client: SkipTrace,
  record: UploadRecord,
  make: JobToMake,
  key: string,
  signal: AbortSignal,
): Promise<{ handle: JobHandle; job: SkipTraceJob | undefined }> {
  await record.begin(key);
  const handle = await client.jobs.create(make, { idempotencyKey: key, signal });
  await record.created(key, handle.id);
  return { handle, job: await findJob(client, handle.id, signal) };
}

/**
 * Two machines that begin with the same list at the same time create under the same key, so they get one job, which is paid for
 * once. Jobs that came to nothing are counted, because their keys are used up.
 */
function keyOf({ filename, contentDigest }: JobToMake, same: readonly SkipTraceJob[]): string {
  const ended = same.filter((job) => !isAlive(job)).length;
  return createHash('sha256')
    .update(JSON.stringify([contentDigest, filename, ended]))
    .digest('hex');
}

/** The account's jobs of the same list, newest first; none at a service that doesn't know digests. */
async function jobsOfList(
  client: SkipTrace,
  contentDigest: string,
  signal: AbortSignal,
): Promise<SkipTraceJob[]> {
  const jobs = await client.jobs.list({ contentDigest, signal });
  return jobs.filter((job) => job.contentDigest === contentDigest);
}

/** A paid job before one that waits, and one whose file is kept before one whose file is gone. */
function bestOf(jobs: readonly SkipTraceJob[]): SkipTraceJob | undefined {
  const worth = (job: SkipTraceJob) =>
    job.status === 'pending' ? 0 : !isPaid(job) ? 1 : job.status === 'completed' && !job.downloadUrl ? 2 : 3;
  return [...jobs].sort((a, b) => worth(b) - worth(a))[0];
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
    if (!job || !isAlive(job)) continue;
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
