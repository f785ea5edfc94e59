import type { FileShape } from '../headers/header-row.js';
import { columnName } from '../content/name-columns.js';
import { tableOf } from '../headers/suggest-mapping.js';
import type { HeaderField } from '../headers/fields.js';
import { type CsvSample, sampleCsv } from '../records/sample.js';
import type { ByteSource } from '../source/byte-source.js';
import { listAsCsv, withHeader, withoutTitle } from './list-as-csv.js';
import { CsvInputError } from '../errors.js';
import { mapHeaders } from '../headers/map-headers.js';
import type { MapOptions } from '../headers/mapping.js';
import { propertyColumns } from '../headers/address-columns.js';
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
