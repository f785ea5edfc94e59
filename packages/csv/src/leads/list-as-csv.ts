import { ByteWriter } from '../enriched/byte-writer.js';
import { writtenCell } from '../enriched/cells.js';
import type { CsvSample } from '../records/sample.js';
import type { ByteSource } from '../source/byte-source.js';
import { encodeText, isUtf16 } from '../text/encoding.js';

/** Name of a list's only column: `mapHeaders` recognizes it as whole addresses. */
const LIST_HEADER = 'Full Address';

/**
 * A plain list as a CSV file of one column: each line becomes a cell, its bytes unchanged inside the quotes
 * it may need. UTF-16 becomes UTF-8. `isTitled`: the first line is the column's name.
 */
export async function* listAsCsv(
  list: ByteSource,
  { dialect }: CsvSample,
  isTitled: boolean,
): AsyncGenerator<Uint8Array> {
  const { encoding, bomLength, lineEnd } = dialect;
  const isWide = isUtf16(encoding);
  // One character per byte: commas, quotes and line ends are the same in UTF-8 and Windows-1252, and all
  // other bytes stay as they are.
  const decoder = isWide ? new TextDecoder(encoding) : undefined;
  const encoded = (text: string) => (isWide ? encodeText(text, 'utf-8') : bytesOfBinary(text));
  let text = isWide ? '\ufeff' : '';
  if (!isWide && bomLength > 0) text += '\u00ef\u00bb\u00bf';
  if (!isTitled) text += `${LIST_HEADER}${lineEnd}`;
  const mark = lineEnd === '\r' ? '\r' : '\n';
  let rest = '';
  const take = (more: string, isLast: boolean): void => {
    const lines = (rest + more).split(mark);
    rest = isLast ? '' : (lines.pop() ?? '');
    lines.forEach((line, at) => {
      const end = line.endsWith('\r') ? '\r' : '';
      const cell = end === '' ? line : line.slice(0, -1);
      text += writtenCell(cell, ',') + end + (isLast && at === lines.length - 1 ? '' : mark);
    });
  };
  for await (const bytes of isWide ? list.read() : list.read(bomLength)) {
    take(decoder ? decoder.decode(bytes, { stream: true }) : binaryOf(bytes), false);
    if (text === '') continue;
    yield encoded(text);
    text = '';
  }
  take(decoder ? decoder.decode() : '', true);
  yield encoded(text);
}

/** Replaces or adds the header. `replaced`: the file's own header is dropped. */
export async function* withHeader(
  source: ByteSource,
  { dialect, header }: CsvSample,
  names: readonly string[],
  replaced = false,
): AsyncGenerator<Uint8Array> {
  const line = names.map((name) => writtenCell(name, dialect.delimiter)).join(dialect.delimiter);
  const writer = new ByteWriter(dialect.encoding);
  writer.bytes(header.preamble);
  writer.text(replaced ? line : line + dialect.lineEnd);
  yield writer.take();
  yield* source.read(header.preamble.length + (replaced ? header.bytes.length : 0));
}

/** The file without the rows above its header and without their lines. @param at the header among the sample's rows */
export async function* withoutTitle(
  source: ByteSource,
  { dialect, places }: CsvSample,
  at: number,
): AsyncGenerator<Uint8Array> {
  const header = places[at];
  if (header === undefined) throw new RangeError(`the sample has no row ${at}`);
  yield* source.read(0, dialect.bomLength);
  yield* source.read(header.byte);
}

/** Characters converted per call: more arguments would not fit on the stack. */
const AT_ONCE = 8192;

function binaryOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return text;
}

const bytesOfBinary = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
