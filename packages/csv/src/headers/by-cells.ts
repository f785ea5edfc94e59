import {
  contentOf,
  isDirection,
  isStreet,
  type ColumnContent,
  filledOf,
  shareOf,
  streetPartOf,
  type StreetPartContent,
} from '../content.js';
import { isUnitWord } from '../values/address-lines.js';
import { stateCode, stateOfZip, cleanZip } from '../values/state-zip.js';
import type { Column, RecognizedColumns } from './columns.js';
import {
  isMailingField,
  isPropertyField,
  type HeaderField,
  type HeaderMapping,
  type MappingWarning,
  STREET_PARTS,
} from './mapping.js';
import { isForeign, saysOther, saysProperty, Property } from './property.js';
import { designatorIn, foldHeader, isSecondLine, meaningOf } from './synonyms.js';

type Rows = readonly (readonly string[])[];

/** Content of the first cells of a column. */
export interface ColumnCells {
  /** Index in the header, from 0. */
  readonly at: number;
  readonly cells: readonly string[];
  readonly filled: readonly string[];
  readonly content: ColumnContent;
  readonly part: StreetPartContent | undefined;
}

/** The cells under each header; of equal headers the cells of the last. */
export function cellsByHeader(header: readonly string[], rows: Rows): ReadonlyMap<string, ColumnCells> {
  return new Map(
    header.map((name, at) => {
      const cells = rows.map((row) => row[at] ?? '');
      return [
        name,
        { at, cells, filled: filledOf(cells), content: contentOf(cells), part: streetPartOf(cells) },
      ];
    }),
  );
}

/** Number of cells that must agree before a header is overruled. */
const ENOUGH = 3;
/** A share of the cells that may be mistyped. */
const NEARLY_ALL = 0.9;

/**
 * Checks columns against their cells: a header that the cells contradict is ignored, an ambiguous one takes the meaning of its
 * cells, and a column with an unknown header is named by its cells if nothing else in the file fits.
 */
export function readCells(
  { columns, unmapped, errors }: RecognizedColumns,
  cells: ReadonlyMap<string, ColumnCells>,
  decided: ReadonlySet<string>,
): RecognizedColumns & { readonly warnings: readonly MappingWarning[] } {
  const context = { columns, cells };
  const believed = columns.map((column) =>
    inPlace(believedColumn(column, cells.get(column.header)), context),
  );
  const dropped = columns.filter((_, at) => believed[at] === undefined);
  const known = withStates(withSplitStreets(believed.filter(isThere), cells), cells);
  const unexplained = [...unmapped, ...dropped.filter(({ byCells }) => byCells).map(({ header }) => header)];
  const named = namedByCells(known, unexplained, cells, decided);
  const added = new Set(named.map(({ header }) => header));
  return {
    columns: [...known, ...named],
    unmapped: [...unmapped, ...dropped.map(({ header }) => header)].filter((header) => !added.has(header)),
    errors,
    warnings: dropped
      .filter(({ byCells, field }) => !byCells && field in WANTED)
      .map(({ header, field }) => contradicted(header, field, cells.get(header)?.filled ?? [])),
  };
}

const isThere = <T>(value: T | undefined): value is T => value !== undefined;

const hasDigit = (cell: string): boolean => /\d/.test(cell);
const hasLetter = (cell: string): boolean => /\p{L}/u.test(cell);
const isState = (cell: string): boolean => stateCode(cell) !== null;
const isZipLike = (cell: string): boolean => /\d{3}/.test(cell);

/** The column as far as its cells confirm it; undefined if they hold something else. */
function believedColumn(column: Column, cells: ColumnCells | undefined): Column | undefined {
  if (column.byUser || cells === undefined || cells.filled.length === 0)
    return column.byCells && !column.byUser ? undefined : column;
  const { filled, content, part } = cells;
  const none = (test: (cell: string) => boolean): boolean => filled.length >= ENOUGH && !filled.some(test);
  // A string and not the union of all fields: fields that are not named here are believed whatever their cells hold.
  const field: string = column.field;
  switch (field) {
    case 'ambiguous':
      return streetOrPart(column, cells);
    case 'mailingAmbiguous':
      if (shareOf(filled)(isState) >= NEARLY_ALL) return { ...column, field: 'mailingState' };
      return content === 'street' ? { ...column, field: 'mailingAddress' } : column;
    case 'state':
      return none(isState) ? undefined : column;
    case 'zip':
    case 'zipPlus4':
      return none(isZipLike) ? undefined : column;
    case 'city':
      return none(hasLetter) ? undefined : column;
    case 'address':
      if (none(hasLetter)) return part === 'number' ? { ...column, field: 'houseNumber' } : undefined;
      return shareOf(filled)((cell) => cell.includes('@')) > 0.5 ? undefined : column;
    case 'addressFull':
      return content === 'street' ? { ...column, field: 'address' } : column;
    case 'unit':
    case 'mailingUnit':
      // The column holds another address, its city or (`STE`) its state: no row would match with it.
      if (content === 'street' || content === 'state') return undefined;
      if (isSecondLine(column.header)) return shareOf(filled)(isUnitLike) > 0.5 ? column : undefined;
      return shareOf(filled)(isLongWord) > 0.5 ? undefined : column;
    case 'unitType':
      if (shareOf(filled)(isPlainUnitWord) >= NEARLY_ALL) return column;
      // `UnitDesignator` and `UNITDESC` hold the word, or all of the unit.
      return shareOf(filled)(isUnitLike) > 0.5 && /\bdes/.test(foldHeader(column.header))
        ? { ...column, field: 'unit' }
        : undefined;
    case 'building':
    case 'floor':
      // One number in every row is how many there are.
      return shareOf(filled)(isUnitLike) <= 0.5 || isConstantNumber(cells) ? undefined : column;
    case 'numberPrefix':
    case 'numberSuffix':
      return shareOf(filled)(isUnitLike) < NEARLY_ALL ? undefined : column;
    case 'numberTo':
    case 'houseNumber':
      if (column.byCells) return part === 'number' ? column : undefined;
      return none(hasDigit) ? undefined : column;
    case 'streetSuffix':
      // A suffix of names is `Jr`, and some counties keep the city's letters in such columns.
      if (part === 'direction') return { ...column, field: 'postDirection' };
      return part === 'suffix' || /\b(?:type|mode|designation)\b/.test(foldHeader(column.header))
        ? column
        : undefined;
    case 'preDirection':
      return column.byCells && part !== 'direction' ? undefined : column;
    case 'postDirection':
      return /\bquadrant\b/.test(foldHeader(column.header)) && part !== 'direction' ? undefined : column;
    case 'fullName':
      return none(hasLetter) ? undefined : column;
    default:
      return column;
  }
}

/** True for the content of a unit column: `4`, `B`, `12-C`, `Apt 4`, `Bldg 2 # 4`. */
export const isUnitLike = (cell: string): boolean =>
  (cell.length <= 12 || (cell.length <= 24 && isUnitWord(cell))) && !isLongWord(cell) && !isStreet(cell);

/** `APT`, `#`, `Rear`: the word of a unit without its number. */
const isPlainUnitWord = (cell: string): boolean => /^(?:#|[a-z]+\.?)$/i.test(cell) && isUnitWord(cell);

const isConstantNumber = ({ cells, filled: [first = ''] }: ColumnCells): boolean =>
  cells.length >= ENOUGH && /^\d+$/.test(first) && cells.every((cell) => cell.trim() === first);

/** True for more than the letter or the word of a unit. */
const isLongWord = (cell: string): boolean =>
  !hasDigit(cell) && cell.length > 4 && !isUnitWord(cell) && !isDirection(cell);

interface Neighbors {
  readonly columns: readonly Column[];
  readonly cells: ReadonlyMap<string, ColumnCells>;
}

/**
 * A column that is a part of the address only in its place: a second line belongs to the address before it, a lot beside a block or a
 * subdivision is a piece of land, and a `Bldg No` beside a house number is a building.
 */
function inPlace(column: Column | undefined, { columns, cells }: Neighbors): Column | undefined {
  if (column === undefined || column.byUser) return column;
  const { header, field } = column;
  const place = cells.get(header)?.at ?? -1;
  if (field === 'unit' && isSecondLine(header) && !column.named)
    return nearestAddress(place, columns, cells) === 'mailing' ? { ...column, field: 'mailingUnit' } : column;
  if (field === 'unit' && designatorIn(header) === 'LOT') {
    const isLand = [...cells.keys()].some((name) => LAND.test(foldHeader(name)));
    const before = columns.find((other) => cells.get(other.header)?.at === place - 1)?.field;
    return isLand || before === undefined || !isPropertyField(before) ? undefined : column;
  }
  const isBuilding =
    field === 'houseNumber' && column.byCells && /^(?:building|bldg)\b/.test(foldHeader(header));
  const hasNumber = columns.some(
    (other) => other !== column && (other.field === 'houseNumber' || other.field === 'address'),
  );
  return isBuilding && hasNumber ? { ...column, field: 'building', byCells: false } : column;
}

/** Words in the headers of a legal description. */
const LAND =
  /\b(?:block|blk|subdivision|subdiv|tract|plat|legal|section|township|addition|phase|acres?|qualifier)\b/;

/** Decides `St` above streets, their types or their names. Above states the other columns decide. */
function streetOrPart(column: Column, { filled, content, part }: ColumnCells): Column {
  const named = saysProperty(column.header);
  if (content === 'street') return { ...column, field: 'address', named };
  if (part === 'suffix') return { ...column, field: 'streetSuffix', named };
  const isName = part === 'name' && filled.length >= ENOUGH && shareOf(filled)(isState) < 1 - NEARLY_ALL;
  return isName ? { ...column, field: 'streetName', named } : column;
}

/** `St` above states is the state of the address around it: the property's, or the mailing address. */
function withStates(columns: readonly Column[], cells: ReadonlyMap<string, ColumnCells>): readonly Column[] {
  const hasMailState = columns.some(({ field }) => field === 'mailingState');
  const { zip } = new Property(columns, undefined).sources;
  return columns.map((column) => {
    const found = cells.get(column.header);
    if (column.field !== 'ambiguous' || found === undefined) return column;
    if (isStateColumn(column.header, cells, columns, zip.columns[0]))
      return { ...column, field: 'state', named: saysProperty(column.header) && hasNamedStreet(columns) };
    const isMail =
      !hasMailState &&
      found.filled.length > 0 &&
      shareOf(found.filled)(isState) >= NEARLY_ALL &&
      nearestAddress(found.at, columns, cells) === 'mailing';
    return isMail ? { ...column, field: 'mailingState' } : column;
  });
}

/** Maximum distance in columns between the parts of a street. */
const NEAR = 3;
const PARTS: ReadonlySet<HeaderField> = new Set(STREET_PARTS.filter((part) => part !== 'streetName'));

/**
 * A street column without house numbers, next to a column that has them, holds the street's name: `House # |
 * Street`. The parts beside it belong to the same address, even if their headers don't say so.
 */
function withSplitStreets(
  columns: readonly Column[],
  cells: ReadonlyMap<string, ColumnCells>,
): readonly Column[] {
  const placeOf = ({ header }: Column): number => cells.get(header)?.at ?? -1;
  const names = columns.filter(
    (column) =>
      (column.field === 'address' || column.field === 'streetName') &&
      !column.byUser &&
      isNumberless(column, cells.get(column.header)),
  );
  let changed = columns;
  for (const street of names) {
    const parts = columnsBeside(
      street,
      columns.filter(({ field }) => PARTS.has(field)),
      placeOf,
    );
    if (!parts.some(({ field }) => field === 'houseNumber')) continue;
    // `ADRSTR` does not name its address any more than `ADRNO` does.
    const named = saysProperty(street.header) || parts.some((part) => part.named);
    changed = changed.map((column) => {
      if (column === street) return { ...column, field: 'streetName', named };
      return parts.includes(column) ? { ...column, named } : column;
    });
  }
  return changed;
}

/** The columns on both sides of a street, each near the one before it. */
function columnsBeside(
  street: Column,
  parts: readonly Column[],
  placeOf: (column: Column) => number,
): Column[] {
  return [-1, 1].flatMap((side) => {
    const away = (column: Column): number => side * (placeOf(column) - placeOf(street));
    const sorted = parts.filter((column) => away(column) > 0).sort((a, b) => away(a) - away(b));
    const end = sorted.findIndex(
      (column, at) => away(column) - (at === 0 ? 0 : away(sorted[at - 1] ?? column)) > NEAR,
    );
    return end === -1 ? sorted : sorted.slice(0, end);
  });
}

/** Decides by the cells, or without cells by the header: one that ends with `Street` leaves the number open. */
function isNumberless({ header }: Column, cells: ColumnCells | undefined): boolean {
  if (cells === undefined || cells.filled.length === 0) return endsWithStreet(header);
  return cells.part === 'name';
}

const endsWithStreet = (header: string): boolean => /street$|str$/i.test(header.trim());

/** The columns that are explained only by their cells. */
function namedByCells(
  columns: readonly Column[],
  unexplained: readonly string[],
  cells: ReadonlyMap<string, ColumnCells>,
  decided: ReadonlySet<string>,
): Column[] {
  const free = unexplained.filter((header) => !isForeign(header));
  const column = (header: string, field: HeaderField): Column => ({
    header,
    field,
    named: saysProperty(header),
    byCells: true,
    bySignature: false,
    byUser: false,
    weak: true,
  });
  const holding = (...wanted: readonly ColumnContent[]): string[] =>
    free.filter((header) => wanted.includes(cells.get(header)?.content ?? 'empty'));
  const named: Column[] = [];
  const sources = () => new Property([...columns, ...named], undefined).sources;

  if (sources().address.kind === 'nothing' && !STREETS.some((field) => decided.has(field))) {
    const [whole, another] = holding('street', 'oneLine');
    if (whole !== undefined && another === undefined) named.push(column(whole, 'address'));
  }
  const { state, zip } = sources();
  if (state.kind === 'nothing' && !decided.has('state')) {
    const states = free.filter((header) =>
      isStateColumn(header, cells, [...columns, ...named], zip.columns[0]),
    );
    const [only, another] = states;
    if (only !== undefined && another === undefined)
      named.push({
        ...column(only, 'state'),
        named: saysProperty(only) && hasNamedStreet([...columns, ...named]),
      });
  }
  const found = sources();
  const beside = found.state.columns[0];
  if (found.zip.kind === 'nothing' && !decided.has('zip')) {
    // Five digits may be anything. A ZIP lies in the state of its row, or its header says that it is the property's.
    const [only, another] = holding('zip').filter((header) =>
      beside === undefined ? saysProperty(header) : areInStates(header, beside.header, cells),
    );
    if (only !== undefined && another === undefined) named.push(column(only, 'zip'));
  }
  for (const field of ['building', 'unit'] as const) {
    if (sources()[field].kind !== 'nothing' || decided.has(field)) continue;
    const taken = new Set(named.map(({ header }) => header));
    const [only, another] = free.filter((header) => {
      const { filled, at } = cells.get(header) ?? NO_CELLS;
      return (
        !taken.has(header) &&
        filled.length > 0 &&
        shareOf(filled)((cell) => (field === 'unit' ? UNIT_CELL : BUILDING_CELL).test(cell)) >= NEARLY_ALL &&
        nearestAddress(at, [...columns, ...named], cells) === 'property'
      );
    });
    if (only !== undefined && another === undefined) named.push(column(only, field));
  }
  if (sources().unit.kind === 'nothing' && !decided.has('unit')) {
    const [only, another] = free.filter(
      (header) =>
        !saysOther(header) &&
        tellsRowsApart(header, cells) &&
        nearestAddress(cells.get(header)?.at ?? -1, [...columns, ...named], cells) === 'property',
    );
    if (only !== undefined && another === undefined) named.push(column(only, 'unit'));
  }
  return named;
}

const NO_CELLS = { at: 0, filled: [] };

/** True for a column of short codes, such as `1A`, in which rows differ that are equal in all else: nothing but a unit does that. */
function tellsRowsApart(header: string, cells: ReadonlyMap<string, ColumnCells>): boolean {
  const { filled = [], cells: own = [] } = cells.get(header) ?? {};
  if (
    filled.length === 0 ||
    !filled.every((cell) => BARE_UNIT.test(cell)) ||
    filled.every((cell) => !/\d/.test(cell))
  )
    return false;
  const areNumbers = filled.every((cell) => /^\d+$/.test(cell));
  // A number in each row, and each once, is the number of the row.
  if (areNumbers && filled.length === own.length && new Set(filled).size === filled.length) return false;
  const others = [...cells].filter(([name]) => name !== header).map(([, column]) => column.cells);
  const seen = new Map<string, string>();
  return own.some((cell, row) => {
    const rest = others.map((column) => column[row] ?? '').join('\n');
    const before = seen.get(rest);
    seen.set(rest, before ?? cell);
    return before !== undefined && before !== cell;
  });
}

/** `4`, `12B`, `B-12`. */
const BARE_UNIT = /^(?:[a-z]{0,2}-?\d{1,4}-?[a-z]?|[a-z])$/i;

const BUILDING_CELL = /^(?:bldg|building|tower|twr|wing)\b\.?[\s#]*[\w-]{1,8}$/i;

/** `Apt 4`, `UNIT B`, `#1A`, `LOT 4`, `Upper`: what only units begin with, or are. */
const UNIT_CELL =
  /^(?:(?:apt|apartment|unit|suite|ste|lot|spc|space|trlr|trailer|slip|rm|room|bldg|building|tower|twr|wing|fl|floor|ph|penthouse)\b\.?[\s#]*[\w-]{1,8}|#\s*[\w-]{1,8}|upper|uppr|lower|lowr|rear|front|frnt|basement|bsmt|penthouse|ph)$/i;

const STREETS: readonly HeaderField[] = ['address', 'addressFull', 'streetName', 'houseNumber'];

/**
 * True for states of the property: nearly all cells are states, they agree with the property's ZIPs, and no
 * other address is nearer.
 */
function isStateColumn(
  header: string,
  cells: ReadonlyMap<string, ColumnCells>,
  columns: readonly Column[],
  zip: Column | undefined,
): boolean {
  const column = cells.get(header);
  if (column === undefined || column.filled.length === 0) return false;
  // `NE` is Nebraska and a direction.
  if (shareOf(column.filled)(isState) < NEARLY_ALL || column.part === 'direction') return false;
  if (!saysProperty(header) && nearestAddress(column.at, columns, cells) !== 'property') return false;
  return zip === undefined || areInStates(zip.header, header, cells);
}

/**
 * A state column that names its address must not make a street that doesn't name one another address: `ADRNO
 * | ADRSTR | PROP_ST`.
 */
const hasNamedStreet = (columns: readonly Column[]): boolean =>
  columns.some(({ field, named }) => named && STREETS.includes(field));

/** Address of the nearest address column before a city, state or ZIP, else of the nearest after it. */
function nearestAddress(
  at: number,
  columns: readonly Column[],
  cells: ReadonlyMap<string, ColumnCells>,
): 'property' | 'mailing' | 'other' | undefined {
  const fields = new Map(columns.map(({ header, field }) => [header, field]));
  const addressOf = (
    header: string,
    content: ColumnContent,
  ): 'property' | 'mailing' | 'other' | undefined => {
    const field = fields.get(header);
    if (field === undefined)
      return content === 'street' || content === 'oneLine' || isForeign(header) ? 'other' : undefined;
    if (isPropertyField(field)) return 'property';
    return isMailingField(field) ? 'mailing' : undefined;
  };
  const addresses = [...cells]
    .filter(([, { at: place }]) => place !== at)
    .map(([header, { at: place, content }]) => ({ place, of: addressOf(header, content) }))
    .filter(({ of }) => of !== undefined)
    .sort((a, b) => a.place - b.place);
  const before = addresses.findLast(({ place }) => place < at);
  return (before ?? addresses.find(({ place }) => place > at))?.of;
}

/** True if ZIPs lie in the states of their rows. ZIPs that lost a zero are not counted. */
function areInStates(zip: string, state: string, cells: ReadonlyMap<string, ColumnCells>): boolean {
  const zips = cells.get(zip)?.cells ?? [];
  const states = cells.get(state)?.cells ?? [];
  const pairs = zips.flatMap((cell, at) => {
    const known = stateOfZip(cleanZip(cell).zip);
    const written = stateCode(states[at] ?? '');
    return known === null || written === null ? [] : [known === written];
  });
  return pairs.filter(Boolean).length >= NEARLY_ALL * pairs.length;
}

const WANTED: Readonly<Partial<Record<HeaderField, string>>> = {
  state: 'US states',
  zip: 'ZIPs',
  zipPlus4: 'ZIPs',
  city: 'cities',
  address: 'street addresses',
  houseNumber: 'house numbers',
  streetSuffix: 'street suffixes',
  numberPrefix: 'prefixes of house numbers',
  numberTo: 'house numbers',
  numberSuffix: 'suffixes of house numbers',
  fullName: 'names',
};

const SHOWN_CHARACTERS = 30;

function contradicted(header: string, field: HeaderField, [cell = '']: readonly string[]): MappingWarning {
  const message = `"${header}" holds no ${WANTED[field] ?? field} ("${cell.slice(0, SHOWN_CHARACTERS)}"), so it isn't used.`;
  return { code: 'contradicted', message, headers: [header] };
}

export type SplitStreet = Readonly<Partial<Record<(typeof STREET_PARTS)[number], string>>>;

/** Maximum distance in columns from the street's name to its number, direction and suffix. */
const BESIDE = 4;

/** A list may hold a few streets without a number. */
const MOST_OF_THEM = 0.7;

/**
 * The parts of a street that is joined from several columns. Of any other, the columns around the street's name that look like the
 * parts of its line, as a proposal for a person: a number before it, directions on both sides, a suffix after it.
 */
export function splitStreet(
  { fields, also }: Pick<HeaderMapping, 'fields' | 'also'>,
  header: readonly string[],
  cells: ReadonlyMap<string, ColumnCells>,
): SplitStreet {
  const { headers: known = [], from } = fields.find(({ field }) => field === 'address') ?? {};
  const joined = STREET_PARTS.flatMap((part) => {
    const name = also[part];
    return name !== undefined && known.includes(name) ? [[part, name] as const] : [];
  });
  return from === 'joined' ? Object.fromEntries(joined) : likelySplit(known, header, cells);
}

/** @param known column now taken for the street; if it has no content that shows, the first column with street names is used */
function likelySplit(
  known: readonly string[],
  header: readonly string[],
  cells: ReadonlyMap<string, ColumnCells>,
): SplitStreet {
  const street =
    known.find((name) => cells.get(name)?.part === 'name' || meaningOf(name)?.field === 'streetName') ??
    known[0] ??
    header.find((name) => meaningOf(name)?.field === 'streetName');
  const at = street === undefined ? -1 : header.indexOf(street);
  if (street === undefined || at === -1) return {};
  const before = header.slice(Math.max(0, at - BESIDE), at).reverse();
  const behind = header.slice(at + 1, at + 1 + BESIDE);
  const is = (name: string, field: string, part: string): boolean =>
    name !== '' && (meaningOf(name)?.field === field || (cells.get(name)?.part === part && !isTaken(name)));
  // A column with a recognized header is never taken for a street part because of its cells.
  const isTaken = (name: string): boolean => {
    const field = meaningOf(name)?.field;
    return (
      field !== undefined && field !== 'ambiguous' && !(STREET_PARTS as readonly string[]).includes(field)
    );
  };
  const found = {
    houseNumber: before.find((name) => is(name, 'houseNumber', 'number')),
    preDirection: before.find((name) => is(name, 'preDirection', 'direction')),
    streetName: street,
    streetSuffix: behind.find((name) => is(name, 'streetSuffix', 'suffix')),
    postDirection: behind.find((name) => is(name, 'postDirection', 'direction')),
  };
  return Object.fromEntries(Object.entries(found).filter(([, name]) => name !== undefined));
}

/** Warns if most streets have no house number, and names the column that may have it: without the number nothing matches. */
export function houseNumberWarnings(
  { sources: { address } }: Property,
  header: readonly string[],
  cells: ReadonlyMap<string, ColumnCells>,
): MappingWarning[] {
  const [street, another] = address.columns;
  if (address.kind !== 'column' || street === undefined || another !== undefined) return [];
  const filled = cells.get(street.header)?.filled ?? [];
  const without = filled.filter((cell) => !isStreet(cell)).length;
  if (filled.length === 0 || shareOf(filled)(isStreet) > 1 - MOST_OF_THEM || filled.every(isOther)) return [];
  const { houseNumber } = likelySplit([street.header], header, cells);
  // Empty cells are not counted, so these need not be the first rows of the file.
  const cellsSeen = `${without.toLocaleString('en-US')} of the first ${filled.length.toLocaleString('en-US')} streets in "${street.header}"`;
  const message =
    `${filled.length === 1 ? `The first street in "${street.header}" has` : `${cellsSeen} have`} no house number, and nothing matches without one.` +
    (houseNumber === undefined ? '' : ` "${houseNumber}" may hold it.`);
  return [
    {
      code: 'no_house_number',
      message,
      headers: [street.header, ...(houseNumber === undefined ? [] : [houseNumber])],
    },
  ];
}

/** True for test data and similar cells, which cannot be judged. */
const isOther = (cell: string): boolean => !/\p{L}{3}/u.test(cell);
