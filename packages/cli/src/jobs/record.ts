import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { isRecord } from '../json.js';
import { Failure } from '../failures/failure.js';
import type { Host } from '../host.js';
import { stateDirectory, forgetOld } from '../settings/paths.js';
import { makePrivateFolder, readJson, writeJson } from '../settings/private-file.js';
import { takeLock } from './lock.js';

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
    const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
    const file = path.join(stateDirectory(host), 'uploads', `${name}.json`);
    await makePrivateFolder(path.dirname(file));
    const unlock = await takeLock(`${file}.lock`, host);
    await forgetOld(path.dirname(file), name, host);
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
