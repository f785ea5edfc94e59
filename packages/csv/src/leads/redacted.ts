import { joined } from '../byte-source.js';
import { hasColumns, LIST_LIMITS, RESULT_LIMITS, type Dialect } from '../records/dialect.js';
import { columnsTo } from '../records/head.js';
import { CsvReader } from '../records/reader.js';
import { cellValue, type CsvRecord } from '../records/record.js';
import { COLUMNS, Scanner } from '../records/scanner.js';
import { bytesPerUnit, decodeRecord, unitsOf } from '../text/encoding.js';
import { addedHeaders, blockOfForm, requireWhole, type AddedBlock, type ResultForm } from './added-block.js';
import { type PropertyAddress, propertyOf } from './enriched-rows.js';
import { FIRST_ROW, repeatedRow, repeatsColumn } from './inspect.js';
import { startOfLast } from './restored.js';

/** A row of a customer's list. */
export interface ListedRow {
  /** Index of the row, from 0; blank lines and the header don't count. */
  readonly row: number;
  readonly property: PropertyAddress;
  /** The row above that this one names instead of an address, because it has the same property (`paidOnce`). */
  readonly repeated: { readonly row: number; readonly property: PropertyAddress } | undefined;
  /** The row as it is written, for a cheap first check. */
  readonly text: string;
  /** The customer's own cells; the number of the repeated row reads as empty. Each call parses the row again. */
  cells(): string[];
}

/** A file's form, as far as it is known. */
type KnownForm = { [Fact in keyof ResultForm]?: ResultForm[Fact] | undefined };

/**
 * A customer's list, or the result of a job, with some of the customer's own cells empty; all else keeps its
 * bytes.
 * @param columns all that were named to the service
 * @param form with `widths` only for a result
 * @param choose returns the cells of a row to empty, counted from 0
 * @throws CsvInputError, NotEnriched
 */
export async function* redacted(
  file: AsyncIterable<Uint8Array>,
  { address, city, state, zip, ...others }: PropertyAddress & { firstName?: string; lastName?: string },
  { encoding, delimiter, widths }: KnownForm,
  choose: (rows: readonly ListedRow[]) => Promise<readonly (readonly number[])[]>,
): AsyncGenerator<Uint8Array> {
  /** Undefined for a list: all its cells are the customer's. */
  let block: AddedBlock | undefined;
  const earlier = new EarlierRows();
  const property = [address, city, state, zip];
  const mapped = [...property, ...Object.values(others)];
  const reader = new CsvReader({
    isWanted: (names) => hasColumns(names, mapped),
    limits: widths === undefined ? LIST_LIMITS : RESULT_LIMITS,
    ...(delimiter !== undefined && { delimiter }),
    addedFirst: widths !== undefined,
    mappedHeaders: (names) => {
      if (widths !== undefined) block = blockOfForm({ widths }, names);
      return [...(block === undefined ? [] : [block.status]), ...property, ...repeatsColumn(names)];
    },
  });
  let isBegun = false;
  let next = 0;
  const written = async (records: readonly CsvRecord[]): Promise<Uint8Array> => {
    const { dialect, header } = reader;
    if (dialect === undefined || header === undefined) return joined([]);
    const parts: Uint8Array[] = [];
    if (!isBegun) parts.push(header.preamble, header.bytes, header.lineEnd);
    isBegun = true;
    const now = { ...dialect, encoding: encoding ?? dialect.encoding };
    const rows = records.filter(({ blank }) => !blank);
    if (block !== undefined) for (const record of rows) requireWhole(record, header.names);
    const chosen = await choose(
      rows.map((record) => {
        const values = block === undefined ? record.values : record.values.slice(1);
        const listed = earlier.listed(next++, values);
        return { ...listed, ...textsOf(record, now, block, listed.repeated !== undefined) };
      }),
    );
    const cellsOf = new Map(rows.map((record, at) => [record, chosen[at] ?? []]));
    for (const record of records) {
      const cells = cellsOf.get(record) ?? [];
      parts.push(cells.length === 0 ? record.bytes : withoutCells(record, now, cells), record.lineEnd);
    }
    return joined(parts);
  };
  for await (const chunk of file) yield await written(reader.push(chunk));
  yield await written(reader.end());
}

/** Limits of what `EarlierRows` keeps: a job has no more rows, and the cells of a property have fewer characters. */
const KEPT_ROWS = 250_000;
const KEPT_CHARACTERS = 300;

/** The properties of earlier rows, kept only if the list has a column with the numbers of repeated rows. */
class EarlierRows {
  readonly #properties = new Map<number, string>();

  /** @param values the property, and the cell of `repeatsColumn` if there is such a column */
  listed(row: number, values: readonly string[]): Pick<ListedRow, 'row' | 'property' | 'repeated'> {
    const own = values.slice(0, 4);
    const property = propertyOf(own);
    const number = values[4];
    if (number === undefined) return { row, property, repeated: undefined };
    // A row with an address repeats none: the cell in this column is then the customer's own.
    if (property.address !== '') {
      this.#keep(row, own);
      return { row, property, repeated: undefined };
    }
    const above = (repeatedRow([number]) ?? 0) - FIRST_ROW;
    if (above < 0 || above >= row) return { row, property, repeated: undefined };
    const known = JSON.parse(this.#properties.get(above) ?? '[]') as string[];
    return { row, property, repeated: { row: above, property: propertyOf(known) } };
  }

  #keep(row: number, property: readonly string[]): void {
    // As one new text, because the cells are slices that would keep the text of the whole file in memory.
    const text = JSON.stringify(property.map((cell) => cell.trim()));
    if (row < KEPT_ROWS && text.length <= KEPT_CHARACTERS) this.#properties.set(row, text);
  }
}

/**
 * @param block columns that were added to the customer's own
 * @param isRepeat whether the first cell is the number of a repeated row
 */
function textsOf(
  record: CsvRecord,
  dialect: Dialect,
  block: AddedBlock | undefined,
  isRepeat: boolean,
): Pick<ListedRow, 'text' | 'cells'> {
  const { bytes } = record;
  const added = block === undefined ? 0 : addedHeaders(block).length;
  const own = bytes.subarray(0, added === 0 ? bytes.length : startOfLast(bytes, added, dialect));
  const { text, encoding } = decodeRecord(own, dialect.encoding);
  return {
    text: text + decodeRecord(bytes.subarray(own.length), dialect.encoding).text,
    cells: () =>
      boundsOf(record, dialect)
        .slice(0, record.cellCount - added)
        .map(([start, end], at) =>
          isRepeat && at === 0 ? '' : cellValue(decodeRecord(bytes.subarray(start, end), encoding).text),
        ),
  };
}

/** Start and end of each cell of a record in its bytes. */
function boundsOf({ bytes, cellCount }: CsvRecord, { delimiter, encoding }: Dialect): [number, number][] {
  const units = unitsOf(bytes, encoding);
  const columns = columnsTo(cellCount);
  const scanner = new Scanner({
    delimiter: delimiter.charCodeAt(0),
    columns,
    maxRecordUnits: Infinity,
    start: 0,
    line: 1,
  });
  scanner.scan(units, units.length, true, 1);
  const place = (at: number): number => (scanner.spans[COLUMNS + at] ?? 0) * bytesPerUnit(encoding);
  return Array.from(columns, (column) => [place(2 * column), place(2 * column + 1)]);
}

function withoutCells(record: CsvRecord, dialect: Dialect, chosen: readonly number[]): Uint8Array {
  const bounds = boundsOf(record, dialect);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const cell of [...new Set(chosen)].sort((a, b) => a - b)) {
    const [start, end] = bounds[cell] ?? [at, at];
    parts.push(record.bytes.subarray(at, start));
    at = end;
  }
  parts.push(record.bytes.subarray(at));
  return joined(parts);
}
