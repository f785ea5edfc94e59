import { type ByteSource, joined } from '../byte-source.js';
import type { EnrichedOwner } from '../enriched/added-columns.js';
import { EnrichedCsv } from '../enriched/enriched-csv.js';
import { withoutHelperCells } from '../helper-csv.js';
import type { Dialect } from '../records/dialect.js';
import { CsvReader } from '../records/reader.js';
import type { CsvRecord } from '../records/record.js';
import { bytesPerUnit, unitsOf } from '../text/encoding.js';
import {
  addedHeaders,
  blockOfForm,
  findAddedBlock,
  optionsOfForm,
  ownerOf,
  requireWhole,
  RESULT_OPTIONS,
  type AddedBlock,
  type ResultForm,
} from './added-block.js';
import { type EnrichedRow, type PropertyAddress, propertyOf } from './enriched-rows.js';
import {
  ADDRESS_COLUMN,
  helperCount,
  helperKind,
  REPEATS_COLUMN,
  readSample,
  repeatedRow,
  repeatsColumn,
} from './inspect.js';

/** Owner cells of a repeated row, kept until its last repetition has been read. */
interface Shared {
  left: number;
  cells: Uint8Array | undefined;
}

/** Whether a result has columns meant only for the service; `restored` returns any other result unchanged. */
export async function isForService(whole: ByteSource): Promise<boolean> {
  const sample = await readSample(whole, RESULT_OPTIONS);
  return sample !== undefined && helperCount(sample.header.names) > 0;
}

/**
 * The result of a job as the user wants it, from the service's file alone: without the service's own columns,
 * and with the owner in every row that repeats a property. A result with neither comes back unchanged, and so
 * does one with user columns named like the ones of `paidOnce`: a column's name alone never gives a row the
 * owner of another.
 * @throws CsvInputError, NotEnriched
 */
export async function* restored(whole: ByteSource): AsyncGenerator<Uint8Array> {
  const shared = await repeatedRows(whole);
  if (shared === 'not made here') {
    yield* whole.read();
    return;
  }
  const reader = new CsvReader({ mappedHeaders: repeatsColumns, ...RESULT_OPTIONS });
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
      // A copy: the records are views of a buffer that is reused.
      if (known) known.cells = own.slice(startOfLast(own, ownerCells, dialect));
      const repeats = shared.size === 0 ? undefined : repeatedRow(record.values);
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

/**
 * The column that `paidOnce` puts in front, the address that it leaves empty, and the owner's cells; empty for other files.
 */
function repeatsColumns(names: readonly string[]): string[] {
  const [repeats] = repeatsColumn(names);
  return repeats === undefined ? [] : [repeats, names[1] ?? '', ...addedHeaders(findAddedBlock(names))];
}

/**
 * The repeated rows, each with the number of its repetitions. `paidOnce` leaves the address of a repeating
 * row empty, so that row has no owner of its own, and the row it names is above it: a file that breaks either
 * rule was not made by `paidOnce`.
 */
async function repeatedRows(whole: ByteSource): Promise<Map<number, Shared> | 'not made here'> {
  const shared = new Map<number, Shared>();
  const repeating = new Set<number>();
  const reader = new CsvReader({ mappedHeaders: repeatsColumns, ...RESULT_OPTIONS });
  let at = 1;
  const isMadeHere = ({ blank, values }: CsvRecord): boolean => {
    if (blank) return true;
    at++;
    const row = repeatedRow(values);
    if (row === undefined) return true;
    repeating.add(at);
    const known = shared.get(row);
    if (known) known.left++;
    else shared.set(row, { left: 1, cells: undefined });
    return row < at && !repeating.has(row) && values.slice(1).every((cell) => cell === '');
  };
  const read = (records: readonly CsvRecord[]): 'goes on' | 'none' | 'not made here' => {
    if (!reader.header) return 'goes on';
    const [repeats = '', address = ''] = reader.header.names;
    if (helperKind(repeats) !== REPEATS_COLUMN) return 'none';
    const isFromHere =
      repeatsColumn(reader.header.names).length > 0 && helperKind(address) === ADDRESS_COLUMN;
    return isFromHere && records.every(isMadeHere) ? 'goes on' : 'not made here';
  };
  for await (const chunk of whole.read()) {
    const found = read(reader.push(chunk));
    if (found === 'none') return shared;
    if (found === 'not made here') return found;
  }
  return read(reader.end()) === 'not made here' ? 'not made here' : shared;
}

function takeCells(shared: Map<number, Shared>, row: number, asking: number): Uint8Array {
  const known = shared.get(row);
  if (known?.cells === undefined) throw new Error(`row ${asking} repeats row ${row}, which is not above it`);
  // After the last repetition the cells are dropped: memory holds only those still needed.
  if (--known.left === 0) shared.delete(row);
  return known.cells;
}

/**
 * Start of the last `count` cells, including the delimiter before them. They are quoted whole or not at all,
 * so that seen from the end every quote opens or closes; the cells before them may hold any quotes.
 */
export function startOfLast(bytes: Uint8Array, count: number, { delimiter, encoding }: Dialect): number {
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

/** A row with an owner. */
export interface MatchedRow extends EnrichedRow {
  /** Index of the row, from 0; blank lines and the header don't count. */
  readonly row: number;
  readonly owner: EnrichedOwner;
}

/**
 * The result of a job with other owners in some rows; all else keeps its bytes.
 * @param columns as they were named to the service
 * @param change is called for rows with an owner and returns the new owner, the same one if nothing changes,
 * or null; rows of one call with the same cells share their property and owner
 * @throws CsvInputError, NotEnriched
 */
export async function* rewritten(
  result: AsyncIterable<Uint8Array>,
  { address, city, state, zip }: PropertyAddress,
  form: ResultForm,
  change: (rows: readonly MatchedRow[]) => Promise<readonly (EnrichedOwner | null)[]>,
): AsyncGenerator<Uint8Array> {
  let block: AddedBlock | undefined;
  let csv: EnrichedCsv | undefined;
  let next = 0;
  const { encoding } = form;
  const property = [address, city, state, zip];
  const reader = new CsvReader({
    ...optionsOfForm(form),
    addedFirst: true,
    mappedHeaders: (names) => {
      block = blockOfForm(form, names);
      return [...addedHeaders(block), ...property];
    },
  });
  const written = async (records: readonly CsvRecord[]): Promise<Uint8Array> => {
    const { dialect, header } = reader;
    const parts: Uint8Array[] = [];
    if (block === undefined || dialect === undefined || header === undefined) return joined(parts);
    const cells = block.originalNames.length;
    if (csv === undefined) {
      const widths = { ...form.widths, cells };
      csv = new EnrichedCsv({
        dialect: { ...dialect, encoding },
        header: { ...header, names: block.originalNames },
        widths,
      });
      parts.push(header.preamble, header.bytes, header.lineEnd);
    }
    const rows = new Map<CsvRecord, MatchedRow>();
    // Decoding takes longer than comparing, and many rows may be alike.
    const known = new Map<string, EnrichedRow>();
    for (const record of records) {
      if (record.blank) continue;
      requireWhole(record, header.names);
      const row = next++;
      const { values } = record;
      const text = JSON.stringify(values);
      let lead = known.get(text);
      if (lead === undefined) {
        const own = values.slice(header.names.length - cells);
        lead = { property: propertyOf(own), owner: ownerOf(values, block) };
        known.set(text, lead);
      }
      const { property, owner } = lead;
      if (owner !== null) rows.set(record, { row, property, owner });
    }
    const owners = await change([...rows.values()]);
    const changes = new Map([...rows.keys()].map((record, at) => [record, owners[at] ?? null]));
    for (const record of records) {
      const { bytes, lineEnd } = record;
      const owner = changes.get(record);
      if (owner === undefined || owner === rows.get(record)?.owner) parts.push(bytes, lineEnd);
      else {
        const original = bytes.subarray(
          0,
          startOfLast(bytes, header.names.length - cells, { ...dialect, encoding }),
        );
        parts.push(csv.record({ bytes: original, lineEnd, blank: false, cellCount: cells }, owner));
      }
    }
    return joined(parts);
  };
  for await (const chunk of result) yield await written(reader.push(chunk));
  yield await written(reader.end());
}
