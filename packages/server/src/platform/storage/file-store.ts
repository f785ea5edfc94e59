import type { Readable } from 'node:stream';
import { coded } from '../lib/coded.js';

/** Facts about a finished write. */
export interface StoredFile {
  sizeBytes: number;
}

export interface WriteOptions {
  /** One byte more is refused. */
  maxBytes: number;
}

/**
 * Keeps customers' files. Names are `folder/file`, made by us and never from what a customer sends. A file appears
 * whole or not at all, survives a power loss once `write` resolved, and is replaced as a whole by a second write.
 */
export interface FileStore {
  /**
   * @throws FileTooLargeError, StoreFullError, or whatever `source` throws; nothing is left behind
   */
  write(name: string, source: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StoredFile>;
  /**
   * Makes a file of the beginnings of others, in their order. Pieces may be small: a store that joins only pieces of
   * some size (S3: 5 MB) reads small ones and writes them again. @throws FileGoneError, StoreFullError
   */
  join(name: string, pieces: readonly FilePiece[]): Promise<StoredFile>;
  /** Bytes `start` up to `end`, which is excluded. Destroy the stream to stop early. @throws FileGoneError */
  read(name: string, start?: number, end?: number): Promise<Readable>;
  /** Where a browser gets the file from the store itself, for `ttlSeconds`; null when it has to be read through us. */
  link(name: string, ttlSeconds: number, as: DownloadedAs): Promise<URL | null>;
  /**
   * Where a file is PUT to the store itself, for `ttlSeconds`; null when it has to be written through us. The store takes any
   * number of bytes, and as often as the link is used: the size is checked when the file is sealed.
   */
  uploadLink(name: string, ttlSeconds: number): Promise<URL | null>;
  /**
   * Copies what was sent with the upload links of a name to another name, which no link changes.
   * @param requireSize is told the bytes before they are copied; nothing is copied if it throws
   * @returns bytes; null when nothing was sent with a link
   * @throws FileChangedError
   */
  seal(name: string, sealed: string, requireSize: (bytes: number) => Promise<void>): Promise<number | null>;
  /** Removes what was sent with the upload links of a name. */
  removeSent(name: string): Promise<void>;
  /** Bytes, or null when there is no such file. */
  size(name: string): Promise<number | null>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Removes a folder and all that is in it. */
  removeFolder(folder: string): Promise<void>;
  /** Every folder there is. */
  folders(): Promise<string[]>;
  /** The files of a folder with the time of their last change; empty when there is no such folder. */
  list(folder: string): Promise<ListedFile[]>;
  /** All files of all folders, in any order. A bucket lists a thousand with each request. */
  all(): AsyncIterable<ListedFile>;
  /** Null for a store that knows no limit. */
  capacity(): Promise<Capacity | null>;
  /** Removes what interrupted writes left before this moment; returns how many files. */
  removeAbandoned(beforeMs: number): Promise<number>;
  /** Why files can't be read and written now, as a sentence for the operator; null when they can. */
  fault(): Promise<string | null>;
}

/** The first bytes of a file. */
export interface FilePiece {
  name: string;
  bytes: number;
}

/** The headers of a file that a browser gets from the store itself. */
export interface DownloadedAs {
  contentType: string;
  contentDisposition: string;
}

/** How much more can be stored, in bytes. */
export interface Capacity {
  freeBytes: number;
  /** Free bytes that files may not use: the ledger has to be written as well. */
  reserveBytes: number;
  /** Bytes left for files. */
  roomBytes: number;
}

/** How many more bytes files may take. */
export const roomBytes = async (store: Pick<FileStore, 'capacity'>): Promise<number> =>
  (await store.capacity())?.roomBytes ?? Infinity;

export interface ListedFile {
  name: string;
  bytes: number;
  changedAtMs: number;
}

export class FileTooLargeError extends Error {
  readonly code = 'file_too_large';

  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
  }
}

/** The file was removed, or never was. */
export class FileGoneError extends coded('file_gone', 'The file no longer exists.') {}

/** Another file was sent while this one was sealed. */
export class FileChangedError extends coded('file_changed', 'Another file was sent at the same moment.') {}

/** The bucket does not answer, or refuses. */
export class StorageUnavailableError extends Error {
  readonly code = 'storage_unavailable';
  readonly retryAfterSeconds = 5;

  /** @param reason for the operator, without a secret */
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(
      "This server can't reach its file storage right now. Nothing was charged. Try again later.",
      options,
    );
  }
}

/** There is no room for files on the disk; what the ledger needs is left. */
export class StoreFullError extends coded(
  'storage_full',
  'This server is out of storage and cannot accept files right now. Nothing was charged. Try again later.',
) {}

const FOLDER = /^[0-9a-z-]+$/;
const NAME = /^[0-9a-z-]+\/[0-9a-z-]+$/;

/** Whether it can be the name of a file of ours: a bucket may hold others. */
export const isFileName = (name: string): boolean => NAME.test(name);

export const isFolderName = (folder: string): boolean => FOLDER.test(folder);

/** The name of a file, which we make ourselves: anything else is a bug, and may point elsewhere. */
export function fileName(name: string): string {
  if (!isFileName(name)) throw new Error('A file name must look like folder/file.');
  return name;
}

/** The folder of a file. */
export const folderOf = (name: string): string => name.slice(0, name.indexOf('/'));

export function folderName(folder: string): string {
  if (!isFolderName(folder))
    throw new Error('A folder name has lower-case letters, digits and hyphens only.');
  return folder;
}
