import type { ColumnMapping, JobHandle, SkipTrace, SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import type { Receipt } from '../money/receipt.js';
import { noteJob } from './price.js';
import type { UploadRecord } from './record.js';

export interface JobToMake {
  readonly filename: string;
  readonly columnMapping: ColumnMapping;
  /** Identifies the same list on any machine. */
  readonly contentDigest: string;
  readonly requirePhone?: boolean;
}

export interface FoundJob {
  readonly handle: JobHandle;
  readonly job: SkipTraceJob;
  /** Where the job was created before this run: on this machine, or elsewhere; undefined for a new one. */
  readonly madeBefore: 'here' | 'elsewhere' | undefined;
}

/** Jobs that can still lead to a result. A failed or cancelled one cost nothing and is replaced. */
const isAlive = (job: SkipTraceJob) => job.status !== 'failed' && job.status !== 'cancelled';

/**
 * The job of this list: the paid one, on whatever machine it was created; else an existing one that can still
 * lead to a result; else a new one. This machine's record adds the key of a create without an answer, and
 * jobs of a service that doesn't know digests.
 */
export async function findOrCreate(
  client: SkipTrace,
  record: UploadRecord,
  make: JobToMake,
  startOver: boolean,
  { receipt, signal }: Context,
): Promise<FoundJob> {
  const recorded = startOver ? undefined : await latestAlive(client, record, receipt, signal);
  const known = recorded?.job;
  let key = '';
  const { handle, found } = await client.jobs.ofList(make, {
    ...{ startOver, known, signal, idempotencyKey: recorded?.key },
    onCreate: async (begun) => record.begin((key = begun)),
  });
  if (found === undefined) await record.created(key, handle.id);
  else if (found.id !== known?.id) await record.adopt(found.id);
  const job = found ?? (await handle.get({ signal }));
  noteJob(receipt, job);
  const madeBefore = handle.id === known?.id ? 'here' : found && 'elsewhere';
  return { handle, job, madeBefore };
}

/** The newest recorded job that can still lead to a result, or a create without an answer. */
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

/** A job of this account; undefined if the account has no job with this id. */
export async function findJob(
  client: SkipTrace,
  id: string,
  signal: AbortSignal,
): Promise<SkipTraceJob | undefined> {
  try {
    return await client.jobs.get(id, { signal });
  } catch (error) {
    // The record is from another account that used the same profile name.
    if (error instanceof Error && 'code' in error && error.code === 'not_found') return undefined;
    throw error;
  }
}
