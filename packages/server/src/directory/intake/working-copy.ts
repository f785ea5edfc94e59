import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { foreignFormat, MAX_HEAD_BYTES } from '@skiptrace/csv';
import { makeFolder } from '../../platform/lib/private-files.js';
import { DiskReserve, measureDisk, StoreFullError, type FileStore } from '../../platform/storage/index.js';

/** Personal data, so readable only by the operator. */
const FILE_MODE = 0o600;
const MAGIC_BYTES = 8;

/** Copies of stored files on this machine's disk, each in a folder of its own: an import reads a file several times. */
export class WorkingCopies {
  /** @param reserveBytes left free on the disk; null to choose by its size */
  constructor(
    private readonly root: string,
    private readonly store: FileStore,
    readonly reserveBytes: number | null,
  ) {}

  /** The whole file. @throws StoreFullError, FileGoneError, the reason of `signal` */
  async copy(name: string, bytes: number, id: string, signal?: AbortSignal): Promise<WorkingCopy> {
    const folder = path.join(this.root, id);
    await makeFolder(folder);
    const copy = new WorkingCopy(folder);
    try {
      const { roomBytes } = await new DiskReserve(measureDisk(folder), this.reserveBytes).capacity();
      if (bytes > roomBytes) throw new StoreFullError();
      const source = await this.store.read(name, 0, bytes);
      await pipeline(source, createWriteStream(copy.file, { mode: FILE_MODE }), { signal });
      return copy;
    } catch (error) {
      await copy.remove();
      throw error;
    }
  }

  /**
   * Copies enough of the file to read its columns and first rows: for a CSV only the beginning. A workbook is a ZIP archive with its
   * directory at the end, so it is copied completely.
   */
  async beginning(name: string, bytes: number, id: string): Promise<WorkingCopy> {
    let head = Buffer.alloc(0);
    for await (const chunk of await this.store.read(name, 0, Math.min(bytes, MAGIC_BYTES)))
      head = Buffer.concat([head, chunk as Buffer]);
    const isWhole = foreignFormat(head) === 'zip';
    return this.copy(name, isWhole ? bytes : Math.min(bytes, MAX_HEAD_BYTES + 1), id);
  }

  /** Removes leftovers of dead processes. */
  async clean(beforeMs: number): Promise<void> {
    const ids = await readdir(this.root).catch((): string[] => []);
    for (const id of ids) {
      const folder = path.join(this.root, id);
      const found = await stat(folder).catch(() => null);
      if (found !== null && found.mtimeMs < beforeMs) await rm(folder, { recursive: true, force: true });
    }
  }
}

export class WorkingCopy {
  /** Folder of the copy, deleted with all its content. */
  constructor(readonly folder: string) {}

  get file(): string {
    return path.join(this.folder, 'file');
  }

  /** Path for the import's refused rows. */
  get rejects(): string {
    return path.join(this.folder, 'rejects');
  }

  /** Deletes the copy. Never rejects, because the work is done; leftovers are removed by the sweep (`clean`). */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
