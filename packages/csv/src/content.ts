import { splitOneLine } from './values/address-lines.js';
import { isSentinel, unwrapped, wholeNumber } from './values/sentinel.js';
import { stateCode, stateOfZip } from './values/state-zip.js';

/** Content of a column, as far as its cells alone reveal it. */
export type ColumnContent =
  | 'oneLine'
  | 'street'
  | 'zip'
  | 'state'
  | 'stateZip'
  | 'unit'
  | 'words'
  | 'other'
  | 'empty';

/** Share of the filled cells: the rest may be mistyped, foreign or blank. */
const MOST = 0.7;
/** Streets without a suffix (`500 Broadway`) or a number (`Oak St`) are common; a list where all are like that is not. */
const SOME = 0.3;

/** The contents of a column. They never decide alone: they name columns of files without a header, and offer choices. */
export function contentOf(cells: readonly string[]): ColumnContent {
  const filled = cells.filter((cell) => !isSentinel(cell)).map(unwrapped);
  if (filled.length === 0) return 'empty';
  const most = (test: (cell: string) => boolean): boolean =>
    filled.filter(test).length >= MOST * filled.length;
  const some = (test: (cell: string) => boolean): boolean =>
    filled.filter(test).length >= SOME * filled.length;
  if (most((cell) => isStreet(cell) || endsWithSuffix(cell)) && some(isStreet) && some(hasSuffix)) {
    return most(isOneLine) ? 'oneLine' : 'street';
  }
  if (most(isOneLine)) return 'oneLine';
  if (most(isZip)) return 'zip';
  if (most((cell) => !/\d/.test(cell) && stateCode(cell) !== null)) return 'state';
  if (most(isStateZip)) return 'stateZip';
  if (most((cell) => UNIT.test(cell))) return 'unit';
  return most((cell) => WORDS.test(cell)) ? 'words' : 'other';
}

/** A whole address in one cell: enough to find the property. */
export function isOneLine(cell: string): boolean {
  if (!isStreet(cell)) return false;
  const { city, state, zip } = splitOneLine(cell);
  return (city !== '' && (state !== '' || zip !== '')) || (state !== '' && zip !== '');
}

/**
 * True for a street line, `12 Oak St`, `12-B Oak`, `N52W16590 Oak Dr`, and for mail forms, which stand in the same columns.
 */
export function isStreet(cell: string): boolean {
  return STREET.test(cell) && !UNIT_ONLY.test(cell);
}

function isZip(cell: string): boolean {
  const [, zip = ''] = /^(\d{5})(?:-?\d{4})?$/.exec(cell) ?? [];
  // Spreadsheets drop the first zero.
  return zip === '' ? /^\d{4}$/.test(cell) : stateOfZip(zip) !== null;
}

function isStateZip(cell: string): boolean {
  const [, state = '', zip = ''] =
    /^([A-Za-z](?:[A-Za-z .]*[A-Za-z.])?)[ ,]+(\d{5}(?:-?\d{4})?)$/.exec(cell) ?? [];
  return stateCode(state) !== null && isZip(zip);
}

const STREET =
  /^(?:\d+[A-Za-z]?(?:[-/]\d*[A-Za-z]?)?(?: \d\/\d)?|[NSEW]\d+[NSEW]\d+)\s+#?[\p{L}\d][\p{L}\d.'-]*(?=[\s,]|$)|^p\.?\s?o\.?\s?box\b/iu;
const UNIT_ONLY = /^\d+\s+(?:bed|bath|bd|ba|br|sq|sqft|acres?|years?|units?)\b/i;
const UNIT =
  /^(?:#|apt|unit|ste|suite|lot|spc|space|trlr|bldg|fl|floor|rm|room|ph)\b\.?\s*(?:#\s*)?[\w-]*$|^#\s*[\w-]+$/i;
const WORDS = /^\p{L}[\p{L} .'’-]*$/u;

const SUFFIXES: ReadonlySet<string> = new Set(
  (
    'aly alley ave av avenue blvd boulevard br branch brg bridge cir circle cv cove cres crescent ct court crk creek dr drive est ' +
    'expy expressway ext fwy freeway grv grove hts heights hwy highway holw hollow is isle jct knl knoll lndg landing ln lane loop ' +
    'mnr manor mdw meadows pass path pike pt point pkwy parkway pl place plz plaza rdg ridge rd road row rte route run sq square ' +
    'st street ter terrace trl trail vw view vlg village walk way xing crossing box broadway fm county cr sr'
  ).split(' '),
);

const endsWithSuffix = (cell: string): boolean =>
  SUFFIXES.has(/(?<![a-z])[a-z]+$/.exec(cell.toLowerCase())?.[0] ?? '');

function hasSuffix(cell: string): boolean {
  return cell
    .toLowerCase()
    .split(/[\s,.]+/)
    .slice(1)
    .some((word) => SUFFIXES.has(word));
}

interface NamedColumns {
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

function isAddress(content: ColumnContent): boolean {
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

/** Part of a street line, split over several columns, that a column holds. */
export type StreetPartContent = 'number' | 'direction' | 'suffix' | 'name';

/** Share of the filled cells. */
const NEARLY_ALL = 0.9;

const MOST_OF_PART = 0.8;

/** Share of a street name column's cells that may begin with a number: a list has a few whole lines among the names. */
const FEW = 0.3;

/**
 * Part of a street line that the cells of a column hold; undefined where they don't show it. `number` and
 * `name` are weak: years and places look like them, so a header or a neighboring column has to agree.
 */
export function streetPartOf(cells: readonly string[]): StreetPartContent | undefined {
  const filled = filledOf(cells);
  if (filled.length === 0) return undefined;
  const share = shareOf(filled);
  if (share(isDirection) >= NEARLY_ALL) return 'direction';
  if (share(isHouseNumber) >= NEARLY_ALL && !isCounter(filled)) return 'number';
  if (share(isSuffix) >= MOST_OF_PART) return 'suffix';
  return share(isName) >= MOST_OF_PART && share(isStreet) <= FEW ? 'name' : undefined;
}

/** The filled cells, without wrapping from spreadsheets. */
export const filledOf = (cells: readonly string[]): readonly string[] =>
  cells.filter((cell) => !isSentinel(cell)).map(unwrapped);

/** Returns the share of the cells that pass a test. */
export const shareOf =
  (filled: readonly string[]) =>
  (test: (cell: string) => boolean): number =>
    filled.filter(test).length / filled.length;

const DIRECTIONS: ReadonlySet<string> = new Set(
  'n s e w ne nw se sw no so north south east west northeast northwest southeast southwest'.split(' '),
);

export const isDirection = (cell: string): boolean => DIRECTIONS.has(cell.toLowerCase().replaceAll('.', ''));

/** `12`, `12B`, `12-14`, `137-33`, `12 1/2`, and `1380.0` from a spreadsheet. */
const HOUSE_NUMBER = /^\d{1,6}(?:[a-z]|-\d{1,4}[a-z]?| \d\/\d)?$/i;

const isHouseNumber = (cell: string): boolean => HOUSE_NUMBER.test(wholeNumber(cell) ?? cell);

/** True for row numbers counted from one on, which spreadsheets and exports put in the first column. */
function isCounter(filled: readonly string[]): boolean {
  const steps = filled.slice(1).filter((cell, at) => Number(cell) === Number(filled[at]) + 1);
  return filled.length > 2 && steps.length >= NEARLY_ALL * (filled.length - 1);
}

/** Suffixes that are too common as other words to tell a street line by them (USPS Publication 28, appendix C1). */
const FURTHER_SUFFIXES: ReadonlySet<string> = new Set(
  (
    'anx arc bch bnd byp byu cswy cor crse ctr cyn dl dv estates fld flds fls frst gdn gdns gln grn hbr hl hls lk lks mall ml mls mtn ' +
    'orch oval park pne pnes psge riv rnch rpds rst shr shrs skwy spg spgs spur sta strm smt trce un vis vl vly via row trl bnd lp'
  ).split(' '),
);

function isSuffix(cell: string): boolean {
  const word = cell.toLowerCase().replaceAll('.', '');
  return SUFFIXES.has(word) || FURTHER_SUFFIXES.has(word);
}

const isName = (cell: string): boolean => /\p{L}/u.test(cell) && !/[@:]/.test(cell) && cell.length <= 60;
