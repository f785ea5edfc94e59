import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import {
  MAX_PART_BYTES,
  MAX_PARTS,
  MAX_RATIO,
  type PartKind,
  requireAtMost,
  UNSUSPECTED_BYTES,
  WorkbookTooLarge,
} from './limits.js';

/** The parts of a workbook: a ZIP archive of XML files. */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws Error when it is not an archive, or a damaged one; WorkbookTooLarge */
  static async open(file: string): Promise<Archive> {
    const zip = await openPromise(file, { autoClose: false, lazyEntries: true });
    const entries = new Map<string, Entry>();
    try {
      requireAtMost(MAX_PARTS, zip.entryCount, 'parts');
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    } catch (error) {
      zip.close();
      throw error;
    }
    return new Archive(zip, entries);
  }

  /** A part as a stream; undefined when the archive has none of this name. @throws WorkbookTooLarge */
  async read(name: string, kind: PartKind): Promise<Readable | undefined> {
    const entry = this.entries.get(name);
    if (entry === undefined) return undefined;
    requireModestSize(entry, kind);
    return await this.zip.openReadStreamPromise(entry);
  }

  close(): void {
    this.zip.close();
  }
}

/** By the sizes that the archive states: its reader ends with an error where a part unpacks to another size. */
function requireModestSize({ fileName, uncompressedSize, compressedSize }: Entry, kind: PartKind): void {
  const limit = MAX_PART_BYTES[kind];
  const isBomb = uncompressedSize > UNSUSPECTED_BYTES && uncompressedSize > MAX_RATIO * compressedSize;
  if (uncompressedSize <= limit && !isBomb) return;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en-US')} MB`;
  const reason = isBomb ? `more than ${MAX_RATIO} times its size` : `more than ${megabytes(limit)}`;
  throw new WorkbookTooLarge(`its part ${fileName} unpacks to ${megabytes(uncompressedSize)}, ${reason}`);
}
