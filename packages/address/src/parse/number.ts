/** The primary number and its forms. A word that is not one of them is never guessed to be a number. */
import { stateOfZip } from '../data/states.js';
import type { Token } from '../tokens.js';
import type { NumberForm } from '../types.js';

export interface HouseNumber {
  readonly text: string;
  readonly form: NumberForm;
  /** Index of the first word after it. */
  readonly next: number;
}

/** Where the address lies, as far as known: hyphens mean different things in different places. */
export interface Locality {
  readonly state: string;
  readonly zip5: string;
  readonly cityKey: string;
}

const FRACTION = /^\d\/\d{1,2}$/;
/** `427B`, `31AB`. */
const WITH_LETTER = /^(\d+)-?([A-Z]{1,2})$/;
const ORDINAL = /^\d*(?:1ST|2ND|3RD|\dTH)$/;
const PAIR = /^(\d+)-(\d+)([A-Z]?)$/;
const WITH_FRACTION = /^(\d+)-(\d\/\d{1,2})$/;
/** Wisconsin `N95W18855`, Illinois `4N635`. */
const GRID = /^(?:[NSEW]\d+-?[NSEW]\d+[A-Z]?|\d{1,2}[NSEW]\d+[A-Z]?)$/;
/** Half of `N52 W16590`, or the whole of rural Wisconsin's `W6375`. */
const GRID_PART = /^[NSEW]\d+$/;
/** Puerto Rico: block and house, `B5`, `AA-17`. */
const BLOCK_AND_HOUSE = /^[A-Z]{1,2}-?\d{1,4}[A-Z]?$/;

export function takeNumber(
  tokens: readonly Token[],
  at: number,
  end: number,
  place: Locality,
): HouseNumber | undefined {
  const token = tokens[at];
  if (token === undefined || at >= end) return undefined;
  const first = token.text.charCodeAt(0);
  if (first >= 48 && first <= 57) return digitsFirst(tokens, at, end, place);
  return letterFirst(tokens, at, end, place);
}

function digitsFirst(
  tokens: readonly Token[],
  at: number,
  end: number,
  place: Locality,
): HouseNumber | undefined {
  const text = tokens[at]?.text ?? '';
  if (isDigits(text)) return plain(tokens, at, end, place, stripZeros(text));
  if (ORDINAL.test(text)) return undefined;
  const lettered = WITH_LETTER.exec(text);
  if (lettered !== null) {
    const [, digits = '', letters = ''] = lettered;
    const number = stripZeros(digits);
    return number === '' ? undefined : { text: number + letters, form: 'plain', next: at + 1 };
  }
  const halved = WITH_FRACTION.exec(text);
  if (halved !== null)
    return { text: stripZeros(halved[1] ?? '') + ' ' + (halved[2] ?? ''), form: 'fraction', next: at + 1 };
  const pair = PAIR.exec(text);
  if (pair !== null) return pairOf(pair[1] ?? '', pair[2] ?? '', pair[3] ?? '', place, at + 1);
  if (GRID.test(text)) return { text, form: 'grid', next: at + 1 };
  return undefined;
}

function plain(
  tokens: readonly Token[],
  at: number,
  end: number,
  place: Locality,
  number: string,
): HouseNumber | undefined {
  if (number === '') return undefined;
  const next = at + 1 < end ? tokens[at + 1] : undefined;
  if (next === undefined) return { text: number, form: 'plain', next: at + 1 };
  if (FRACTION.test(next.text)) return { text: number + ' ' + next.text, form: 'fraction', next: at + 2 };
  const after = at + 2 < end ? tokens[at + 2] : undefined;
  if (next.before === '-' && isDigits(next.text) && after !== undefined && after.word?.suffix === undefined) {
    return pairOf(number, next.text, '', place, at + 2);
  }
  if (
    next.text.length === 1 &&
    next.before !== ',' &&
    isNumberLetter(next, after, at + 3 < end ? tokens[at + 3] : undefined)
  ) {
    return { text: number + next.text, form: 'plain', next: at + 2 };
  }
  return { text: number, form: 'plain', next: at + 1 };
}

/**
 * `612 A SO LAKE ST` is number 612A; `202 E STREET`, `5 A ST NW`, `10 A` and `8 C AND N MILL RD` are letters of the
 * street, `12 E OAK ST` is a direction, `111 O FALLON RD` an Irish name and `10 J B SMITH RD` has initials.
 */
function isNumberLetter(letter: Token, next: Token | undefined, afterNext: Token | undefined): boolean {
  if (letter.word?.direction !== undefined && letter.word.direction !== '') return false;
  if (
    letter.text < 'A' ||
    letter.text > 'Z' ||
    letter.text === 'O' ||
    (letter.text === 'U' && next?.text === 'S')
  )
    return false;
  if (next === undefined || next.before === ',' || next.text === 'AND' || next.text === '#') return false;
  if (next.word?.unit?.plain === true) return false;
  if (next.word?.suffix !== undefined) {
    return afterNext?.word?.suffix !== undefined && afterNext.before === '' && next.text !== 'ST';
  }
  if (next.text.length > 1) return !(letter.text === 'I' && isDigits(next.text));
  return next.word?.direction !== undefined && next.word.direction !== '' && afterNext !== undefined;
}

function letterFirst(
  tokens: readonly Token[],
  at: number,
  end: number,
  place: Locality,
): HouseNumber | undefined {
  const token = tokens[at];
  const text = token?.text ?? '';
  if (text.length > 1 && isDigit(text.charCodeAt(text.length - 1))) {
    if (GRID.test(text)) return { text: text.replace('-', ''), form: 'grid', next: at + 1 };
    if (GRID_PART.test(text)) return gridFrom(tokens, at, end, text, at + 1);
  }
  if (text.length === 1 && token?.word?.direction) {
    const digits = at + 2 < end ? (tokens[at + 1]?.text ?? '') : '';
    const follows = tokens[at + 2]?.word;
    if (isDigits(digits) && follows?.suffix?.strong !== true)
      return gridFrom(tokens, at, end, text + digits, at + 2);
  }
  if (text === 'ONE' && at + 1 < end) {
    const next = tokens[at + 1];
    const isName =
      next?.word?.suffix === undefined && next?.word?.ordinal !== 100 && next?.text !== 'HUNDRED';
    if (isName && !isDigit(next?.text.charCodeAt(0) ?? 48)) return { text: '1', form: 'plain', next: at + 1 };
  }
  const inPuertoRico = place.state === 'PR' || tokens[at + 1]?.text === 'CALLE';
  if (inPuertoRico && BLOCK_AND_HOUSE.test(text))
    return { text: text.replace('-', ''), form: 'plain', next: at + 1 };
  return undefined;
}

/** Adds the second half of a grid number: `N52 W16590`, `N52 W 16590`. */
function gridFrom(
  tokens: readonly Token[],
  at: number,
  end: number,
  half: string,
  next: number,
): HouseNumber | undefined {
  const other = tokens[next]?.text ?? '';
  if (next < end && GRID_PART.test(other)) return { text: half + other, form: 'grid', next: next + 1 };
  const digits = tokens[next + 1]?.text ?? '';
  const isLetter = other.length === 1 && (tokens[next]?.word?.direction ?? '') !== '';
  if (next + 2 < end && isLetter && isDigits(digits) && tokens[next + 2]?.word?.suffix?.strong !== true) {
    return { text: half + other + digits, form: 'grid', next: next + 2 };
  }
  return next < end && next > at ? { text: half, form: 'grid', next } : undefined;
}

/** Longest range of house numbers believed: beyond it the hyphen means something else. */
const MAX_RANGE = 1_000;

/**
 * `210-214` is a range, `40-17` a house number and block. In Queens, Fair Lawn and Hawaii a pair is never a range;
 * elsewhere only an increasing pair is one. A doubtful pair stands for itself alone.
 */
function pairOf(
  a: string,
  b: string,
  letter: string,
  place: Locality,
  next: number,
): HouseNumber | undefined {
  const low = stripZeros(a);
  if (low === '') return undefined;
  const area = hyphenatedArea(place);
  const text = low + '-' + b + letter;
  if (area === 'yes') return { text, form: 'hyphenated', next };
  const gap = Number(b) - Number(low);
  if (letter !== '' || b.startsWith('0') || gap <= 0)
    return { text, form: area === 'no' ? 'plain' : 'hyphenated', next };
  if (area === 'perhaps' && b.length === 2 && low.length <= 3)
    return { text, form: low.length === 2 ? 'plain' : 'hyphenated', next };
  return { text, form: gap <= MAX_RANGE ? 'range' : 'plain', next };
}

const QUEENS_PREFIXES = new Set(['111', '113', '114', '116']);
const QUEENS_ZIPS = new Set(['11001', '11004', '11005', '11040']);
const QUEENS_CITIES = new Set(
  (
    'QUEENS FLUSHING JAMAICA ASTORIA LONGISLANDCITY BAYSIDE FORESTHILLS JACKSONHEIGHTS ELMHURST EASTELMHURST CORONA ' +
    'WOODSIDE SUNNYSIDE RIDGEWOOD MASPETH MIDDLEVILLAGE REGOPARK KEWGARDENS KEWGARDENSHILLS FRESHMEADOWS WHITESTONE ' +
    'COLLEGEPOINT LITTLENECK DOUGLASTON GLENOAKS BELLEROSE FLORALPARK QUEENSVILLAGE HOLLIS SAINTALBANS CAMBRIAHEIGHTS ' +
    'SPRINGFIELDGARDENS ROSEDALE LAURELTON SOUTHOZONEPARK OZONEPARK RICHMONDHILL SOUTHRICHMONDHILL WOODHAVEN HOWARDBEACH ' +
    'FARROCKAWAY ARVERNE ROCKAWAYPARK ROCKAWAYBEACH BREEZYPOINT OAKLANDGARDENS BRIARWOOD GLENDALE BROADCHANNEL'
  ).split(' '),
);

function hyphenatedArea({ state, zip5, cityKey }: Locality): 'yes' | 'perhaps' | 'no' {
  const where = state === '' ? stateOfZip(zip5) : state;
  if (where === 'HI') return 'yes';
  if (where === 'NJ') return zip5 === '07410' || cityKey === 'FAIRLAWN' ? 'yes' : 'perhaps';
  if (where !== 'NY') return 'no';
  if (zip5 !== '') return QUEENS_PREFIXES.has(zip5.slice(0, 3)) || QUEENS_ZIPS.has(zip5) ? 'yes' : 'no';
  if (cityKey === '') return 'perhaps';
  return QUEENS_CITIES.has(cityKey) ? 'yes' : 'no';
}

/** The number as it is compared. */
export function numberKey(text: string, form: NumberForm): string {
  return form === 'hyphenated' ? text.replace('-', '') : text;
}

/** Both ends of a range; nothing for other forms. */
export function rangeEnds(text: string): readonly [string, string] {
  const [low = '', high = ''] = text.split('-');
  return [low, high];
}

export function stripZeros(digits: string): string {
  if (digits.charCodeAt(0) !== 48) return digits;
  let i = 1;
  while (digits.charCodeAt(i) === 48) i++;
  return digits.slice(i);
}

export function isDigits(text: string): boolean {
  if (text === '') return false;
  for (let i = 0; i < text.length; i++) if (!isDigit(text.charCodeAt(i))) return false;
  return true;
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}
