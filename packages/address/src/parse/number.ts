/** The primary number and its forms. Words in any other form are never guessed to be a number. */
import { roadLetters } from '../data/states.js';
import type { NumberForm } from '../types.js';
import { type Word, type Words, at } from '../words.js';
import type { Place } from './place.js';

export interface HouseNumber {
  readonly text: string;
  readonly form: NumberForm;
  /** Index of the first word after it. */
  readonly next: number;
}

const FRACTION = /^\d\/\d{1,2}$/;
/** `427B`, `31-A`. */
const WITH_LETTER = /^(\d+)-?([A-Z]{1,2})$/;
const ORDINAL = /^\d*(?:1ST|2ND|3RD|\dTH)$/;
const PAIR = /^(\d+)-(\d+)([A-Z]?)$/;
/** `2127/29` is `2127-29`. */
const SLASHED_PAIR = /^\d{2,}\/\d{2,}$/;
const WITH_FRACTION = /^(\d+)-(\d\/\d{1,2})$/;
/** Wisconsin `N95W18855`, Illinois `4N635`. */
const GRID = /^(?:[NSEW]\d+-?|\d{1,2})[NSEW]-?\d+[A-Z]?$/;
/** `N112W`, before a word with the rest. */
const OPEN_GRID = /^[NSEW]\d+-?[NSEW]$/;
/** Illinois: `29W`, before a word with the rest. */
const ILLINOIS_GRID = /^\d{1,2}[NSEW]$/;
/** Half of `N52 W16590`, or the whole of rural Wisconsin's `W6375`. */
const HALF_GRID = /^[NSEW]\d+$/;
/** Puerto Rico: block and house, `B5`, `AA-17`. */
const BLOCK = /^[A-Z]{1,2}$/;
const BLOCK_AND_HOUSE = /^[A-Z]{1,2}-?\d{1,4}[A-Z]?$/;

function houseNumber(text: string, next: number, form: NumberForm = 'plain'): HouseNumber {
  return { text, form, next };
}

export function takeNumber(words: Words, i: number, place: Place): HouseNumber | undefined {
  const { text } = at(words, i);
  const next = at(words, i + 1);
  if (text === '-' && i === 0 && next.digit) return houseNumber('-' + next.text, 2, 'none');
  const found = readNumber(words, i, place);
  // The plain number of most addresses never meets the pattern.
  const mayBeFiller = found?.text.includes('99999') === true || found?.text.endsWith('X') === true;
  return mayBeFiller && FILLER.test(found.text) ? { ...found, form: 'none' } : found;
}

/** `99999`, `23XX`: numbers that files write for a missing one. */
const FILLER = /(?:^|\D)9{5,}(?:\D|$)|^\d+X+$/;

function readNumber(words: Words, i: number, place: Place): HouseNumber | undefined {
  const word = at(words, i);
  if (word.number) return plain(words, i, place);
  if (!word.digit)
    return word.is.cardinal > 0
      ? inWords(words, i)
      : (gridNumber(words, i) ?? blockAndHouse(words, i, place));
  const text = SLASHED_PAIR.test(word.text) ? word.text.replace('/', '-') : word.text;
  if (ORDINAL.test(text)) return undefined;
  const next = at(words, i + 1);
  if (
    next.number &&
    (OPEN_GRID.test(text) || (ILLINOIS_GRID.test(text) && isIllinoisGrid(words, i + 1, place)))
  )
    return houseNumber(text.replace('-', '') + next.text, i + 2, 'grid');
  const [, digits = '', letters = ''] = WITH_LETTER.exec(text) ?? WITH_FRACTION.exec(text) ?? [];
  if (digits !== '') {
    const value = stripZeros(digits);
    if (value === '') return undefined;
    return letters.includes('/')
      ? houseNumber(value + ' ' + letters, i + 1, 'fraction')
      : houseNumber(value + letters, i + 1);
  }
  const [, a = '', b = '', letter = ''] = PAIR.exec(text) ?? [];
  if (b !== '') return pairOf(a, b, letter, place, i + 1);
  if (GRID.test(text)) return houseNumber(text.replaceAll('-', ''), i + 1, 'grid');
  if (HALF_GRID.test(text)) return gridNumber(words, i);
  const inPuertoRico = place.state === 'PR' || at(words, i + 1).text === 'CALLE';
  return inPuertoRico && BLOCK_AND_HOUSE.test(text) ? houseNumber(text.replace('-', ''), i + 1) : undefined;
}

/** Illinois: `29 W 610 BATAVIA RD`, the house at `i`, but not `640 E 300 S` or `29 W 9TH ST`. */
function isIllinoisGrid(words: Words, i: number, place: Place): boolean {
  const after = at(words, i + 1);
  return (
    place.stateKey === 'IL' &&
    at(words, i).text.length >= 3 &&
    after.text !== '' &&
    after.is.suffix === '' &&
    after.is.direction === ''
  );
}

function plain(words: Words, i: number, place: Place): HouseNumber | undefined {
  const text = stripZeros(at(words, i).text);
  if (text === '') return undefined;
  const next = at(words, i + 1);
  const after = at(words, i + 2);
  if (
    text.length <= 2 &&
    next.is.direction.length === 1 &&
    next.text.length === 1 &&
    after.number &&
    isIllinoisGrid(words, i + 2, place)
  )
    return houseNumber(text + next.text + after.text, i + 3, 'grid');
  if (next.digit && !next.number && FRACTION.test(next.text))
    return houseNumber(text + ' ' + next.text, i + 2, 'fraction');
  if (next.before === '-' && next.number && after.text !== '' && after.is.suffix === '')
    return pairOf(text, next.text, '', place, i + 2);
  if (next.number && next.before === '' && isSpacedPair(text, next.text, place) && opensName(words, i + 2))
    return pairOf(text, next.text, '', place, i + 2);
  if (next.text === 'TO' && after.number && at(words, i + 3).is.suffix === '') {
    const range = hyphensAt(place) === 'never' ? pairOf(text, after.text, '', place, i + 3) : undefined;
    if (range?.form === 'range' || range?.form === 'none') return range;
  }
  if (isNumberLetter(next, after, at(words, i + 3), place.stateKey))
    return houseNumber(text + next.text, i + 2);
  return houseNumber(text, i + 1);
}

/** True if a name begins at `i` or continues there: then the two numbers before it are not `104 86TH ST`. */
function opensName(words: Words, i: number): boolean {
  const { text, is, digit, number, before } = at(words, i);
  if (text === '' || text === '#' || before === ',' || is.strong || is.unit !== '') return false;
  return digit && (number || !ORDINAL.test(text)) ? at(words, i + 1).is.suffix !== '' : true;
}

/**
 * `612 A SO LAKE ST` is number 612A; `202 E STREET`, `5 A ST NW`, `10 A` and `8 C AND N MILL RD` are letters of the
 * street, `12 E OAK ST` is a direction, `111 O FALLON RD` an Irish name and `10 J B SMITH RD` has initials. `12 M 43` is on Michigan's road 43.
 */
function isNumberLetter({ text, is, before }: Word, next: Word, afterNext: Word, state: string): boolean {
  if (text.length !== 1 || before === ',' || is.direction !== '' || text < 'A' || text > 'Z' || text === 'O')
    return false;
  if (next.text === '' || next.before === ',' || next.text === 'AND' || next.text === '#' || next.is.plain)
    return false;
  if (next.is.suffix !== '')
    return afterNext.is.suffix !== '' && afterNext.before === '' && next.text !== 'ST';
  if (next.number && (text === 'I' || roadLetters.get(state) === text)) return false;
  if (next.text.length > 1) return true;
  return next.is.direction !== '' && afterNext.text !== '' && text !== 'U';
}

/**
 * `ONE MAIN ST`, not `ONE WAY` and not `ONE HUNDRED OAKS`. From two to twelve only before the name of a square or a plaza, `TWO PENN
 * PLAZA`: `SEVEN OAKS DR` and `TWO RIVERS RD` are streets.
 */
function inWords(words: Words, i: number): HouseNumber | undefined {
  const next = at(words, i + 1);
  const { cardinal } = at(words, i).is;
  if (next.text === '' || next.is.suffix !== '' || next.text === 'HUNDRED' || next.digit) return undefined;
  const isBuilding = cardinal < 13 && !next.text.endsWith('S') && BUILDINGS.test(at(words, i + 2).is.suffix);
  return cardinal === 1 || isBuilding ? houseNumber(String(cardinal), i + 1) : undefined;
}

const BUILDINGS = /^(?:SQ|PLZ|CTR)$/;

/** Puerto Rico: `A 17 CALLE 3`. */
function blockAndHouse(words: Words, i: number, { state }: Place): HouseNumber | undefined {
  const [block, house, street] = [at(words, i), at(words, i + 1), at(words, i + 2)];
  const found = state === 'PR' && BLOCK.test(block.text) && house.number && street.text === 'CALLE';
  return found ? houseNumber(block.text + house.text, i + 2) : undefined;
}

/** `N52 W16590`, `N 52 W 16590`, `W6375`. */
function gridNumber(words: Words, i: number): HouseNumber | undefined {
  const half = gridHalf(words, i);
  if (half === undefined) return undefined;
  const other = gridHalf(words, half.next);
  const text = half.text + (other?.text ?? '');
  const next = other?.next ?? half.next;
  return at(words, next).text === '' ? undefined : houseNumber(text, next, 'grid');
}

function gridHalf(words: Words, i: number): { text: string; next: number } | undefined {
  const { text, is } = at(words, i);
  if (HALF_GRID.test(text)) return { text, next: i + 1 };
  const digits = at(words, i + 1);
  // `E 9 ST` is a street without number.
  const isHalf = text.length === 1 && is.direction !== '' && digits.number && !at(words, i + 2).is.strong;
  return isHalf ? { text: text + digits.text, next: i + 2 } : undefined;
}

/** Numbers of a block. A range as wide as that, or wider, is not one building. */
const BLOCK_SIZE = 100;

/** `1200-1299`, one side of it (`1201-1299`), or more: houses of a street, not one. `12-1404` may be a house and its unit. */
function isBlockOfHouses(low: string, high: string): boolean {
  const [from, to] = [Number(low), Number(high)];
  const isWhole = from % BLOCK_SIZE < 2 && to % BLOCK_SIZE > BLOCK_SIZE - 3;
  return isWhole || (low.length === high.length && to - from >= BLOCK_SIZE);
}

/**
 * `210-214` is a range, `40-17` block and house. In places with hyphenated numbers a pair is never a range;
 * elsewhere only an increasing pair is one. A pair in doubt is kept as it is.
 */
function pairOf(a: string, b: string, letter: string, place: Place, next: number): HouseNumber | undefined {
  const low = stripZeros(a);
  if (low === '') return undefined;
  const hyphens = hyphensAt(place);
  const gap = Number(b) - Number(low);
  const increasing = letter === '' && !b.startsWith('0') && gap > 0;
  let form: NumberForm = 'plain';
  // `104-05` is `10405`, so `10-405` is not: a pair of other lengths is kept as it is.
  if (hyphens === 'always') form = isUsualPair(low, b, place) ? 'hyphenated' : 'plain';
  else if (increasing && !(hyphens === 'perhaps' && b.length === 2))
    form = isBlockOfHouses(low, b) ? 'none' : gap < BLOCK_SIZE ? 'range' : 'plain';
  return houseNumber(low + '-' + b + letter, next, form);
}

/** The number as it is compared; empty for one that is no house's. */
export function numberKey(text: string, form: NumberForm): string {
  if (form === 'none') return '';
  return form === 'hyphenated' ? text.replace('-', '') : text;
}

/** Both ends of a range. */
export function rangeEnds(text: string): readonly string[] {
  return text.split('-');
}

export function stripZeros(digits: string): string {
  let i = 0;
  while (digits.charCodeAt(i) === 48) i++;
  return digits.slice(i);
}

/** Places with a hyphen between block and house in house numbers: Queens, Fair Lawn in New Jersey, Hawaii. */
const QUEENS_ZIP = /^11(?:[1346]|00[145]$|040$)/;

const QUEENS_CITIES = new Set(
  (
    'QUEENS FLUSHING JAMAICA ASTORIA LONGISLANDCITY BAYSIDE FORESTHILLS JACKSONHEIGHTS ELMHURST EASTELMHURST CORONA ' +
    'WOODSIDE SUNNYSIDE RIDGEWOOD MASPETH MIDDLEVILLAGE REGOPARK KEWGARDENS KEWGARDENSHILLS FRESHMEADOWS WHITESTONE ' +
    'COLLEGEPOINT LITTLENECK DOUGLASTON GLENOAKS BELLEROSE FLORALPARK QUEENSVILLAGE HOLLIS SAINTALBANS CAMBRIAHEIGHTS ' +
    'SPRINGFIELDGARDENS ROSEDALE LAURELTON SOUTHOZONEPARK OZONEPARK RICHMONDHILL SOUTHRICHMONDHILL WOODHAVEN HOWARDBEACH ' +
    'FARROCKAWAY ARVERNE ROCKAWAYPARK BREEZYPOINT OAKLANDGARDENS BRIARWOOD GLENDALE'
  ).split(' '),
);

/**
 * True for a pair of numbers with a space instead of the hyphen, `104 86 165TH ST`, judged by the lengths
 * such numbers have. In other places the second number is a street.
 */
function isSpacedPair(first: string, second: string, place: Place): boolean {
  return hyphensAt(place) === 'always' && isUsualPair(first, second, place);
}

/** True if the two numbers have the usual lengths: `40-17` in Queens and Fair Lawn, `67-1125` in Hawaii. */
function isUsualPair(first: string, second: string, place: Place): boolean {
  return place.stateKey === 'HI'
    ? first.length < 3 && second.length > 2 && second.length < 5
    : first.length < 4 && second.length === 2;
}

function hyphensAt({ city, stateKey, zip: { zip5 } }: Place): 'always' | 'perhaps' | 'never' {
  if (stateKey === 'HI') return 'always';
  if (stateKey === 'NJ') return zip5 === '07410' || city.key === 'FAIRLAWN' ? 'always' : 'perhaps';
  if (stateKey !== 'NY') return 'never';
  if (zip5 === '' && city.key === '') return 'perhaps';
  return (zip5 === '' ? QUEENS_CITIES.has(city.key) : QUEENS_ZIP.test(zip5)) ? 'always' : 'never';
}
