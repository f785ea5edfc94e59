import type { Readable } from 'node:stream';

/** What a finished write left in the store. */
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
  /** Makes a file of the beginnings of others, one behind the other. @throws FileGoneError, StoreFullError */
  join(name: string, pieces: readonly FilePiece[]): Promise<StoredFile>;
  /** From byte `start` on, up to `end` (not read any more). Destroy the stream to give up early. @throws FileGoneError */
  read(name: string, start?: number, end?: number): Promise<Readable>;
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
  space(): Promise<StoreSpace>;
  /** Removes what interrupted writes left before this moment; returns how many files. */
  removeAbandoned(beforeMs: number): Promise<number>;
}

/** The first bytes of a file. */
export interface FilePiece {
  name: string;
  bytes: number;
}

/** How much more can be stored, in bytes. */
export interface StoreSpace {
  freeBytes: number;
  /** Of the free bytes, those that files do not get: the ledger has to be written as well. */
  reserveBytes: number;
  /** What is left for files. */
  roomBytes: number;
}

export interface ListedFile {
  name: string;
  changedAtMs: number;
}

export class FileTooLargeError extends Error {
  readonly code = 'file_too_large';

  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
  }
}

/** The file was removed, or never was. */
export class FileGoneError extends Error {
  readonly code = 'file_gone';

  constructor() {
    super('The file no longer exists.');
  }
}

/** There is no room for files on the disk; what the ledger needs is left. */
export class StoreFullError extends Error {
  readonly code = 'storage_full';

  constructor() {
    super(
      'This server is out of storage and cannot accept files right now. Nothing was charged. Try again later.',
    );
  }
}
