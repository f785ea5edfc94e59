import { CsvInputError } from '@skiptrace/csv';
import { FileGoneError, type FileStore } from '../../storage/index.js';
import { uploadName } from '../files.js';
import { DamagedFileError } from './checked-files.js';
import type { JobFile } from './part-work.js';

/** The uploaded file is unusable or gone; a retry would not help. The message is for the customer. */
export class UnusableFileError extends Error {
  readonly code = 'unusable_file';
}

/**
 * Refuses a truncated upload, which would be read as if it had fewer rows. @throws UnusableFileError,
 * DamagedFileError
 */
export async function requireWholeUpload(
  store: FileStore,
  { jobId, uploadVersion, uploadBytes }: JobFile,
): Promise<void> {
  const name = uploadName(jobId, uploadVersion);
  const bytes = await store.size(name);
  if (bytes === null) throw new UnusableFileError(UPLOAD_GONE);
  if (bytes !== uploadBytes) throw new DamagedFileError(name);
}

/**
 * Reads bytes of the upload, from `start` up to `end`, or all of them.
 * @throws UnusableFileError if it is gone or not a CSV, and any error of `use`
 */
export async function readUpload<T>(
  store: FileStore,
  { jobId, uploadVersion }: JobFile,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
  { start, end }: { start?: number; end?: number } = {},
): Promise<T> {
  const source = await store.read(uploadName(jobId, uploadVersion), start, end).catch((error: unknown) => {
    throw error instanceof FileGoneError ? new UnusableFileError(UPLOAD_GONE, { cause: error }) : error;
  });
  try {
    return await use(source);
  } catch (error) {
    throw error instanceof CsvInputError ? new UnusableFileError(error.message, { cause: error }) : error;
  } finally {
    source.destroy();
  }
}

const UPLOAD_GONE = 'The uploaded file is missing. Upload it again in a new job.';
