// ZIP archives, also of more than 4 GB: an entry of its own (`@skiptrace/csv/zip`), because only some readers of lists unpack them.
import crc32 from 'crc-32';
import { type ByteSource, readWhole } from './byte-source.js';

/** A file within a ZIP archive (APPNOTE.TXT 6.3.10). */
export interface ZipEntry {
  readonly name: string;
  readonly packedBytes: number;
  /** Size stated by the archive. `unpacked` ends with an error if the real one differs. */
  readonly unpackedBytes: number;
  /** CRC-32 of the unpacked content, as a signed number. */
  readonly crc32: number;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly headerAt: number;
}

/** The archive can't be read. */
export class BrokenZip extends Error {
  override readonly name = 'BrokenZip';
}

/** Facts about the directory from the record at the end of an archive (APPNOTE 4.3.16). */
export interface ZipDirectory {
  readonly entryCount: number;
  readonly start: number;
  readonly bytes: number;
}

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_BYTES = 20;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
/** A size or position that does not fit into 32 (16) bits is written as this; its 64-bit value is in the extra field. */
const IN_EXTRA = 0xffffffff;
const IN_EXTRA_SHORT = 0xffff;
const EXTRA_64 = 1;
const STORED = 0;
const DEFLATED = 8;
/** Unpacking gives at most 1,032 times as much: the unpacked form of one piece must fit in memory. */
const PACKED_PIECE = 16 * 1024;

/** Finds the list of entries. @throws BrokenZip */
export async function findDirectory(source: ByteSource): Promise<ZipDirectory> {
  const tailAt = Math.max(0, source.size - END_BYTES - MAX_COMMENT - LOCATOR_64_BYTES);
  const tail = viewOf(await readWhole(source, tailAt, source.size));
  const at = endIn(tail);
  const directory = {
    entryCount: tail.getUint16(at + 10, true),
    bytes: tail.getUint32(at + 12, true),
    start: tail.getUint32(at + 16, true),
  };
  const isLarge =
    directory.entryCount === IN_EXTRA_SHORT || directory.bytes === IN_EXTRA || directory.start === IN_EXTRA;
  const found = isLarge ? ((await directory64(source, tail, at - LOCATOR_64_BYTES)) ?? directory) : directory;
  if (found.start + found.bytes > source.size) throw new BrokenZip('its list of entries is not in it');
  return found;
}

/** A comment may hold anything, even another end record: the right one ends with the file. */
function endIn(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue;
    if (at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength) return at;
  }
  throw new BrokenZip('it has no end of a ZIP archive');
}

async function directory64(
  source: ByteSource,
  tail: DataView,
  locatorAt: number,
): Promise<ZipDirectory | undefined> {
  if (locatorAt < 0 || tail.getUint32(locatorAt, true) !== LOCATOR_64) return undefined;
  const at = uint64(tail, locatorAt + 8);
  const end = viewOf(await readWhole(source, at, at + END_64_BYTES));
  if (end.byteLength < END_64_BYTES || end.getUint32(0, true) !== END_64)
    throw new BrokenZip('its list of entries is not in it');
  return { entryCount: uint64(end, 32), bytes: uint64(end, 40), start: uint64(end, 48) };
}

/** The entries that a directory lists. @throws BrokenZip */
export async function readEntries(source: ByteSource, directory: ZipDirectory): Promise<ZipEntry[]> {
  const bytes = await readWhole(source, directory.start, directory.start + directory.bytes);
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < directory.entryCount) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY)
      throw new BrokenZip('its list of entries ends too early');
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const end = extraEnd + view.getUint16(at + 32, true);
    if (end > bytes.length) throw new BrokenZip('its list of entries ends too early');
    const name = NAME.decode(bytes.subarray(at + ENTRY_BYTES, nameEnd));
    const [unpackedBytes, packedBytes, headerAt] = sizesOf(view, at, nameEnd, extraEnd);
    entries.push({
      // Some writers use backslashes in entry names.
      name: name.replaceAll('\\', '/'),
      packedBytes,
      unpackedBytes,
      headerAt,
      crc32: view.getInt32(at + 16, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
    });
    at = end;
  }
  return entries;
}

const NAME = new TextDecoder();

/** Unpacked and packed size and the position of the header; each is in the extra field if its own field is too small. */
function sizesOf(view: DataView, at: number, extraAt: number, extraEnd: number): [number, number, number] {
  const sizes = [24, 20, 42].map((place) => view.getUint32(at + place, true));
  if (sizes.includes(IN_EXTRA)) {
    for (let field = extraAt; field + 4 <= extraEnd; field += 4 + view.getUint16(field + 2, true)) {
      if (view.getUint16(field, true) !== EXTRA_64) continue;
      let next = field + 4;
      const fieldEnd = Math.min(extraEnd, next + view.getUint16(field + 2, true));
      sizes.forEach((size, index) => {
        if (size !== IN_EXTRA || next + 8 > fieldEnd) return;
        sizes[index] = uint64(view, next);
        next += 8;
      });
      break;
    }
  }
  const [unpackedBytes = 0, packedBytes = 0, headerAt = 0] = sizes;
  return [unpackedBytes, packedBytes, headerAt];
}

/** The content of an entry, streamed. @throws BrokenZip */
export async function* unpacked(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted) throw new BrokenZip('it is encrypted');
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw new BrokenZip('it is packed in an unknown way');
  const header = viewOf(await readWhole(source, entry.headerAt, entry.headerAt + LOCAL_BYTES));
  if (header.byteLength < LOCAL_BYTES || header.getUint32(0, true) !== LOCAL)
    throw new BrokenZip('a part is not where it should be');
  const start = entry.headerAt + LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  const end = start + entry.packedBytes;
  if (end > source.size) throw new BrokenZip('a part is cut off');
  const content = source.read(start, end);
  let bytes = 0;
  let checksum = 0;
  for await (const piece of entry.method === STORED ? content : inflated(content)) {
    bytes += piece.length;
    if (bytes > entry.unpackedBytes) break;
    checksum = crc32.buf(piece, checksum);
    yield piece;
  }
  if (bytes !== entry.unpackedBytes) throw new BrokenZip('a part unpacks to another size than stated');
  // A damaged cell could be another address, with the wrong owner.
  if (checksum !== entry.crc32) throw new BrokenZip('a part is damaged');
}

async function* inflated(deflated: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = smallPieces(deflated);
  const packed = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  const inflation = new DecompressionStream('deflate-raw') as TransformStream<Uint8Array, Uint8Array>;
  const reader = packed.pipeThrough(inflation).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* smallPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PACKED_PIECE) yield chunk.subarray(at, at + PACKED_PIECE);
  }
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @throws BrokenZip if the value exceeds Number.MAX_SAFE_INTEGER */
function uint64(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new BrokenZip('a size in it is impossible');
  return value;
}
