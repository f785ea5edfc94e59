import {
  constants,
  copyFile,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Ids } from '../ids.js';
import { errorCode } from '../lib/error-code.js';
import { chunksOf } from '../lib/file-chunks.js';
import { makeFolder, syncFolder } from '../lib/private-files.js';
import {
  FileGoneError,
  fileName,
  FileTooLargeError,
  folderName,
  StoreFullError,
  type Capacity,
  type FilePiece,
  type FileStore,
  type ListedFile,
  type StoredFile,
  type WriteOptions,
} from './file-store.js';

/** Unfinished writes, on the same file system as the files, so that publishing one is a rename. */
const UNFINISHED = 'unfinished';
/** Customers' files hold people's data: readable by the owner alone. */
const FILE_MODE = 0o600;

/**
 * A charge is on the disk before it is answered, and waits there for what others have the disk write: for a piece of a
 * large file, not for all of it.
 */
const SYNC_EVERY_BYTES = 4 * 1024 * 1024;

/** Chunk size for plain copies: each read and write is a way to another thread and back, which took longer than they. */
const BYTES_PER_COPY = 1024 * 1024;

/** Files below one folder of the local disk. */
export class LocalFileStore implements FileStore {
  private constructor(
    readonly root: string,
    private readonly ids: Ids,
    private readonly reserve: DiskReserve,
  ) {}

  /** @param reserveBytes left free on the disk by every write; null for what suits the disk */
  static async open(
    root: string,
    ids: Ids,
    reserveBytes: number | null,
    measure = measureDisk(root),
  ): Promise<LocalFileStore> {
    await makeFolder(path.join(root, UNFINISHED));
    return new LocalFileStore(root, ids, new DiskReserve(measure, reserveBytes));
  }

  async write(
    name: string,
    source: AsyncIterable<Uint8Array>,
    { maxBytes }: WriteOptions,
  ): Promise<StoredFile> {
    const target = this.#path(name);
    const unfinished = path.join(this.root, UNFINISHED, this.ids.uuid());
    try {
      await this.reserve.requireRoom();
      const stored = await writeDurably(unfinished, this.#withinRoom(source), maxBytes);
      await this.#publish(unfinished, target);
      return stored;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw isFull(error) ? new StoreFullError() : error;
    }
  }

  join(name: string, pieces: readonly FilePiece[]): Promise<StoredFile> {
    const source = contents(pieces.map((piece) => ({ file: this.#path(piece.name), bytes: piece.bytes })));
    return this.write(name, source, { maxBytes: Number.MAX_SAFE_INTEGER });
  }

  async read(name: string, start = 0, end = Infinity): Promise<Readable> {
    const file = await open(this.#path(name), 'r').catch(goneWhenMissing);
    // The last byte that is read, for a stream.
    return file.createReadStream({ start, end: end - 1 });
  }

  /** A folder has no address of its own: files are read and written through us. */
  link(): Promise<null> {
    return Promise.resolve(null);
  }

  uploadLink(): Promise<null> {
    return Promise.resolve(null);
  }

  seal(): Promise<null> {
    return Promise.resolve(null);
  }

  removeSent(): Promise<void> {
    return Promise.resolve();
  }

  async size(name: string): Promise<number | null> {
    const found = await stat(this.#path(name)).catch(nullWhenMissing);
    return found === null ? null : found.size;
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(this.#folderPath(folder), { recursive: true, force: true });
  }

  async folders(): Promise<string[]> {
    const entries = await readdir(this.root, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && entry.name !== UNFINISHED)
      .map(({ name }) => name);
  }

  async list(folder: string): Promise<ListedFile[]> {
    const names = (await readdir(this.#folderPath(folder)).catch(nullWhenMissing)) ?? [];
    const files = await Promise.all(names.map((name) => this.#listed(`${folder}/${name}`)));
    return files.filter((file) => file !== null);
  }

  async *all(): AsyncGenerator<ListedFile> {
    for (const folder of await this.folders()) yield* await this.list(folder);
  }

  capacity(): Promise<Capacity> {
    return this.reserve.capacity();
  }

  async removeAbandoned(beforeMs: number): Promise<number> {
    const abandoned = (await this.list(UNFINISHED)).filter(({ changedAtMs }) => changedAtMs < beforeMs);
    for (const { name } of abandoned) await rm(path.join(this.root, name), { force: true });
    return abandoned.length;
  }

  async fault(): Promise<string | null> {
    const found = await stat(this.root).catch((error: unknown) => errorCode(error));
    return typeof found === 'object' && found !== null
      ? null
      : `the folder of the files can't be read (${found})`;
  }

  /** Renames a file. Its new name, and the name of a new folder, is on the disk when this resolves. */
  async #publish(from: string, to: string): Promise<void> {
    const folder = path.dirname(to);
    if (await makeFolder(folder)) await syncFolder(this.root);
    await rename(from, to);
    await syncFolder(folder);
  }

  async *#withinRoom(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      await this.reserve.take(chunk.length);
      yield chunk;
    }
  }

  async #listed(name: string): Promise<ListedFile | null> {
    const found = await stat(path.join(this.root, name)).catch(nullWhenMissing);
    return found === null ? null : { name, bytes: found.size, changedAtMs: found.mtimeMs };
  }

  #path(name: string): string {
    return path.join(this.root, fileName(name));
  }

  #folderPath(folder: string): string {
    return path.join(this.root, folderName(folder));
  }
}

/** The beginnings of files, one after the other. @throws FileGoneError */
async function* contents(pieces: readonly { file: string; bytes: number }[]): AsyncGenerator<Uint8Array> {
  const memory = Buffer.allocUnsafe(BYTES_PER_COPY);
  try {
    for (const { file, bytes } of pieces) {
      let left = bytes;
      for await (const chunk of chunksOf(file, memory)) {
        if (left > 0) yield chunk.subarray(0, left);
        left -= chunk.length;
      }
    }
  } catch (error) {
    goneWhenMissing(error);
  }
}

async function writeDurably(
  file: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredFile> {
  const handle = await open(file, 'wx', FILE_MODE);
  try {
    const stored = await copy(source, handle, maxBytes);
    await handle.sync();
    return stored;
  } finally {
    await handle.close();
  }
}

async function copy(
  source: AsyncIterable<Uint8Array>,
  file: FileHandle,
  maxBytes: number,
): Promise<StoredFile> {
  let sizeBytes = 0;
  let syncedBytes = 0;
  for await (const chunk of source) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new FileTooLargeError(maxBytes);
    await writeWhole(file, chunk);
    if (sizeBytes - syncedBytes < SYNC_EVERY_BYTES) continue;
    await file.datasync();
    syncedBytes = sizeBytes;
  }
  return { sizeBytes };
}

/** A write may take a part only, as it does just before the disk is full. */
async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    written += (await file.write(bytes, written)).bytesWritten;
  }
}

const oneOf =
  (...codes: readonly (string | null)[]) =>
  (error: unknown): boolean =>
    codes.includes(errorCode(error));
const isFull = oneOf('ENOSPC', 'EDQUOT');
const isMissing = oneOf('ENOENT', 'ENOTDIR');

function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function goneWhenMissing(error: unknown): never {
  throw isMissing(error) ? new FileGoneError() : error;
}

export interface DiskSpace {
  /** Bytes that this user may still write. */
  freeBytes: number;
  totalBytes: number;
}

/** The disk under a folder. */
export const measureDisk = (folder: string) => async (): Promise<DiskSpace> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

/** Some millions of ledger records. */
const RESERVE_BYTES = 1_000_000_000;

/** A small disk is not reserved whole. */
const LARGEST_SHARE = 10;

/** Bytes all writers together may write before free space is measured again. */
const MEASURE_EVERY_BYTES = 4 * 1024 * 1024;

/**
 * Keeps files from taking the last room of a disk, where the ledger has to be written as well: on a full disk no lookup
 * could be charged, so none could be answered.
 */
export class DiskReserve {
  /** May be written before the disk is measured again. */
  #allowanceBytes = 0;

  /** @param reserveBytes null for what suits the disk */
  constructor(
    private readonly measure: () => Promise<DiskSpace>,
    private readonly reserveBytes: number | null,
  ) {}

  async capacity(): Promise<Capacity> {
    const { freeBytes, totalBytes } = await this.measure();
    const suitable = Math.min(RESERVE_BYTES, Math.floor(totalBytes / LARGEST_SHARE));
    const reserveBytes = this.reserveBytes ?? suitable;
    return { freeBytes, reserveBytes, roomBytes: Math.max(0, freeBytes - reserveBytes) };
  }

  /** Before a file is begun. @throws StoreFullError */
  async requireRoom(): Promise<void> {
    const { roomBytes } = await this.capacity();
    if (roomBytes === 0) throw new StoreFullError();
    this.#allowanceBytes = Math.min(roomBytes, MEASURE_EVERY_BYTES);
  }

  /** Before bytes are written. @throws StoreFullError when they would be taken from the reserve */
  async take(bytes: number): Promise<void> {
    if (bytes > this.#allowanceBytes) {
      const { roomBytes } = await this.capacity();
      if (bytes > roomBytes) throw new StoreFullError();
      this.#allowanceBytes = Math.min(roomBytes, MEASURE_EVERY_BYTES + bytes);
    }
    this.#allowanceBytes -= bytes;
  }
}

/**
 * Copies the files of a local store. The server never changes a stored file, it only replaces or removes whole ones, so a
 * file that disappears during the copy is left out. So are unfinished writes, which belong to no job yet.
 * @returns the number of files copied
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  await makeFolder(path.join(to, UNFINISHED));
  let copied = 0;
  for (const folder of await readdir(from).catch(emptyWhenGone)) {
    if (folder === UNFINISHED || !(await isFolder(path.join(from, folder)))) continue;
    await makeFolder(path.join(to, folder));
    for (const name of await readdir(path.join(from, folder)).catch(emptyWhenGone)) {
      const source = path.join(from, folder, name);
      const done = await copyDurably(source, path.join(to, folder, name)).catch(emptyWhenGone);
      if (!Array.isArray(done)) copied += 1;
    }
    await syncFolder(path.join(to, folder));
  }
  await syncFolder(to);
  return copied;
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Copies a file that exists when this resolves even if the power fails. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const file = await open(to, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

function emptyWhenGone(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
