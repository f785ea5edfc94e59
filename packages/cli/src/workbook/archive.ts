import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** The parts of a workbook: a ZIP archive of XML files. */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws Error when it is not an archive, or a damaged one */
  static async open(file: string): Promise<Archive> {
    const zip = await openPromise(file, { autoClose: false, lazyEntries: true });
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    } catch (error) {
      zip.close();
      throw error;
    }
    return new Archive(zip, entries);
  }

  /** A part as a stream; undefined when the archive has none of this name. */
  async read(name: string): Promise<Readable | undefined> {
    const entry = this.entries.get(name);
    return entry && (await this.zip.openReadStreamPromise(entry));
  }

  close(): void {
    this.zip.close();
  }
}
