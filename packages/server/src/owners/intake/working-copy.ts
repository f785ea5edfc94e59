import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { foreignFormat, MAX_HEAD_BYTES } from '@skiptrace/csv';
import { makeFolder } from '../../private-files.js';
import { DiskReserve, measureDisk, StoreFullError, type FileStore } from '../../storage/index.js';

/** Owner data are people's data: readable by the operator alone. */
const FILE_MODE = 0o600;
const MAGIC_BYTES = 8;

/** Copies of stored files on this machine's disk, each in a folder of its own: an import reads a file several times. */
export class WorkingCopies {
  /** @param reserveBytes left free on the disk; null for what suits it */
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
   * As much of the file as its columns and first rows need: of a CSV the beginning. A workbook is a ZIP archive, whose directory is
   * at its end, so all of it is copied.
   */
  async beginning(name: string, bytes: number, id: string): Promise<WorkingCopy> {
    let head = Buffer.alloc(0);
    for await (const chunk of await this.store.read(name, 0, Math.min(bytes, MAGIC_BYTES)))
      head = Buffer.concat([head, chunk as Buffer]);
    const isWhole = foreignFormat(head) === 'zip';
    return this.copy(name, isWhole ? bytes : Math.min(bytes, MAX_HEAD_BYTES + 1), id);
  }

  /** Removes what processes that died have left. */
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
  /** Everything in it goes with the copy. */
  constructor(readonly folder: string) {}

  get file(): string {
    return path.join(this.folder, 'file');
  }

  /** Path of the file that an import writes the rows to which it refuses. */
  get rejects(): string {
    return path.join(this.folder, 'rejects');
  }

  /** It never rejects, because what was done with the copy is done: the sweep removes what stays (`clean`). */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
