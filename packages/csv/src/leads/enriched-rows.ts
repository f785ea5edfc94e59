import type { ByteSource } from '../byte-source.js';
import type { EnrichedOwner } from '../enriched/added-columns.js';
import { type AddressColumns, propertyColumns } from '../headers/address-columns.js';
import { mapHeaders } from '../headers/map-headers.js';
import type { MapOptions } from '../headers/mapping.js';
import type { OpenOptions } from '../records/open.js';
import { CsvReader } from '../records/reader.js';
import type { SplitAddress } from '../values/address-lines.js';
import {
  addedHeaders,
  blockOfForm,
  findAddedBlock,
  optionsOfForm,
  ownerOf,
  RESULT_OPTIONS,
  type AddedBlock,
  type ResultForm,
} from './added-block.js';
import { UnclearColumns, readSample, repeatedRow, repeatsColumn } from './inspect.js';
import { propertyKeyOf } from './property-key.js';

export type PropertyAddress = SplitAddress;

/** The property of a row, from the cells of the four columns named to the service. */
export const propertyOf = ([
  address = '',
  city = '',
  state = '',
  zip = '',
]: readonly string[]): PropertyAddress => ({ address, city, state, zip });

export interface EnrichedRow {
  readonly property: PropertyAddress;
  readonly owner: EnrichedOwner | null;
}

/** Columns that a row's property is read from, and how to read their cells. */
interface RowColumns<Read> {
  readonly headers: readonly string[];
  read(cells: readonly string[]): Read;
}

export type EnrichedOptions = Pick<MapOptions, 'overrides' | 'state'>;

/**
 * Every row of an enriched file: the property that was asked for, and the owner that was found.
 * @throws CsvInputError, NotEnriched, UnclearColumns
 */
export async function* readEnriched(
  source: ByteSource,
  wanted: EnrichedOptions,
): AsyncGenerator<EnrichedRow> {
  const samples = (await readSample(source, RESULT_OPTIONS))?.rows ?? [];
  const columnsOf = (names: readonly string[]): AddressColumns => {
    const mapping = mapHeaders(names, { ...wanted, samples });
    if (mapping.errors.length > 0) throw new UnclearColumns(mapping, names, samples);
    return propertyColumns(mapping);
  };
  for await (const [property, owner] of rowsOf(source, columnsOf)) yield { property, owner };
}

/**
 * Reads a file as the service stores it, by the columns named to the service. A row that repeats one above
 * (`paidOnce`) gets its property and owner.
 * @throws CsvInputError, NotEnriched, RangeError if a row repeats one that is not above it
 */
export async function* readResult(
  result: ByteSource,
  { address, city, state, zip }: PropertyAddress,
): AsyncGenerator<EnrichedRow> {
  const columnsOf = (
    names: readonly string[],
  ): RowColumns<EnrichedRow['property'] & { repeats?: number }> => {
    return {
      headers: [address, city, state, zip, ...repeatsColumn(names)],
      read: (cells) => {
        const property = propertyOf(cells);
        const repeats = repeatedRow(cells.slice(4));
        // A row with an address repeats none: the cell in this column is then the customer's own.
        return { ...property, ...(property.address === '' && repeats !== undefined && { repeats }) };
      },
    };
  };
  // The file is read twice, so that memory holds only the rows that others repeat.
  const shared = new Map<number, EnrichedRow | null>();
  for await (const [{ repeats }] of rowsOf(result, columnsOf))
    if (repeats !== undefined) shared.set(repeats, null);
  let row = 1;
  for await (const [{ repeats, ...property }, owner] of rowsOf(result, columnsOf)) {
    row++;
    const found = repeats === undefined ? { property, owner } : shared.get(repeats);
    if (found === undefined || found === null)
      throw new RangeError(`row ${row} repeats row ${repeats}, which is not above it`);
    if (shared.has(row)) shared.set(row, found);
    yield found;
  }
}

/**
 * The rows with an owner, without the owners that a row of the same property above has, in any spelling: a property that was
 * paid once counts once, and another program gets each contact once. Properties are compared only if owners look alike,
 * because that is slow.
 */
export async function* ownersOnce(rows: AsyncIterable<EnrichedRow>): AsyncGenerator<FoundRow> {
  const seen = new Map<string, PropertyAddress | Set<string>>();
  const isNew = (property: PropertyAddress, { firstName, lastName, fullName, phones }: EnrichedOwner) => {
    const who = [firstName, lastName, fullName, phones[0]?.number].join('\n');
    const known = seen.get(who);
    if (known === undefined) {
      seen.set(who, property);
      return true;
    }
    const keys = known instanceof Set ? known : new Set([propertyKeyOf(known)]);
    const before = keys.size;
    seen.set(who, keys.add(propertyKeyOf(property)));
    return keys.size > before;
  };
  for await (const { property, owner: found } of rows) {
    if (found === null) continue;
    const { coOwners: others = [], ...first } = found;
    const [owner, ...coOwners] = [first, ...others].filter((one) => isNew(property, one));
    if (owner === undefined) continue;
    yield { property, owner: coOwners.length === 0 ? owner : { ...owner, coOwners } };
  }
}

export interface NumberedRow extends EnrichedRow {
  /** Number of the row, from 0; blank lines are not counted. */
  readonly row: number;
}

export interface FoundRow extends EnrichedRow {
  readonly owner: EnrichedOwner;
}

/**
 * The first rows of a result that have an address, as the service stores it. Reads no more of the file than that.
 * @param columns as they were named to the service
 */
export async function firstRows(
  result: AsyncIterable<Uint8Array>,
  { address, city, state, zip }: PropertyAddress,
  form: ResultForm,
  most: number,
): Promise<NumberedRow[]> {
  const columns = { headers: [address, city, state, zip], read: propertyOf };
  const first: NumberedRow[] = [];
  let row = -1;
  const reading = {
    options: optionsOfForm(form),
    blockOf: (names: readonly string[]) => blockOfForm(form, names),
  };
  for await (const [property, owner] of rowsOf({ read: () => result }, () => columns, reading)) {
    row++;
    // A row without one repeats a row above, or has nothing to look up.
    if (property.address.trim() === '') continue;
    first.push({ row, property, owner });
    if (first.length === most) break;
  }
  return first;
}

const ANY_RESULT = { options: RESULT_OPTIONS, blockOf: findAddedBlock };

async function* rowsOf<Read>(
  source: Pick<ByteSource, 'read'>,
  columnsOf: (originalNames: readonly string[]) => RowColumns<Read>,
  {
    options,
    blockOf,
  }: { options: OpenOptions; blockOf: (names: readonly string[]) => AddedBlock } = ANY_RESULT,
): AsyncGenerator<readonly [Read, EnrichedOwner | null]> {
  let known:
    | { readonly block: AddedBlock; readonly columns: RowColumns<Read>; readonly width: number }
    | undefined;
  const reader = new CsvReader({
    ...options,
    addedFirst: true,
    mappedHeaders: (names) => {
      const block = blockOf(names);
      const columns = columnsOf(block.originalNames);
      const added = addedHeaders(block);
      known = { block, columns, width: added.length };
      return [...added, ...columns.headers];
    },
  });
  const rows = function* (records: ReturnType<typeof reader.push>) {
    if (known === undefined) return;
    const { block, columns, width } = known;
    for (const { blank, values } of records) {
      if (blank) continue;
      yield [columns.read(values.slice(width)), ownerOf(values, block)] as const;
    }
  };
  for await (const chunk of source.read()) yield* rows(reader.push(chunk));
  yield* rows(reader.end());
}
