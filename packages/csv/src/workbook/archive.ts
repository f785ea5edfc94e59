import { SaxesParser } from 'saxes';
import type { ByteSource } from '../byte-source.js';
import { LargeZip, type ZipEntry, zipEntries } from '../zip.js';

/** Limits of a workbook, so that a small file cannot unpack without bounds. These limits alone bound memory. */

const MEBIBYTE = 1024 * 1024;

/** Parts in the archive. Each sheet, picture and comment is one. */
const MAX_PARTS = 10_000;

/** Most bytes of the archive's directory, the list of its parts. */
const MAX_DIRECTORY_BYTES = 16 * MEBIBYTE;

/** Unpacked bytes of a part. The sheet is streamed; the others are kept in memory, at least in part. */
const MAX_PART_BYTES = {
  sheet: 2048 * MEBIBYTE,
  strings: 512 * MEBIBYTE,
  other: 16 * MEBIBYTE,
} as const;

type PartKind = keyof typeof MAX_PART_BYTES;

/** Most bytes unpacked from one. Lists unpack to 5 to 50 times their size; the format allows 1,032 times. */
const MAX_RATIO = 250;

/** Parts up to this size are accepted at any ratio. */
const UNSUSPECTED_BYTES = 16 * MEBIBYTE;

/** Characters of a tag, a text or a comment, which must be complete before it can be read. */
const MAX_TOKEN = MEBIBYTE;

/** Elements within elements. A sheet has some five levels. */
const MAX_DEPTH = 64;

/** Excel's own limits. */
export const MAX_ROWS = 1_048_576;

export const MAX_COLUMNS = 16_384;

export const MAX_CELL_CHARACTERS = 32_767;

export const MAX_STYLES = 65_490;

/** Limit of a CSV reader for one record. */
export const MAX_ROW_CHARACTERS = MEBIBYTE;

export const MAX_SHEETS = 1_000;

/** Distinct texts of all sheets, which are kept in memory while the rows are read. */
export const MAX_STRINGS = 4_000_000;

export const MAX_STRINGS_CHARACTERS = 64 * MEBIBYTE;

/** Characters of the CSV file that is written: cells may refer to one long text repeatedly. */
export const MAX_CSV_CHARACTERS = 1024 * MEBIBYTE;

/** A workbook exceeds one of these limits. The message is the end of a sentence about it. */
export class WorkbookTooLarge extends Error {
  override readonly name = 'WorkbookTooLarge';
}

export function requireAtMost(limit: number, value: number, what: string): void {
  if (value > limit) throw new WorkbookTooLarge(`it has more than ${limit.toLocaleString('en-US')} ${what}`);
}

/** The parts of a workbook: a ZIP archive of XML files. */
export class Archive {
  private constructor(private readonly entries: ReadonlyMap<string, ZipEntry>) {}

  /** @throws BrokenZip if it is not an archive or is damaged; WorkbookTooLarge */
  static async open(source: ByteSource): Promise<Archive> {
    try {
      const entries = await zipEntries(source, { entries: MAX_PARTS, directoryBytes: MAX_DIRECTORY_BYTES });
      return new Archive(new Map(entries.map((entry) => [entry.name, entry])));
    } catch (error) {
      throw error instanceof LargeZip ? new WorkbookTooLarge(error.message) : error;
    }
  }

  /** A part, streamed; undefined if the archive has no part of this name. @throws WorkbookTooLarge */
  read(name: string, kind: PartKind): AsyncIterable<Uint8Array> | undefined {
    const entry = this.entries.get(name);
    if (entry === undefined) return undefined;
    requireModestSize(entry, kind);
    return entry.content();
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

interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Names without their namespace prefix: `x:row` of some writers is `row`. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** A row of a few characters may have thousands of cells, so XML is parsed in small pieces. */
const PIECE = 8 * 1024;

/** Parses XML as it arrives and yields the result of `taken` after each piece: memory does not grow with the sheet. */
export async function* readXml<T>(
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  taken: () => readonly T[],
): AsyncGenerator<T> {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  // The parser keeps incomplete tokens, and the names of the open elements.
  let unseen = 0;
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    unseen = 0;
    requireAtMost(MAX_DEPTH, ++depth, 'elements within each other');
    handler.open?.(local(name), attributes);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => {
    unseen = 0;
    depth--;
    handler.close?.(local(name));
  });
  const decoder = new TextDecoder();
  const read = function* (text: string): Generator<T> {
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE);
      unseen += piece.length;
      parser.write(piece);
      requireAtMost(MAX_TOKEN, unseen, 'characters in one piece');
      yield* taken();
    }
  };
  for await (const chunk of bytes) yield* read(decoder.decode(chunk, { stream: true }));
  yield* read(decoder.decode());
  parser.close();
  yield* taken();
}

/** Reads a small part to its end. */
export async function readWholeXml(
  bytes: AsyncIterable<Uint8Array> | undefined,
  handler: XmlHandler,
): Promise<void> {
  if (!bytes) return;
  for await (const _ of readXml(bytes, handler, () => [])) continue;
}
