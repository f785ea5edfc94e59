import { isSentinel } from '../values/sentinel.js';
import { contentOf, type ColumnContent } from './column-content.js';

export interface NamedColumns {
  /** A name for each column: one that `mapHeaders` knows, or `Column 5`. */
  readonly names: readonly string[];
  readonly contents: readonly ColumnContent[];
}

/** Names for columns of a file without a header, by their content. */
const NAMES = {
  address: 'Address',
  addressFull: 'Full Address',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  stateZip: 'State Zip',
  zip: 'Zip',
} as const;

/** Name of a column without one. */
export const columnName = (index: number): string => `Column ${index + 1}`;

/**
 * Adds its place to each repeated name: `Address`, `Address` become `Address (column 1)` and `Address (column 4)`. No synonym
 * matches such a name, so neither is chosen by name alone. Columns without a name are unchanged.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const keys = names.map((name) => name.trim().toLowerCase());
  return names.map((name, at) =>
    name.trim() === '' || keys.indexOf(keys[at] ?? '') === keys.lastIndexOf(keys[at] ?? '')
      ? name
      : `${name} (column ${at + 1})`,
  );
}

/**
 * Names the columns of a file without a header by their cells. Only one street column makes that safe: with two, one may
 * be the owner's mail, and every column gets a number, for a person to choose.
 */
export function nameColumns(rows: readonly (readonly string[])[]): NamedColumns {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? ''));
  const contents = columns.map(contentOf);
  const names = contents.map((_, at) => columnName(at));
  const numbered = { names, contents };

  const streets = contents.flatMap((content, at) => (isAddress(content) ? [at] : []));
  const [street] = streets;
  if (street === undefined || streets.length > 1) return numbered;
  if (contents[street] === 'oneLine') {
    names[street] = NAMES.addressFull;
    return numbered;
  }
  names[street] = NAMES.address;
  const zip = only(contents, 'zip') ?? onlyAfter(contents, 'zip', only(contents, 'state') ?? street);
  const state = only(contents, 'state');
  const stateZip = only(contents, 'stateZip');
  if (state !== undefined) names[state] = NAMES.state;
  if (zip !== undefined) names[zip] = NAMES.zip;
  if (zip === undefined && state === undefined && stateZip !== undefined) names[stateZip] = NAMES.stateZip;

  // Cities look like people: only their usual place between street and state tells them apart.
  let city = street + 1;
  if (isUnitColumn(columns[city] ?? [], contents[city], contents[city + 1])) {
    names[city] = NAMES.unit;
    city++;
  }
  if (contents[city] === 'words') names[city] = NAMES.city;
  return numbered;
}

export function isAddress(content: ColumnContent): boolean {
  return content === 'street' || content === 'oneLine';
}

/** `4B` beside the street and before the city can be nothing else; left out, it would be another home in the building. */
function isUnitColumn(
  cells: readonly string[],
  content: ColumnContent | undefined,
  next: ColumnContent | undefined,
): boolean {
  if (content === 'unit') return true;
  const filled = cells.filter((cell) => !isSentinel(cell));
  return (
    (content === 'other' || content === 'words') &&
    next === 'words' &&
    filled.every((cell) => /^(?:[A-Z]|[A-Z_-]*\d[\w-]*)$/i.test(cell.trim()))
  );
}

function only(contents: readonly ColumnContent[], wanted: ColumnContent): number | undefined {
  const at = contents.indexOf(wanted);
  return at === -1 || contents.lastIndexOf(wanted) !== at ? undefined : at;
}

/** Several columns of five digits: the ZIP is the one that follows its state. */
function onlyAfter(
  contents: readonly ColumnContent[],
  wanted: ColumnContent,
  before: number,
): number | undefined {
  return contents[before + 1] === wanted ? before + 1 : undefined;
}
