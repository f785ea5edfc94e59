import type { ByteSource } from '../byte-source.js';
import { columnName } from '../content.js';
import { ByteWriter, writtenCell } from '../enriched/cells.js';
import { CsvInputError } from '../errors.js';
import { propertyColumns } from '../headers/address-columns.js';
import type { FileShape } from '../headers/header-row.js';
import { mapHeaders } from '../headers/map-headers.js';
import type { HeaderField, MapOptions } from '../headers/mapping.js';
import { tableOf } from '../headers/suggest-mapping.js';
import { type CsvSample, sampleCsv } from '../records/sample.js';
import { encodeText, isUtf16 } from '../text/encoding.js';
import { isSentinel } from '../values/sentinel.js';

export type Overrides = Readonly<Partial<Record<HeaderField, string | readonly string[]>>>;

/**
 * Turns a file that is not a table yet into one: a file without a header gets a header, a plain list (an address on each
 * line) becomes a column of quoted cells, and a title above the header is removed with its lines.
 */
export interface Preparation {
  readonly shape: Exclude<FileShape, 'table'>;
  /** The names of its columns after that. */
  readonly names: readonly string[];
  /** Number of rows added above the file's own: 1 for a header. Negative if rows above the header are left out. */
  readonly addedRows: number;
  readonly overrides: Overrides;
  /** The prepared file: below an added header every row keeps its bytes. */
  read(source: ByteSource): AsyncIterable<Uint8Array>;
}

export interface PrepareOptions {
  readonly overrides: Overrides;
  readonly state?: string | undefined;
  /** The person said that row 1 is data, not a header. */
  readonly noHeader: boolean;
  /** The person said which row is the header, counted as a spreadsheet does. */
  readonly headerRow?: number | undefined;
}

/**
 * Gives a file without a header the one that the service needs, and turns the lines of a plain list into
 * cells.
 * @throws CsvInputError no_header_row
 */
export function preparationFor(
  sample: CsvSample,
  { overrides, state, noHeader, headerRow }: PrepareOptions,
): Preparation | undefined {
  const table = tableOf(sample, { noHeader, headerRow, state: state ?? '' });
  const { shape, headerAt, names: found } = table;
  if (shape === 'table') return undefined;
  if (shape === 'no-header') {
    const named = withChoices(found, overrides);
    return { shape, addedRows: 1, ...named, read: (source) => withHeader(source, sample, named.names) };
  }
  if (shape === 'below-title') {
    const at = (headerAt ?? 1) - 1;
    const addedRows = 1 - (sample.places[at]?.line ?? 1);
    return { shape, names: found, addedRows, overrides, read: (source) => withoutTitle(source, sample, at) };
  }
  const isTitled = shape === 'titled-list';
  const chosen = overrides.address !== undefined || overrides.addressFull !== undefined;
  const [title = ''] = sample.header.names;
  return {
    shape,
    names: [title],
    addedRows: isTitled ? 0 : 1,
    overrides: chosen || !isTitled ? overrides : { ...overrides, addressFull: title },
    read: (source) => listAsCsv(source, sample, isTitled),
  };
}

/** The names that `mapHeaders` knows. A column that a person chose gets its field's name. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  address: 'Address',
  addressFull: 'Full Address',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  firstName: 'First Name',
  lastName: 'Last Name',
};

/**
 * Applies a person's choices to a file without a header, with columns named by their position: `--map
 * 'address=Column 2'`. A column that we took for the same field by its cells loses that name again.
 */
function withChoices(
  found: readonly string[],
  overrides: Overrides,
): { names: readonly string[]; overrides: Overrides } {
  const names = [...found];
  const chosen = Object.entries(overrides).map(([field, header]) => {
    const at = names.findIndex(
      (_, index) => columnName(index).toLowerCase() === String(header).toLowerCase(),
    );
    return { field, header, at, name: FIELD_NAMES[field] };
  });
  for (const { at } of chosen) if (at !== -1) names[at] = columnName(at);
  for (const { at, name } of chosen) {
    if (at === -1 || name === undefined) continue;
    const before = names.indexOf(name);
    if (before !== -1) names[before] = columnName(before);
    names[at] = name;
  }
  const left = chosen.map(({ field, header, at }) => [field, at === -1 ? header : (names[at] ?? header)]);
  return { names, overrides: Object.fromEntries(left) as Overrides };
}

/** More rows than this do not raise a sheet's score. */
const ENOUGH_ROWS = 50;
/** A sheet with recognized address columns goes before one with as many rows but without them. */
const TELLS = 100;

/**
 * Score of the head of a sheet as a list of properties: 0 if it is not one. The sheet with the highest score
 * is opened; a summary or a page of notes has none.
 */
export function listScore(head: Uint8Array, purpose: NonNullable<MapOptions['purpose']> = 'leads'): number {
  try {
    const sample = sampleCsv(head, true);
    if (sample === undefined) return 0;
    const { names, rows } = tableOf(sample);
    const mapping = mapHeaders(names, { samples: rows, purpose });
    const columns = propertyColumns(mapping);
    const places = columns.headers.map((name) => names.indexOf(name));
    const addresses = rows.filter(
      (row) => !isSentinel(columns.read(places.map((at) => row[at] ?? '')).address),
    ).length;
    return (mapping.errors.length === 0 ? TELLS : 0) + Math.min(ENOUGH_ROWS, addresses);
  } catch (error) {
    // Not a table at all.
    if (error instanceof CsvInputError) return 0;
    throw error;
  }
}

/** Name of a list's only column: `mapHeaders` recognizes it as whole addresses. */
const LIST_HEADER = 'Full Address';

/**
 * A plain list as a CSV file of one column: each line becomes a cell, its bytes unchanged inside the quotes
 * it may need. UTF-16 becomes UTF-8. `isTitled`: the first line is the column's name.
 */
async function* listAsCsv(
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
async function* withoutTitle(
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

/** Longest file name the service accepts (contract: `filename`, at most 500 characters, ends in .csv). */
export const MAX_NAME = 500;

/** Characters the service rejects in a name: control characters, text direction marks, unpaired surrogates. */
const NOT_TAKEN = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uD800-\uDFFF]/gu;

/** Name of a file at the service: `leads.xlsx` and `leads.csv.txt` → `leads.csv`, `leads.2` → `leads.2.csv`. */
export function csvName(name: string): string {
  const base = name.replace(/(?<=.)(?:\.csv)?\.(?:xls[xm]|txt|tsv|tab)$/i, '.csv');
  const full = /\.csv$/i.test(base) ? base : `${base}.csv`;
  const short = full.length <= MAX_NAME ? full : `${full.slice(0, MAX_NAME - 4)}.csv`;
  return short.replace(NOT_TAKEN, '_');
}
