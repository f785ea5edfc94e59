import { limits } from '@skiptrace/contract';
import type { Database } from '../database/index.js';
import type { Ids } from '../ids.js';
import { FileChangedError, type FileStore } from '../storage/index.js';
import type { Job } from './entities.js';
import { JobStatusConflictError } from './errors.js';
import { uploadName } from './files.js';
import type { JobStore } from './job-store.js';
import { requireRoomForBytes, type Quotas } from './quotas.js';

export interface SealNeeds {
  database: Database;
  jobStore: JobStore;
  ids: Ids;
  store: FileStore;
  quotas: Quotas;
}

/** A sealed copy of an upload. The caller ends it with `keep` or `discard`, depending on whether the job gets it. */
export interface SealedUpload {
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
  { database, jobStore, ids, store, quotas }: SealNeeds,
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
