import { limits, type JobActionResponse } from '@skiptrace/contract';
import type { Caller } from '../../money/accounts/index.js';
import type { Clock } from '../../platform/clock.js';
import { CommitUnknownError, type Database, type Tx } from '../../platform/database/index.js';
import type { Ids } from '../../platform/ids.js';
import { coded } from '../../platform/lib/coded.js';
import type { TaskQueue } from '../../platform/queue/index.js';
import {
  FileChangedError,
  FileTooLargeError,
  type FileStore,
  type LinkQuery,
  type StoredFile,
} from '../../platform/storage/index.js';
import { JobEntity, type Job } from './entities.js';
import { uploadName } from './files.js';
import { JobStatusConflictError, requireJob, requireStatus, transition } from './job-rows.js';
import type { JobStore } from './job-store.js';
import type { JobLinks } from './links.js';
import {
  AccountLimitError,
  replaceEndedFiles,
  requireRoomForBytes,
  requireRoomForFiles,
  type Quotas,
} from './room.js';

/** Dependencies of `Uploads`. */
export interface UploadNeeds {
  database: Database;
  jobStore: JobStore;
  clock: Clock;
  ids: Ids;
  store: FileStore;
  queue: TaskQueue;
  links: JobLinks;
  quotas: Quotas;
}

/** The uploaded file can't be accepted; the job is unchanged. The message names the field `file`. */
export class InvalidUploadError extends coded('invalid_upload') {}

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

  constructor(private readonly needs: UploadNeeds) {
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

/** Short, because uploads end soon. */
const RETRY_AFTER_SECONDS = 1;

/** An upload under way. */
interface UploadShare {
  /** Counts arrived bytes. @throws AccountLimitError */
  add(bytes: number): void;
  end(): void;
}

/** The uploads arriving at this process: one per job, a few per account, separately for its live and its test jobs. */
class UploadShares {
  readonly #jobs = new Set<string>();
  /** By mode and account. */
  readonly #accounts = new Map<string, { uploads: number; bytes: number }>();

  constructor(private readonly quotas: Quotas) {}

  /**
   * @param heldBytes bytes of the account's other files
   * @throws AccountLimitError
   */
  begin({ id, accountId, mode }: Pick<Job, 'id' | 'accountId' | 'mode'>, heldBytes: number): UploadShare {
    const holder = `${mode} ${accountId}`;
    const account = this.#accounts.get(holder) ?? { uploads: 0, bytes: 0 };
    if (this.#jobs.has(id)) {
      throw new AccountLimitError(
        'Another upload for this job is in progress. Nothing was changed. Wait for it to finish, then try again.',
        RETRY_AFTER_SECONDS,
      );
    }
    if (account.uploads >= this.quotas.uploadsAtOncePerAccount) {
      throw new AccountLimitError(
        `This account is already uploading ${account.uploads} files, its limit. Nothing was changed. ` +
          'Wait for one to finish, then try again.',
        RETRY_AFTER_SECONDS,
      );
    }
    requireRoomForBytes(heldBytes + account.bytes + 1, this.quotas);
    this.#jobs.add(id);
    this.#accounts.set(holder, account);
    account.uploads += 1;
    let ownBytes = 0;
    return {
      add: (bytes) => {
        ownBytes += bytes;
        account.bytes += bytes;
        requireRoomForBytes(heldBytes + account.bytes, this.quotas);
      },
      end: () => {
        this.#jobs.delete(id);
        account.uploads -= 1;
        account.bytes -= ownBytes;
        if (account.uploads === 0) this.#accounts.delete(holder);
      },
    };
  }
}

/** A sealed copy of an upload. The caller ends it with `keep` or `discard`, depending on whether the job gets it. */
interface SealedUpload {
  uploadVersion: string;
  uploadBytes: number;
  /** The job uses the copy: removes the original. */
  keep(): Promise<void>;
  /** The job does not use the copy: removes it. */
  discard(): Promise<void>;
}

/**
 * Copies a file that was sent to the store directly, so that its link can't change it any more. The copy has a fresh version:
 * two concurrent calls have separate files, and neither touches the one that the job gets.
 * @returns null if no file was sent
 * @throws JobStatusConflictError, AccountLimitError before anything is copied
 */
export async function sealUpload(
  {
    database,
    jobStore,
    ids,
    store,
    quotas,
  }: Pick<UploadNeeds, 'database' | 'jobStore' | 'ids' | 'store' | 'quotas'>,
  job: Job & { uploadVersion: string },
): Promise<SealedUpload | null> {
  const { id, status } = job;
  const sent = uploadName(id, job.uploadVersion);
  const uploadVersion = ids.uuid();
  const unpaidBytes = await jobStore.unpaidBytes(database.read, job, id);
  // A store that receives files directly accepts any size.
  const requireSize = async (bytes: number) => {
    if (bytes > limits.presignedUploadBytes) {
      await store.removeSent(sent);
      throw new JobStatusConflictError(
        status,
        `and the uploaded file was too large: the limit is ${limits.presignedUploadBytes} bytes. Upload another one`,
      );
    }
    requireRoomForBytes(unpaidBytes + bytes, quotas);
  };
  try {
    const sealedBytes = await store.seal(sent, uploadName(id, uploadVersion), requireSize);
    if (sealedBytes !== null) {
      return {
        uploadVersion,
        uploadBytes: sealedBytes,
        // If this fails, the sweep removes the file.
        keep: () => store.removeSent(sent).catch(() => undefined),
        discard: () => store.remove(uploadName(id, uploadVersion)).catch(() => undefined),
      };
    }
  } catch (error) {
    if (error instanceof FileChangedError)
      throw new JobStatusConflictError(status, 'and another file is being uploaded');
    throw error;
  }
  // An upload sent through the server has a separate version.
  const writtenBytes = await store.size(sent);
  const nothing = () => Promise.resolve();
  return writtenBytes === null
    ? null
    : {
        uploadVersion: job.uploadVersion,
        uploadBytes: writtenBytes,
        keep: nothing,
        discard: nothing,
      };
}
