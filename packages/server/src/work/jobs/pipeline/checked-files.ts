import { crc32 } from 'node:zlib';
import { CsvInputError } from '@skiptrace/csv';
import { coded } from '../../../platform/lib/coded.js';
import { FileGoneError, type FilePiece, type FileStore } from '../../../platform/storage/index.js';
import { uploadName } from '../files.js';
import type { JobFile } from './part-work.js';

// Files that the steps of a job leave for each other end with a checksum (CRC-32, 4 bytes).
const CHECKSUM_BYTES = 4;
const NO_LIMIT = { maxBytes: Number.MAX_SAFE_INTEGER };

/** A file of the pipeline has changed since it was written. Reading it anyway would lose rows promised to a customer. */
export class DamagedFileError extends Error {
  readonly code = 'damaged_file';

  constructor(name: string) {
    super(`the file ${name} is damaged`);
  }
}

/** Stores content and its checksum. @returns bytes of the content */
export async function writeChecked(
  store: FileStore,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  const { sizeBytes } = await store.write(name, followedByChecksum(content), NO_LIMIT);
  return sizeBytes - CHECKSUM_BYTES;
}

/** The content of a small file; null if there is no such file. @throws DamagedFileError */
export async function readChecked(store: FileStore, name: string): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  const bytes = await verify(store, name, (chunk) => chunks.push(chunk));
  // Not `node:stream/consumers`, which detaches an ArrayBuffer: from then on V8 checks at every access to any typed array of the
  // process whether its memory is still there.
  return bytes === null ? null : Buffer.concat(chunks, bytes);
}

/**
 * Reads a file and verifies its checksum. @returns bytes of the content; null if there is no such file. @throws DamagedFileError
 */
export const verifiedSize = (store: FileStore, name: string): Promise<number | null> => verify(store, name);

/** The content of a file, for `FileStore.join`. Does not verify the checksum. @throws FileGoneError */
export async function contentOf(store: FileStore, name: string): Promise<FilePiece> {
  const size = await store.size(name);
  if (size === null) throw new FileGoneError();
  return { name, bytes: size - CHECKSUM_BYTES };
}

/** For a file that can be recreated: null if it is damaged. */
export async function unlessDamaged<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DamagedFileError) return null;
    throw error;
  }
}

async function* followedByChecksum(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  for await (const bytes of content) {
    checksum = crc32(bytes, checksum);
    yield bytes;
  }
  const tail = Buffer.alloc(CHECKSUM_BYTES);
  tail.writeUInt32BE(checksum);
  yield tail;
}

/** @param use gets the content in chunks, before it is verified */
async function verify(
  store: FileStore,
  name: string,
  use: (content: Buffer) => void = () => undefined,
): Promise<number | null> {
  if ((await store.size(name)) === null) return null;
  let checksum = 0;
  let bytes = 0;
  let tail = Buffer.alloc(0);
  const source: AsyncIterable<Uint8Array> = await store.read(name);
  for await (const chunk of source) {
    const read = Buffer.concat([tail, chunk]);
    const content = read.subarray(0, Math.max(0, read.length - CHECKSUM_BYTES));
    checksum = crc32(content, checksum);
    bytes += content.length;
    tail = read.subarray(content.length);
    use(content);
  }
  if (tail.length < CHECKSUM_BYTES || tail.readUInt32BE() !== checksum) throw new DamagedFileError(name);
  return bytes;
}

/** The uploaded file is unusable or gone; a retry would not help. The message is for the customer. */
export class UnusableFileError extends coded('unusable_file') {}

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
