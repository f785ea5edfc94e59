import { limits, type JobActionResponse } from '@skiptrace/contract';
import type { Tx } from '../database/index.js';
import type { Caller } from '../accounts/index.js';
import { FileTooLargeError, type LinkQuery, type StoredFile } from '../storage/index.js';
import { requireRoomForFiles } from './disk-room.js';
import { replaceEndedFiles } from './ended-files.js';
import { JobEntity, type Job } from './entities.js';
import { InvalidUploadError } from './errors.js';
import { uploadName } from './files.js';
import { requireJob, requireStatus, transition } from './job-rows.js';
import type { JobNeeds } from './jobs.js';
import { requireRoomForBytes } from './quotas.js';
import { UploadShares, type UploadShare } from './upload-shares.js';

/** Puts the file away as it comes in. */
export type KeepFile = (file: AsyncIterable<Uint8Array>) => Promise<StoredFile>;

/** How an upload arrives: calls `keep` with the file, and resolves when everything sent with it was in order. */
export type Arrival = (keep: KeepFile) => Promise<StoredFile>;

/**
 * Takes the file of a pending job, by either method. The file is stored under a name of its own first. It becomes the
 * job's in the unit of work that checks the job's status, so an upload that comes too late changes nothing.
 */
export class Uploads {
  readonly #shares: UploadShares;

  constructor(private readonly needs: JobNeeds) {
    this.#shares = new UploadShares(needs.quotas);
  }

  /**
   * The direct upload: the file is there, and matching is queued.
   * @throws JobNotFoundError, JobStatusConflictError, AccountLimitError, InvalidUploadError, StoreFullError
   */
  async direct({ accountId, mode }: Caller, jobId: string, arrive: Arrival): Promise<JobActionResponse> {
    const { database, clock, queue } = this.needs;
    const job = await requireJob(database.read, { id: jobId, accountId, mode });
    requireStatus(job, 'upload');
    await this.#receive(job, arrive, limits.directUploadBytes, async (tx, uploadBytes) => {
      await transition(tx, job.id, 'upload', { uploadBytes, updatedAt: clock.now() });
      await queue.enqueue(tx, { kind: 'match', subject: job.id, accountId, weight: uploadBytes });
    });
    return { status: 'uploaded', jobId: job.id };
  }

  /**
   * The presigned upload: replaces the file of a pending job and changes nothing else (reading 23).
   * @throws InvalidLinkError, JobNotFoundError, JobStatusConflictError, AccountLimitError, InvalidUploadError,
   *   StoreFullError
   */
  async presigned(jobId: string, query: LinkQuery, arrive: Arrival): Promise<void> {
    const { database, links } = this.needs;
    await links.verifyUpload(jobId, query);
    const job = await requireJob(database.read, { id: jobId });
    requireStatus(job, 'markUploaded');
    await this.#receive(job, arrive, limits.presignedUploadBytes, async (tx, uploadBytes) => {
      requireStatus(await requireJob(tx, { id: job.id }), 'markUploaded');
      await tx.update(JobEntity, { id: job.id }, { uploadBytes });
    });
  }

  /**
   * Stores what arrives and makes it the job's upload.
   * @param accept changes the job, in the unit of work after which the file is the job's; throws where the job's status
   *   does not allow it
   */
  async #receive(
    job: Job,
    arrive: Arrival,
    maxBytes: number,
    accept: (tx: Tx, uploadBytes: number) => Promise<void>,
  ): Promise<void> {
    const { database, jobStore, ids, store, quotas } = this.needs;
    const { id, uploadVersion } = job;
    if (uploadVersion === null) throw new Error('a pending job has no upload version');
    await requireRoomForFiles(store);
    const share = this.#shares.begin(job, await jobStore.unpaidBytes(database.read, job, id));
    const arriving = uploadName(id, ids.uuid());
    const keep: KeepFile = (file) => store.write(arriving, counted(file, share), { maxBytes });
    try {
      await replaceEndedFiles(this.needs, job, quotas);
      const { sizeBytes } = await arrive(keep);
      if (sizeBytes === 0) throw new InvalidUploadError('file is empty. Nothing was changed.');
      await database.write(async (tx) => {
        requireRoomForBytes((await jobStore.unpaidBytes(tx, job, id)) + sizeBytes, quotas);
        await accept(tx, sizeBytes);
        await store.move(arriving, uploadName(id, uploadVersion));
      });
    } catch (error) {
      await store.remove(arriving);
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
