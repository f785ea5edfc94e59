import { limits, type JobActionResponse } from '@skiptrace/contract';
import type { Caller } from '../accounts/index.js';
import { FileTooLargeError, type LinkQuery, type StoredFile } from '../storage/index.js';
import { requireRoomForFiles } from './disk-room.js';
import { replaceEndedFiles } from './ended-files.js';
import { JobEntity, type Job } from './entities.js';
import { InvalidUploadError } from './errors.js';
import { uploadName } from './files.js';
import { requireJob, requireStatus, transition } from './job-rows.js';
import type { JobParts } from './jobs.js';
import { requireRoomForBytes, unpaidBytes } from './quotas.js';
import { UploadShares, type UploadShare } from './upload-shares.js';

/** Puts the file away as it comes in. */
export type KeepFile = (file: AsyncIterable<Uint8Array>) => Promise<StoredFile>;

/** How an upload arrives: calls `keep` with the file, and resolves when everything sent with it was in order. */
export type Arrival = (keep: KeepFile) => Promise<StoredFile>;

/**
 * Takes the file of a pending job, by either method. The file is stored under a name of its own first; the job is told
 * by compare-and-set, so an upload that comes too late changes nothing.
 */
export class Uploads {
  readonly #shares: UploadShares;

  constructor(private readonly parts: JobParts) {
    this.#shares = new UploadShares(parts.quotas);
  }

  /**
   * The direct upload: the file is there, and matching is queued.
   * @throws JobNotFoundError, JobStatusConflictError, AccountLimitError, InvalidUploadError, StoreFullError
   */
  async direct({ accountId, mode }: Caller, jobId: string, arrive: Arrival): Promise<JobActionResponse> {
    const { database, clock, queue, store, quotas } = this.parts;
    const job = await requireJob(database.read, { id: jobId, accountId, mode });
    requireStatus(job, 'upload');
    await this.#receive(job, arrive, limits.directUploadBytes, async (version, { sizeBytes }) => {
      await database.write(async (tx) => {
        const changes = { uploadVersion: version, uploadBytes: sizeBytes, updatedAt: clock.now() };
        requireRoomForBytes((await unpaidBytes(tx, job)) + sizeBytes, quotas);
        await transition(tx, job.id, 'upload', changes);
        await queue.enqueue(tx, { kind: 'match', subject: job.id, accountId, weight: sizeBytes });
      });
    });
    // An earlier PUT of the same job is no longer its file.
    if (job.uploadVersion !== null) await store.remove(uploadName(job.id, job.uploadVersion));
    return { status: 'uploaded', jobId: job.id };
  }

  /**
   * The presigned upload: replaces the file of a pending job and changes nothing else (reading 23).
   * @throws InvalidLinkError, JobNotFoundError, JobStatusConflictError, AccountLimitError, InvalidUploadError,
   *   StoreFullError
   */
  async presigned(jobId: string, query: LinkQuery, arrive: Arrival): Promise<void> {
    const { database, links, store, quotas } = this.parts;
    await links.verifyUpload(jobId, query);
    const job = await requireJob(database.read, { id: jobId });
    requireStatus(job, 'markUploaded');
    const replaced = await this.#receive(job, arrive, limits.presignedUploadBytes, (version, { sizeBytes }) =>
      database.write(async (tx) => {
        const current = await requireJob(tx, { id: job.id });
        requireStatus(current, 'markUploaded');
        requireRoomForBytes((await unpaidBytes(tx, job)) + sizeBytes, quotas);
        await tx.update(JobEntity, { id: job.id }, { uploadVersion: version, uploadBytes: sizeBytes });
        return current.uploadVersion;
      }),
    );
    if (replaced !== null) await store.remove(uploadName(job.id, replaced));
  }

  /** Stores what arrives and hands it to `accept`; what is not accepted is removed again. */
  async #receive<T>(
    job: Job,
    arrive: Arrival,
    maxBytes: number,
    accept: (version: string, stored: StoredFile) => Promise<T>,
  ): Promise<T> {
    const { database, ids, store, quotas } = this.parts;
    await requireRoomForFiles(store);
    const share = this.#shares.begin(job, await unpaidBytes(database.read, job));
    const version = ids.uuid();
    const name = uploadName(job.id, version);
    const keep: KeepFile = (file) => store.write(name, counted(file, share), { maxBytes });
    try {
      await replaceEndedFiles(database, store, job, quotas);
      const stored = await arrive(keep);
      if (stored.sizeBytes === 0) throw new InvalidUploadError('file is empty. Nothing was changed.');
      return await accept(version, stored);
    } catch (error) {
      await store.remove(name);
      if (!(error instanceof FileTooLargeError)) throw error;
      throw new InvalidUploadError(`file is too large: the limit is ${maxBytes} bytes. Nothing was changed.`);
    } finally {
      share.end();
    }
  }
}

async function* counted(file: AsyncIterable<Uint8Array>, share: UploadShare): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    share.add(chunk.length);
    yield chunk;
  }
}
