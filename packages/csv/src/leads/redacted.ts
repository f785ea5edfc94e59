import { cellValue, type CsvRecord } from '../records/record.js';
import { hasColumns, type Dialect } from '../records/dialect.js';
import { CsvReader } from '../records/reader.js';
import { joined } from '../byte-source.js';
import { decodeRecord } from '../text/encoding.js';
import { blockOfForm, optionsOfForm, type ResultForm } from './added-block.js';
import { type PropertyAddress, propertyOf } from './enriched-rows.js';
import { startOfLast } from './restored.js';

/** A row of a customer's list. */
export interface ListedRow {
  /** Index of the row, from 0; blank lines and the header don't count. */
  readonly row: number;
  readonly property: PropertyAddress;
  /** The row as it is written, for a cheap first check. */
  readonly text: string;
  /** The customer's own cells, without the ones that the service added. Each call parses the row again. */
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
  let ownCells: number | undefined;
  const property = [address, city, state, zip];
  const mapped = [...property, ...Object.values(others)];
  const reader = new CsvReader({
    ...(widths === undefined
      ? { isWanted: (names) => hasColumns(names, mapped), ...(delimiter !== undefined && { delimiter }) }
      : optionsOfForm({ delimiter, widths }, property)),
    mappedHeaders: (names) => {
      ownCells = widths === undefined ? undefined : blockOfForm({ widths }, names).originalNames.length;
      return property;
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
    const chosen = await choose(rows.map((record) => rowOf(next++, record, now, ownCells)));
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

function rowOf(row: number, record: CsvRecord, dialect: Dialect, ownCells: number | undefined): ListedRow {
  return {
    row,
    property: propertyOf(record.values),
    text: decodeRecord(record.bytes, dialect.encoding).text,
    cells: () =>
      boundsOf(record, dialect)
        .slice(0, ownCells)
        .map(([start, end]) =>
          cellValue(decodeRecord(record.bytes.subarray(start, end), dialect.encoding).text),
        ),
  };
}

/** Start and end of each cell of a record in its bytes. */
function boundsOf({ bytes, cellCount }: CsvRecord, dialect: Dialect): [start: number, end: number][] {
  const unit = dialect.encoding === 'utf-16le' || dialect.encoding === 'utf-16be' ? 2 : 1;
  // The delimiter in front of each cell but the first.
  const marks = Array.from({ length: cellCount - 1 }, (_, at) =>
    startOfLast(bytes, cellCount - 1 - at, dialect),
  );
  return Array.from({ length: cellCount }, (_, at) => [
    at === 0 ? 0 : (marks[at - 1] ?? 0) + unit,
    marks[at] ?? bytes.length,
  ]);
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
