import { cellValue, type CsvRecord } from '../records/record.js';
import { hasColumns, LIST_LIMITS, RESULT_LIMITS, type Dialect } from '../records/dialect.js';
import { CsvReader } from '../records/reader.js';
import { joined } from '../byte-source.js';
import { columnsTo } from '../records/head.js';
import { COLUMNS, Scanner } from '../records/scanner.js';
import { bytesPerUnit, decodeRecord, unitsOf } from '../text/encoding.js';
import { addedHeaders, blockOfForm, requireWhole, type AddedBlock, type ResultForm } from './added-block.js';
import { type PropertyAddress, propertyOf } from './enriched-rows.js';
import { FIRST_ROW, repeatedRow, repeatsColumn, startOfLast } from './restored.js';

/** A row of a customer's list. */
export interface ListedRow {
  /** Index of the row, from 0; blank lines and the header don't count. */
  readonly row: number;
  /** Index of the row that was looked up for it: another one above if it repeats that one's property, else its own. */
  readonly lookedUpRow: number;
  readonly property: PropertyAddress;
  /** The row as it is written, for a cheap first check. */
  readonly text: string;
  /** The customer's own cells; empty for the number of a repeated row. Each call parses the row again. */
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
  let repeats: readonly string[] = [];
  const properties = new RowProperties();
  const property = [address, city, state, zip];
  const mapped = [...property, ...Object.values(others)];
  const reader = new CsvReader({
    isWanted: (names) => hasColumns(names, mapped),
    limits: widths === undefined ? LIST_LIMITS : RESULT_LIMITS,
    ...(delimiter !== undefined && { delimiter }),
    addedFirst: widths !== undefined,
    mappedHeaders: (names) => {
      if (widths !== undefined) block = blockOfForm({ widths }, names);
      repeats = repeatsColumn(names);
      return [...(block?.owner.slice(0, 1) ?? []), ...property, ...repeats];
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
        return { ...properties.of(next++, values), ...textsOf(record, now, block, repeats.length) };
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

/** The property of each row. Earlier ones are remembered if the list has a column with the numbers of repeated rows. */
class RowProperties {
  readonly #known: string[] = [];

  /** @param values the property, and the cell of `repeatsColumn` if there is such a column */
  of(row: number, values: readonly string[]): Pick<ListedRow, 'row' | 'lookedUpRow' | 'property'> {
    const own = values.slice(0, 4);
    const repeats = values[4];
    if (repeats === undefined) return { row, lookedUpRow: row, property: propertyOf(own) };
    const lookedUpRow = own[0] === '' ? (repeatedRow([repeats]) ?? 0) - FIRST_ROW : row;
    const known = this.#known[lookedUpRow];
    // As one new text, because the cells are slices that would keep the text of the whole file in memory.
    this.#known.push(JSON.stringify(own));
    return known === undefined || lookedUpRow >= row
      ? { row, lookedUpRow: row, property: propertyOf(own) }
      : { row, lookedUpRow, property: propertyOf(JSON.parse(known) as string[]) };
  }
}

/**
 * @param block columns that were added to the customer's own
 * @param leading 1 if the first cell may be the number of a repeated row, else 0
 */
function textsOf(
  record: CsvRecord,
  dialect: Dialect,
  block: AddedBlock | undefined,
  leading: number,
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
        .map(([start, end], at) => {
          const cell = cellValue(decodeRecord(bytes.subarray(start, end), encoding).text);
          return at < leading && repeatedRow([cell]) !== undefined ? '' : cell;
        }),
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
