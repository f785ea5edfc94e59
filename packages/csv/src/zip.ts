// ZIP archives, also of more than 4 GB: an entry of its own (`@skiptrace/csv/zip`), because only some readers of lists unpack them.
import type { Entry } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { type ByteSource, readWhole } from './byte-source.js';

/** A file or folder within a ZIP archive (APPNOTE.TXT 6.3.10). */
export interface ZipEntry {
  readonly name: string;
  readonly packedBytes: number;
  /** Size stated by the archive. Reading the content ends with an error if the real one differs. */
  readonly unpackedBytes: number;
  /** The unpacked content, streamed. @throws BrokenZip */
  content(): AsyncIterable<Uint8Array>;
}

/** The archive can't be read. The message is the end of a sentence about it. */
export class BrokenZip extends Error {
  override readonly name: string = 'BrokenZip';
}

/** The archive lists more than a limit allows. */
export class LargeZip extends BrokenZip {
  override readonly name = 'LargeZip';
}

interface ZipLimits {
  readonly entries: number;
  /** Bytes of the archive's list of entries, which is kept in memory. */
  readonly directoryBytes: number;
}

/** Unpacking gives at most 1,032 times as much: the unpacked form of one piece must fit in memory. */
const PACKED_PIECE = 16 * 1024;

/** Loaded with the first archive: programs that open none don't parse it. */
const library = () => import('@zip.js/zip.js/lib/zip-core-reader.js');

/** The entries that an archive lists. @throws BrokenZip, LargeZip, and any error of the source */
export async function zipEntries(
  source: ByteSource,
  limits: ZipLimits = { entries: Infinity, directoryBytes: Infinity },
): Promise<ZipEntry[]> {
  const zip = await library();
  const reader = new SourceReader(source, limits.directoryBytes, zip);
  const entries: ZipEntry[] = [];
  // The library reads one of two archives in one file.
  const archive = new zip.ZipReader(reader, { maxAppendedDataSize: 0 });
  try {
    for await (const entry of archive.getEntriesGenerator()) {
      if (entries.length === limits.entries)
        throw new LargeZip(`it has more than ${limits.entries.toLocaleString('en-US')} parts`);
      entries.push({
        // Some writers use backslashes in entry names.
        name: entry.filename.replaceAll('\\', '/'),
        packedBytes: entry.compressedSize,
        unpackedBytes: entry.uncompressedSize,
        content: () => contentOf(entry, reader),
      });
    }
    const inFront: string[] = [zip.WARNING_PREPENDED_DATA, zip.WARNING_PREPENDED_CENTRAL_DIRECTORY];
    if (archive.warnings?.some(({ reason }) => inFront.includes(reason)) === true)
      throw new BrokenZip('it has something in front of it, such as another archive');
  } catch (error) {
    throw reader.explained(error);
  }
  return entries;
}

const OTHER_SIZE = 'a part unpacks to another size than stated';

async function* contentOf(entry: Entry, reader: SourceReader): AsyncGenerator<Uint8Array> {
  if (entry.directory) {
    if (entry.uncompressedSize > 0) throw new BrokenZip('a folder in it has a content');
    return;
  }
  let fail: (error: unknown) => void = () => undefined;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => (fail = (error) => controller.error(error)),
  });
  const stop = new AbortController();
  // Without the checksum, a damaged cell could be read as another address, and get the wrong owner.
  const checks = { checkCrc32: true, checkOverlappingEntry: true };
  entry.getData(writable, { ...checks, useWebWorkers: false, signal: stop.signal }).catch(fail);
  const pieces = readable.getReader();
  let bytes = 0;
  try {
    for (let next = await pieces.read(); !next.done; next = await pieces.read()) {
      bytes += next.value.length;
      // The library compares the sizes only at the end.
      if (bytes > entry.uncompressedSize) throw new BrokenZip(OTHER_SIZE);
      yield next.value;
    }
  } catch (error) {
    throw reader.explained(error);
  } finally {
    stop.abort();
    await pieces.cancel().catch(() => undefined);
  }
}

/** Gives the bytes of a source to the library, in pieces. */
class SourceReader {
  readonly size: number;
  /** The error of the source, which is not the archive's fault. */
  #fault: { readonly error: unknown } | undefined;

  constructor(
    private readonly source: ByteSource,
    /** Most bytes read at once: the list of entries. */
    private readonly maxWhole: number,
    private readonly zip: Awaited<ReturnType<typeof library>>,
  ) {
    this.size = source.size;
  }

  get readable(): ReadableStream<Uint8Array> {
    return this.createReadable({});
  }

  async readUint8Array(start: number, bytes: number): Promise<Uint8Array> {
    if (bytes > this.maxWhole)
      throw this.#failed(
        new LargeZip(`its list of parts has more than ${this.maxWhole.toLocaleString('en-US')} bytes`),
      );
    try {
      return await readWhole(this.source, start, Math.min(this.size, start + bytes));
    } catch (error) {
      throw this.#failed(error);
    }
  }

  createReadable({ offset = 0, size = this.size - offset }: { offset?: number; size?: number }) {
    const pieces = smallPieces(this.source.read(offset, offset + size));
    const failed = (error: unknown) => this.#failed(error);
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const next = await pieces.next();
          if (next.done === true) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          controller.error(failed(error));
        }
      },
      async cancel() {
        await pieces.return(undefined);
      },
    });
  }

  explained(error: unknown): unknown {
    if (this.#fault !== undefined) return this.#fault.error;
    if (error instanceof BrokenZip) return error;
    const message = error instanceof Error ? error.message : '';
    const plainWords: Readonly<Record<string, string>> = {
      [this.zip.ERR_EOCDR_NOT_FOUND]: 'it has no end of a ZIP archive',
      [this.zip.ERR_ENCRYPTED]: 'it is encrypted',
      [this.zip.ERR_UNSUPPORTED_COMPRESSION]: 'it is packed in an unknown way',
      [this.zip.ERR_INVALID_UNCOMPRESSED_SIZE]: OTHER_SIZE,
    };
    return new BrokenZip(plainWords[message] ?? 'it is damaged', { cause: error });
  }

  #failed(error: unknown): unknown {
    this.#fault ??= { error };
    return error;
  }
}

async function* smallPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PACKED_PIECE) yield chunk.subarray(at, at + PACKED_PIECE);
  }
}
