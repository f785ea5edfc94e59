import { limits, type JobActionResponse } from '@skiptrace/contract';
import { CommitUnknownError, type Tx } from '../database/index.js';
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

/** Stores the file as it arrives. */
export type KeepFile = (file: AsyncIterable<Uint8Array>) => Promise<StoredFile>;

/** An upload in progress: calls `keep` with the file, and resolves when everything sent with it was valid. */
export type Arrival = (keep: KeepFile) => Promise<StoredFile>;

/**
 * Receives the file of a pending job, by either method. The file is first stored under a fresh name. It becomes the
 * job's in the unit of work that checks the job's status, so an upload that comes too late changes nothing.
 */
export class Uploads {
  readonly #shares: UploadShares;

  constructor(private readonly needs: JobNeeds) {
    this.#shares = new UploadShares(needs.quotas);
  }

  /**
   * The direct upload: stores the file and queues matching.
   * @throws JobNotFoundError, JobStatusConflictError, AccountLimitError, InvalidUploadError, StoreFullError
   */
  async direct({ accountId, mode }: Caller, jobId: string, arrive: Arrival): Promise<JobActionResponse> {
    const { database, clock, queue } = this.needs;
    const job = await requireJob(database.read, { id: jobId, accountId, mode });
    requireStatus(job, 'upload');
    await this.#receive(job, arrive, limits.directUploadBytes, async (tx, upload) => {
      await transition(tx, job.id, 'upload', { ...upload, updatedAt: clock.now() });
      await queue.enqueue(tx, { kind: 'match', subject: job.id, accountId, weight: upload.uploadBytes });
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
    await this.#receive(job, arrive, limits.presignedUploadBytes, async (tx, upload) => {
      requireStatus(await requireJob(tx, { id: job.id }), 'markUploaded');
      await tx.update(JobEntity, { id: job.id }, upload);
    });
  }

  /**
   * Stores the arriving file under a fresh name, and makes it the job's upload.
   * @param accept changes the job, in the unit of work that makes the file the job's; throws if the job's status does
   * not allow it
   */
  async #receive(
    job: Job,
    arrive: Arrival,
    maxBytes: number,
    accept: (tx: Tx, upload: Pick<Job, 'uploadVersion'> & { uploadBytes: number }) => Promise<void>,
  ): Promise<void> {
    const { database, jobStore, ids, store, quotas } = this.needs;
    const { id } = job;
    const uploadVersion = ids.uuid();
    const name = uploadName(id, uploadVersion);
    await requireRoomForFiles(store);
    const share = this.#shares.begin(job, await jobStore.unpaidBytes(database.read, job, id));
    const keep: KeepFile = (file) => store.write(name, counted(file, share), { maxBytes });
    try {
      await replaceEndedFiles(this.needs, job, quotas);
      const { sizeBytes } = await arrive(keep);
      if (sizeBytes === 0) throw new InvalidUploadError('file is empty. Nothing was changed.');
      const replaced = await database.writeFor(job.accountId, async (tx) => {
        requireRoomForBytes((await jobStore.unpaidBytes(tx, job, id)) + sizeBytes, quotas);
        const before = await requireJob(tx, { id });
        await accept(tx, { uploadVersion, uploadBytes: sizeBytes });
        return before.uploadVersion;
      });
      // The new file is the job's from here on, whatever happens to the old one; the sweep removes leftovers.
      if (replaced !== null) await store.remove(uploadName(id, replaced)).catch(() => undefined);
    } catch (error) {
      // The file may be the job's. If it is not, the sweep removes it.
      if (error instanceof CommitUnknownError) throw error;
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
