import { stateCode, stateOfZip } from './state-zip.js';
import { unwrapped, isSentinel, wholeNumber } from './sentinel.js';

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

/** Joins number, direction, name, suffix and direction, as far as they are there. `1380.0` is a number from a spreadsheet. */
export function joinStreet(parts: readonly string[]): string {
  return onOneLine(
    parts
      .map((part) => wholeNumber(unwrapped(part)) ?? unwrapped(part))
      .filter((part, at) => !isSentinel(part) || (at === 0 && part === '0'))
      .join(' '),
  ).replace(/\s+/g, ' ');
}

/** Words that a unit follows, or that are a unit (USPS Publication 28, appendix C2). */
const DESIGNATORS: ReadonlySet<string> = new Set(
  (
    'apt apartment bldg building bsmt basement dept department fl floor frnt front hngr hanger lbby lobby lot lowr lower ' +
    'ofc office ph penthouse pier rear rm room side slip spc space stop ste suite trlr trailer unit uppr upper'
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
