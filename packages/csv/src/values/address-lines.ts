import { unwrapped, isSentinel, wholeNumber } from './sentinel.js';
import { stateCode, stateOfZip } from './state-zip.js';

export interface SplitAddress {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/**
 * Cuts a one-line address from the right: ZIP, state, city. If no comma shows where the city begins, the
 * whole line stays in `address` (the matcher reads it there), together with the fields found; nothing is
 * guessed. `givenState` is used for a line that names no state.
 */
export function splitOneLine(text: string, givenState = ''): SplitAddress {
  const line = withoutCountry(trimmedEnd(oneSpaced(text)));
  const { rest: beforeZip, zip } = cutZip(line);
  const { rest, state: written } = cutState(beforeZip, zip);
  const state = written === '' ? givenState : written;
  const comma = rest.lastIndexOf(',');
  if (comma === -1 || (state === '' && zip === '')) {
    // Five digits at the end of a line without state or comma may be a road: `9 County Road 12345`.
    return { address: line, city: '', state, zip: written === '' ? '' : zip };
  }
  return { address: trimmedEnd(rest.slice(0, comma)), city: rest.slice(comma + 1).trim(), state, zip };
}

/** `Austin, TX` in one cell. */
export function splitCityState(text: string): Pick<SplitAddress, 'city' | 'state'> {
  const { rest, state } = cutState(trimmedEnd(oneSpaced(text)), '');
  return { city: rest, state };
}

/** `Austin, TX 78701` in one cell. If neither state nor ZIP is found, all of it is the city. */
export function splitCityStateZip(text: string): Omit<SplitAddress, 'address'> {
  const { rest, zip } = cutZip(withoutCountry(trimmedEnd(oneSpaced(text))));
  const { rest: city, state } = cutState(rest, zip);
  return { city, state, zip };
}

/** `TX 75201` in one cell. */
export function splitStateZip(text: string): Pick<SplitAddress, 'state' | 'zip'> {
  const { rest, zip } = cutZip(trimmedEnd(oneSpaced(text)));
  return { state: stateCode(rest) ?? '', zip };
}

function cutZip(line: string): { rest: string; zip: string } {
  const [, written = '', zip = ''] = /(?:^|[ ,])((\d{5})(?:[- ]?\d{4})?)$/.exec(line.slice(-11)) ?? [];
  return zip === '' ? { rest: line, zip } : { rest: trimmedEnd(line.slice(0, -written.length)), zip };
}

/** Number of words in the longest name: `Federated States of Micronesia`. */
const LONGEST_STATE_WORDS = 4;

/** A state's name may be a city's too (`Washington 20001`), so a name has to agree with the ZIP. */
function cutState(line: string, zip: string): { rest: string; state: string } {
  const words = line.split(' ');
  for (let count = Math.min(LONGEST_STATE_WORDS, words.length); count > 0; count--) {
    const written = words.slice(-count).join(' ');
    const state = stateCode(written);
    const isCode = written.replace(/[^a-z]/gi, '').length === 2;
    if (state === null || written.includes(',') || (!isCode && zip !== '' && stateOfZip(zip) !== state))
      continue;
    return { rest: trimmedEnd(words.slice(0, -count).join(' ')), state };
  }
  return { rest: line, state: '' };
}

const COUNTRIES = [' usa', ' u.s.a', ' us', ' united states', ' united states of america'];

function withoutCountry(line: string): string {
  const lower = line.toLowerCase();
  const country = COUNTRIES.find((name) => lower.endsWith(name));
  return country === undefined ? line : trimmedEnd(line.slice(0, -country.length));
}

/** A text on one line. What a line end or a tab divides stays divided, by a comma: the city is not part of the street. */
export function onOneLine(text: string): string {
  if (!LINE_ENDS.test(text)) return text;
  return text.trim().replace(/(\S)(\s+)/g, (_, before: string, space: string) => {
    const divides = LINE_ENDS.test(space) && !DIVIDERS.includes(before);
    return before + (divides ? ', ' : ' ');
  });
}

const LINE_ENDS = /[\t-\r\u0085\u2028\u2029]/;
const DIVIDERS = ',;:|';

function oneSpaced(text: string): string {
  return onOneLine(unwrapped(text))
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replace(/,(?=\S)/g, ', ');
}

/** Written by hand: a regular expression that is anchored only at the end is tried at every character. */
function trimmedEnd(line: string): string {
  let end = line.length;
  while (end > 0 && ' ,.'.includes(line.charAt(end - 1))) end--;
  return line.slice(0, end);
}

/** Parts of a street line, in the order in which they are joined (FGDC address standard, part 2; NENA-STA-006). */
export const STREET_PARTS = [
  'numberPrefix',
  'houseNumber',
  'numberTo',
  'numberSuffix',
  'preModifier',
  'preDirection',
  'preType',
  'preSeparator',
  'streetName',
  'streetSuffix',
  'postDirection',
  'postModifier',
] as const;

export type StreetPart = (typeof STREET_PARTS)[number];

/** Parts of the secondary unit, in the order in which they follow the street. */
export const UNIT_PARTS = ['building', 'floor', 'unitType', 'unit'] as const;

export type UnitPart = (typeof UNIT_PARTS)[number];

/** The cells of an address's parts. `line` is a whole street line; the others are added to it, or make it up. */
export type StreetCells = Readonly<Partial<Record<'line' | StreetPart | UnitPart, string>>>;

/**
 * Joins the parts of a street line, as far as they are there: `86` `345` `Farrington` `Hwy` to `86-345 Farrington Hwy`, `1420`
 * `1/2` `Oak` `St` to `1420 1/2 Oak St`. A part that the text beside it already has is not repeated.
 */
export function joinStreet(cells: StreetCells): string {
  const part = (name: keyof StreetCells): string => partText(cells[name] ?? '');
  const suffix = part('numberSuffix');
  // `REAR` behind a number is a unit of the house, and no part of the street's name.
  const isUnit = isUnitWord(suffix);
  const number = (written: string): string =>
    wholeNumberOf(part('numberPrefix'), rangeOf(written, part('numberTo')), isUnit ? '' : suffix);
  const street =
    cells.line === undefined
      ? onOneLine(
          [
            // `0` stays: a row says that its property has no number.
            number(part('houseNumber') || (plainText(cells.houseNumber ?? '') === '0' ? '0' : '')),
            part('preModifier'),
            part('preDirection'),
            ...withoutRepeat(part('preType'), part('preSeparator'), part('streetName')),
            part('streetSuffix'),
            part('postDirection'),
            part('postModifier'),
          ]
            .filter((text) => text !== '')
            .join(' '),
        ).replace(/\s+/g, ' ')
      : withDirections(lineWith(number, cells.line), part('preDirection'), part('postDirection'));
  const building = designated('BLDG', part('building'));
  const floor = designated('FL', part('floor'));
  return [isUnit ? suffix : '', building, floor, unitText(part('unitType'), cells.unit ?? '')].reduce(
    withUnit,
    street,
  );
}

/** A whole line, its number with the prefix and suffix that stand in columns of their own. */
function lineWith(number: (written: string) => string, line: string): string {
  const [, first = '', rest = ''] = LINE.exec(unwrapped(line)) ?? [];
  const added = number(first);
  if (added === first) return line;
  return first === '' ? `${line} ${added}` : added + rest;
}

/** Range of a first and a last house number: `12-14` of `12` and `14`; the first alone if both are the same. */
const rangeOf = (number: string, last: string): string =>
  number === '' || last === '' || number === last || number.endsWith(`-${last}`)
    ? number
    : `${number}-${last}`;

/** Short form of a direction: `se` of `South East`, `S.E.` and `SE`. */
const shortDirection = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z]+/g, '')
    .replace(/north|no$/, 'n')
    .replace(/south|so$/, 's')
    .replace('east', 'e')
    .replace('west', 'w');

/** Adds directions from columns of their own to a line that lacks them: `12 Oak St SE` of `12 Oak St` and `SE`. */
function withDirections(line: string, before: string, behind: string): string {
  const words = new Set(unwrapped(line).split(/\s+/).map(shortDirection));
  const isNew = (cell: string): boolean =>
    /^(?:[ns][ew]?|[ew])$/.test(shortDirection(cell)) && !words.has(shortDirection(cell));
  const [, first = '', rest = ''] = LINE.exec(unwrapped(line)) ?? [];
  const started = first !== '' && isNew(before) ? `${first} ${before}${rest}` : line;
  return isNew(behind) ? `${started.trim()} ${behind}` : started;
}

/** The number at the beginning of a line, with its fraction, and the rest. */
const LINE = /^(?=\D{0,20}\d)(\S+(?: \d\/\d)?)(\s.*)$/s;

/** A cell without wrapping from spreadsheets: `1380.0` is a number. */
const plainText = (cell: string): string => wholeNumber(unwrapped(cell)) ?? unwrapped(cell);

const partText = (cell: string): string => (isSentinel(cell) ? '' : plainText(cell).replace(/\u2044/g, '/'));

/** `N` `7715` to `N7715`, `86` `345` to `86-345`, `12` `A` to `12A`, `12` `1/2` to `12 1/2`. */
function wholeNumberOf(prefix: string, number: string, suffix: string): string {
  if (number === '') return [prefix, suffix].filter((text) => text !== '').join(' ');
  const has = (text: string, isStart: boolean): boolean => {
    const [whole, piece] = [number, text].map((one) => one.toLowerCase().replace(/[\s-]/g, ''));
    if (whole === undefined || piece === undefined || whole === piece) return false;
    // Digits are the same piece only behind a sign: the 12 of 1201 is no prefix.
    const isApart = /[^\d\s-]/.test(text) || /[\s-]/.test(number);
    return isApart && (isStart ? whole.startsWith(piece) : whole.endsWith(piece));
  };
  const before = prefix === '' || has(prefix, true) ? '' : prefix + (/\d$/.test(prefix) ? '-' : '');
  if (suffix === '' || has(suffix, false)) return before + number;
  if (/^-|^[a-z]{1,2}$/i.test(suffix)) return before + number + suffix;
  return `${before}${number}${/^\d+$/.test(suffix) ? '-' : ' '}${suffix}`;
}

/** The type before a name that doesn't have it yet: `County Road` before `200`, but not before `County Road 200`. */
function withoutRepeat(type: string, separator: string, name: string): string[] {
  const isThere = type !== '' && name.toLowerCase().startsWith(`${type} `.toLowerCase());
  return isThere ? [name] : [type, separator, name];
}

/** `B` to `BLDG B`, `2` to `FL 2`; unchanged with a designator of its own. */
const designated = (word: string, value: string): string =>
  value === '' || isUnitWord(value) || /\b(?:floor|fl|tower|wing|building|bldg)\b/i.test(value)
    ? value
    : `${word} ${value}`;

/** A unit with the word that its header says: `4` under `Lot` is `LOT 4`. */
export function withDesignator(word: string, unit: string): string {
  const value = partText(unit);
  return word === '' || value === '' || isUnitWord(value) ? unit : `${word} ${value}`;
}

/** `APT` and `4` to `APT 4`. A type without a number stays: the row is about a unit, and not about the house. */
function unitText(type: string, unit: string): string {
  const value = partText(unit);
  return type === '' || value === '' || isUnitWord(value) ? value || type : `${type} ${value}`;
}

/** Words that a unit follows, or that are a unit (USPS Publication 28, appendix C2). */
const DESIGNATORS: ReadonlySet<string> = new Set(
  (
    'apt apartment bldg building bsmt basement dept department fl floor frnt front hngr hanger lbby lobby lot lowr lower ' +
    'ofc office ph penthouse pier rear rm room side slip spc space stop ste suite tower trlr trailer twr unit uppr upper wing'
  ).split(' '),
);

/** A street line with its unit: `# 4`, or unchanged if it has a designator (`Apt 4`). */
export function withUnit(line: string, unit: string): string {
  const street = line.trim();
  const written = wholeNumber(unwrapped(unit)) ?? unwrapped(unit);
  if (street === '' || isSentinel(written) || endsWithUnit(street, written)) return street;
  return `${street} ${designator(written) === undefined ? '# ' : ''}${written}`;
}

/** True for a word that is a unit by itself, or that is followed by one. */
export const isUnitWord = (word: string): boolean => designator(word.trim()) !== undefined;

/** `#` or a word such as `Apt` at the start. */
function designator(unit: string): string | undefined {
  const start = unit.startsWith('#') ? '#' : (/^[a-z]+/i.exec(unit)?.[0] ?? '');
  return start === '#' || DESIGNATORS.has(start.toLowerCase()) ? start : undefined;
}

/** True if the street already ends with the unit, as in exports that repeat it in a column of its own. */
function endsWithUnit(street: string, unit: string): boolean {
  const number = unit
    .slice(designator(unit)?.length ?? 0)
    .replace(/^[.\s]+/, '')
    .toLowerCase();
  const words = street
    .toLowerCase()
    .replaceAll('#', ' # ')
    .split(/[\s,.]+/);
  const before = words.at(-2) ?? '';
  if (number === '') return words.at(-1) === unit.toLowerCase();
  return words.at(-1) === number && (before === '#' || DESIGNATORS.has(before));
}
