import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ColumnMapping, JobHandle, SkipTrace, SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { errorCode } from '../failures/system-error.js';
import type { Host } from '../host.js';
import { isRecord } from '../json.js';
import type { Receipt } from '../receipt.js';
import { Memory } from './memory.js';
import { noteJob } from './words.js';

/** Identity of an upload: equal ones must never be paid for twice. */
export interface UploadIdentity {
  /** `contentDigest` of the list: its bytes, its columns, and whether repeats are paid for. */
  readonly content: string;
  readonly baseUrl: string;
  readonly profileName: string;
}

/** A job that was created, or is about to be created, for this upload. */
export interface RecordedJob {
  /** Sent with the create request, so that a repeated create makes no second job. */
  readonly idempotencyKey: string;
  readonly jobId?: string;
  /** The last file its result was written to. */
  readonly output?: { readonly path: string; readonly sha256: string };
}

interface Content {
  readonly version: 1;
  /** Newest first. Several if the account was another in between, or after `--new`. */
  readonly jobs: readonly RecordedJob[];
}

const isJob = (value: unknown): value is RecordedJob =>
  isRecord(value) &&
  typeof value['idempotencyKey'] === 'string' &&
  ['undefined', 'string'].includes(typeof value['jobId']);

const isContent = (value: unknown): value is Content =>
  isRecord(value) && value['version'] === 1 && Array.isArray(value['jobs']) && value['jobs'].every(isJob);

/** Number of jobs kept; older ones are long past the service's retention. */
const MAX_JOBS = 20;

/** The memory of one upload, with the job it became. It stores no addresses and no key, only digests and job ids. */
export class UploadRecord {
  private constructor(private readonly memory: Memory<Content>) {}

  static async open(host: Host, identity: UploadIdentity): Promise<UploadRecord> {
    return new UploadRecord(await Memory.open(host, 'uploads', identity, isContent));
  }

  get jobs(): readonly RecordedJob[] {
    return this.memory.value?.jobs ?? [];
  }

  /** Stores a job as the newest: its key before it is created, then its id. */
  async put(job: RecordedJob): Promise<void> {
    const others = this.jobs.filter(
      ({ idempotencyKey, jobId }) =>
        idempotencyKey !== job.idempotencyKey && (jobId === undefined || jobId !== job.jobId),
    );
    await this.memory.write({ version: 1, jobs: [job, ...others].slice(0, MAX_JOBS) });
  }

  async wrote(jobId: string, file: string): Promise<void> {
    const job = this.jobs.find((known) => known.jobId === jobId);
    if (job) await this.put({ ...job, output: { path: file, sha256: await digestOf(file) } });
  }

  /** The job that wrote this file as its result, unchanged since; undefined for any other file. */
  async jobOf(file: string): Promise<string | undefined> {
    const candidates = this.jobs.filter(({ output }) => output?.path === file);
    if (candidates.length === 0) return undefined;
    const sha256 = await digestOf(file);
    return candidates.find(({ output }) => output?.sha256 === sha256)?.jobId;
  }

  close(): Promise<void> {
    return this.memory.close();
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

interface JobToMake {
  readonly filename: string;
  readonly columnMapping: ColumnMapping;
  /** Identifies the same list on any machine. */
  readonly contentDigest: string;
  readonly requirePhone?: boolean;
}

interface FoundJob {
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
    startOver,
    known,
    signal,
    idempotencyKey: recorded?.key,
    onCreate: async (begun) => {
      key = begun;
      const before = record.jobs.find(({ idempotencyKey }) => idempotencyKey === begun);
      await record.put(before ?? { idempotencyKey: begun });
    },
  });
  if (found === undefined) await record.put({ idempotencyKey: key, jobId: handle.id });
  else if (found.id !== known?.id) await record.put({ idempotencyKey: randomUUID(), jobId: found.id });
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
    if (errorCode(error) === 'not_found') return undefined;
    throw error;
  }
}
