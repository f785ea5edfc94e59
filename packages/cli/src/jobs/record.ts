import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ColumnMapping, JobHandle, SkipTrace, SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { errorCode } from '../failures/system-error.js';
import type { Host } from '../host.js';
import { isRecord } from '../json.js';
import type { Receipt } from '../receipt.js';
import { readJson, writeJson } from '../settings/private-file.js';
import { holdState } from './lock.js';
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
  readonly output?: WrittenOutput;
}

export interface WrittenOutput {
  readonly path: string;
  readonly sha256: string;
}

interface Content {
  readonly version: 1;
  readonly filename: string;
  /** Newest first. Several if the account was another in between, or after `--new`. */
  readonly jobs: readonly RecordedJob[];
}

/** Number of jobs kept; older ones are long past the service's retention. */
const MAX_JOBS = 20;

/**
 * Record of one upload, in a private file of the state directory, with the job it became. Held by one process
 * at a time. It stores no addresses and no key, only digests and job ids.
 */
export class UploadRecord {
  private constructor(
    private readonly file: string,
    private readonly unlock: () => Promise<void>,
    private content: Content,
  ) {}

  static async open(host: Host, identity: UploadIdentity, filename: string): Promise<UploadRecord> {
    const { place, unlock } = await holdState(host, 'uploads', identity);
    const file = `${place}.json`;
    try {
      return new UploadRecord(file, unlock, (await readContent(file)) ?? { version: 1, filename, jobs: [] });
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  get jobs(): readonly RecordedJob[] {
    return this.content.jobs;
  }

  /** Stores the key before the job is created. */
  async begin(idempotencyKey: string): Promise<void> {
    const others = this.content.jobs.filter((job) => job.idempotencyKey !== idempotencyKey);
    const known = this.content.jobs.find((job) => job.idempotencyKey === idempotencyKey);
    await this.#write([known ?? { idempotencyKey }, ...others].slice(0, MAX_JOBS));
  }

  /** Stores a job that another machine created for the same list. */
  async adopt(jobId: string): Promise<void> {
    const others = this.content.jobs.filter((job) => job.jobId !== jobId);
    await this.#write([{ idempotencyKey: randomUUID(), jobId }, ...others].slice(0, MAX_JOBS));
  }

  async created(idempotencyKey: string, jobId: string): Promise<void> {
    await this.#write(
      this.content.jobs.map((job) =>
        job.idempotencyKey === idempotencyKey ? { idempotencyKey, jobId } : job,
      ),
    );
  }

  async wrote(jobId: string, file: string): Promise<void> {
    const output = { path: file, sha256: await digestOf(file) };
    await this.#write(this.content.jobs.map((job) => (job.jobId === jobId ? { ...job, output } : job)));
  }

  /** The job that wrote this file as its result, unchanged since; undefined for any other file. */
  async jobOf(file: string): Promise<string | undefined> {
    const candidates = this.content.jobs.filter(({ output }) => output?.path === file);
    if (candidates.length === 0) return undefined;
    const sha256 = await digestOf(file);
    return candidates.find(({ output }) => output?.sha256 === sha256)?.jobId;
  }

  async close(): Promise<void> {
    await this.unlock();
  }

  async #write(jobs: readonly RecordedJob[]): Promise<void> {
    this.content = { ...this.content, jobs };
    await writeJson(this.file, this.content);
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function readContent(file: string): Promise<Content | undefined> {
  const content = await readJson(file).catch(() => 'broken');
  if (content === undefined) return undefined;
  if (isRecord(content) && content['version'] === 1 && Array.isArray(content['jobs']))
    return content as unknown as Content;
  // Continuing without the record could pay for the same file twice.
  throw new Failure(
    'usage',
    `${file} cannot be read, so whether this file was paid for before is not known.`,
    {
      hint: '"skiptrace jobs list" shows it. Delete the file to start over.',
    },
  );
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
    if (errorCode(error) === 'not_found') return undefined;
    throw error;
  }
}
