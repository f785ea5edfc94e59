import { withoutHelperCells } from '../helpers/helper-csv.js';
import { REQUIRED_FIELDS } from '../headers/fields.js';
import type { Dialect } from '../records/dialect.js';
import { CsvReader } from '../records/reader.js';
import type { CsvRecord } from '../records/record.js';
import type { ByteSource } from '../source/byte-source.js';
import { bytesPerUnit, unitsOf } from '../text/units.js';
import { findAddedBlock } from './added-block.js';
import { joined } from '../source/joined.js';
import { REPEATS_COLUMN } from './paid-once.js';

const HELPER = new RegExp(`^(${REPEATS_COLUMN}|skiptrace (?:${REQUIRED_FIELDS.join('|')}))(?: \\d+)?$`);

/** How many columns in front of a result stand for the service alone: those of HelperCsv, each at most once. */
export function helperCount(names: readonly string[]): number {
  const seen = new Set<string>();
  for (const name of names) {
    const kind = HELPER.exec(name)?.[1];
    if (kind === undefined || seen.has(kind)) break;
    seen.add(kind);
  }
  return seen.size;
}

/** The owner's cells of a row that others repeat, until the last of these has come. */
interface Shared {
  left: number;
  cells: Uint8Array | undefined;
}

/**
 * The result of a job as the person wants it, from the service's file alone: without the columns that the service needed, and
 * with the owner in every row that repeats a property. A result that has neither comes back as it is.
 * @throws CsvInputError, NotEnriched, RangeError where a row repeats one that is not above it
 */
export async function* restored(whole: ByteSource): AsyncGenerator<Uint8Array> {
  const shared = await repeatedRows(whole);
  const reader = new CsvReader({ mappedHeaders: repeatsColumns });
  let helpers = 0;
  let ownerCells = 0;
  let row = 1;
  let headerDone = false;
  const written = (records: readonly CsvRecord[]): Uint8Array => {
    const { dialect, header } = reader;
    const parts: Uint8Array[] = [];
    if (!dialect || !header) return joined(parts);
    if (!headerDone) {
      headerDone = true;
      helpers = helperCount(header.names);
      if (shared.size > 0)
        ownerCells = header.names.length - findAddedBlock(header.names).originalNames.length;
      parts.push(header.preamble, withoutHelperCells(header.bytes, helpers, dialect), header.lineEnd);
    }
    for (const record of records) {
      if (record.blank) {
        parts.push(record.bytes, record.lineEnd);
        continue;
      }
      row++;
      const own = withoutHelperCells(record.bytes, helpers, dialect);
      const known = shared.get(row);
      // A copy: the records are views of a buffer that is used again.
      if (known) known.cells = own.slice(startOfLast(own, ownerCells, dialect));
      const repeats = repeatedRow(record.values[0]);
      if (repeats === undefined) parts.push(own);
      else
        parts.push(own.subarray(0, startOfLast(own, ownerCells, dialect)), takeCells(shared, repeats, row));
      parts.push(record.lineEnd);
    }
    return joined(parts);
  };
  for await (const chunk of whole.read()) yield written(reader.push(chunk));
  yield written(reader.end());
}

/** The column that `paidOnce` puts in front to say which row a row repeats; none in files that it did not make. */
const repeatsColumns = ([first = '']: readonly string[]): string[] =>
  HELPER.exec(first)?.[1] === REPEATS_COLUMN ? [first] : [];

function repeatedRow(cell = ''): number | undefined {
  const row = Number(cell);
  return Number.isInteger(row) && row > 1 ? row : undefined;
}

async function repeatedRows(whole: ByteSource): Promise<Map<number, Shared>> {
  const shared = new Map<number, Shared>();
  const reader = new CsvReader({ mappedHeaders: repeatsColumns });
  const count = (records: readonly CsvRecord[]): boolean => {
    if (reader.header && repeatsColumns(reader.header.names).length === 0) return false;
    for (const { blank, values } of records) {
      const row = blank ? undefined : repeatedRow(values[0]);
      if (row === undefined) continue;
      const known = shared.get(row);
      if (known) known.left++;
      else shared.set(row, { left: 1, cells: undefined });
    }
    return true;
  };
  for await (const chunk of whole.read()) if (!count(reader.push(chunk))) return shared;
  count(reader.end());
  return shared;
}

function takeCells(shared: Map<number, Shared>, row: number, asking: number): Uint8Array {
  const known = shared.get(row);
  if (known?.cells === undefined)
    throw new RangeError(`row ${asking} repeats row ${row}, which is not above it`);
  // Once the last row has them, nobody needs them: memory holds only what is still to come.
  if (--known.left === 0) shared.delete(row);
  return known.cells;
}

/**
 * Where the last `count` cells begin, the delimiter before them included. They are quoted whole or not at all, so that seen
 * from the end every quote opens or closes; of the cells before them nothing is known.
 */
function startOfLast(bytes: Uint8Array, count: number, { delimiter, encoding }: Dialect): number {
  const units = unitsOf(bytes, encoding);
  const mark = delimiter.charCodeAt(0);
  let left = count;
  let quoted = false;
  let at = units.length;
  while (at > 0 && left > 0) {
    at--;
    if (units[at] === 0x22) quoted = !quoted;
    else if (units[at] === mark && !quoted) left--;
  }
  return at * bytesPerUnit(encoding);
}
