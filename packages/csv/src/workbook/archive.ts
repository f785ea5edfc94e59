import type { ByteSource } from '../source/byte-source.js';
import {
  MAX_DIRECTORY_BYTES,
  MAX_PART_BYTES,
  MAX_PARTS,
  MAX_RATIO,
  type PartKind,
  requireAtMost,
  UNSUSPECTED_BYTES,
  WorkbookTooLarge,
} from './limits.js';
import { findDirectory, readEntries, unpacked, type ZipEntry } from '../zip/index.js';

/** The parts of a workbook: a ZIP archive of XML files. */
export class Archive {
  private constructor(
    private readonly source: ByteSource,
    private readonly entries: ReadonlyMap<string, ZipEntry>,
  ) {}

  /** @throws BrokenZip if it is not an archive or is damaged; WorkbookTooLarge */
  static async open(source: ByteSource): Promise<Archive> {
    const directory = await findDirectory(source);
    requireAtMost(MAX_PARTS, directory.entryCount, 'parts');
    requireAtMost(MAX_DIRECTORY_BYTES, directory.bytes, 'bytes of names');
    const entries = await readEntries(source, directory);
    return new Archive(source, new Map(entries.map((entry) => [entry.name, entry])));
  }

  /** A part, streamed; undefined if the archive has no part of this name. @throws WorkbookTooLarge */
  read(name: string, kind: PartKind): AsyncIterable<Uint8Array> | undefined {
    const entry = this.entries.get(name);
    if (entry === undefined) return undefined;
    requireModestSize(entry, kind);
    return unpacked(this.source, entry);
  }
}

/** Checks the sizes that the archive states: unpacking ends with an error if a part has another size. */
function requireModestSize({ name, unpackedBytes, packedBytes }: ZipEntry, kind: PartKind): void {
  const limit = MAX_PART_BYTES[kind];
  const isBomb = unpackedBytes > UNSUSPECTED_BYTES && unpackedBytes > MAX_RATIO * packedBytes;
  if (unpackedBytes <= limit && !isBomb) return;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en-US')} MB`;
  const reason = isBomb ? `more than ${MAX_RATIO} times its size` : `more than ${megabytes(limit)}`;
  throw new WorkbookTooLarge(`its part ${name} unpacks to ${megabytes(unpackedBytes)}, ${reason}`);
}
