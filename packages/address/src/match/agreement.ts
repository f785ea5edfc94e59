/**
 * How far two addresses agree. Every part is compared; one part that differs ends it. Three grades of agreement:
 *
 * - `exact`: every part is the same in another spelling.
 * - `equivalent`: the same street written in another order or with other joints: `12 E OAK ST` and `12 OAK ST E`,
 *   `LAKE SHORE` and `LAKESHORE`.
 * - `compatible`: something is missing on one side or mistyped. Counts only where exactly one property fits.
 */
import { directionWords } from '../data/directionals.js';
import { suffixes } from '../data/suffixes.js';
import { rangeEnds } from '../parse/number.js';
import { BARE } from '../parse/roads.js';
import type { ParsedAddress } from '../types.js';
import { isOneSlip } from './slip.js';

export type Grade = 'exact' | 'equivalent' | 'compatible';

/** Why two addresses are not the same property, from the least to the most that agrees. */
export type Difference =
  | 'not_an_address'
  | 'not_a_property'
  | 'no_number'
  | 'no_street'
  | 'no_place'
  | 'state'
  | 'number'
  | 'zip'
  | 'city'
  | 'street'
  | 'urbanization'
  | 'suffix'
  | 'directional'
  | 'city_unconfirmed'
  | 'unit'
  | 'unit_missing';

export interface Agreement {
  /** 3 exact, 2 equivalent, 1 compatible, 0 different. */
  readonly rank: 0 | 1 | 2 | 3;
  readonly grade: Grade | undefined;
  readonly difference: Difference | undefined;
}

const EXACT: Agreement = { rank: 3, grade: 'exact', difference: undefined };
const EQUIVALENT: Agreement = { rank: 2, grade: 'equivalent', difference: undefined };
const COMPATIBLE: Agreement = { rank: 1, grade: 'compatible', difference: undefined };

const ORDER: readonly Difference[] = [
  'not_an_address',
  'not_a_property',
  'no_number',
  'no_street',
  'no_place',
  'state',
  'number',
  'zip',
  'city',
  'street',
  'urbanization',
  'suffix',
  'directional',
  'city_unconfirmed',
  'unit',
  'unit_missing',
];
const DIFFERENT = new Map(
  ORDER.map((difference): [Difference, Agreement] => [difference, { rank: 0, grade: undefined, difference }]),
);

function different(difference: Difference): Agreement {
  return DIFFERENT.get(difference) ?? { rank: 0, grade: undefined, difference };
}

/** The best agreement any reading of `a` has with any reading of `b`. Symmetric. */
export function agreement(a: ParsedAddress, b: ParsedAddress): Agreement {
  let best = readingAgreement(a, b);
  if (best.rank === 3 || (a.otherReadings.length === 0 && b.otherReadings.length === 0)) return best;
  for (const left of [a, ...a.otherReadings]) {
    for (const right of [b, ...b.otherReadings]) best = better(best, readingAgreement(left, right));
  }
  return best;
}

/** The higher grade, or the difference that leaves more in common. */
export function better(a: Agreement, b: Agreement): Agreement {
  if (a.rank !== b.rank) return a.rank > b.rank ? a : b;
  if (a.difference === undefined || b.difference === undefined) return a;
  return ORDER.indexOf(a.difference) >= ORDER.indexOf(b.difference) ? a : b;
}

/** What keeps an address from being any property at all. */
export function whyNoProperty(a: ParsedAddress): Difference | undefined {
  if (a.kind === 'none') return 'not_an_address';
  if (a.kind !== 'street') return 'not_a_property';
  if (a.numberKey === '') return 'no_number';
  if (a.streetKey === '') return 'no_street';
  return undefined;
}

function readingAgreement(a: ParsedAddress, b: ParsedAddress): Agreement {
  const missing = whyNoProperty(a);
  const other = whyNoProperty(b);
  if (missing !== undefined || other !== undefined) return different(earlier(missing, other));

  if (a.stateKey !== '' && b.stateKey !== '' && a.stateKey !== b.stateKey) return different('state');
  const number = numberRank(a, b);
  if (number === 0) return different('number');

  const place = placeAgreement(a, b);
  if (place.rank === 0) return place;
  if (a.urbanization !== b.urbanization && fold(a.urbanization) !== fold(b.urbanization))
    return different('urbanization');

  const street = streetAgreement(a, b, number === 3 && place.rank === 3);
  if (street.rank === 0) return street;
  if (a.unitKey !== b.unitKey)
    return different(a.unitKey === '' || b.unitKey === '' ? 'unit_missing' : 'unit');

  const rank = Math.min(number, place.rank, street.rank);
  return rank === 3 ? EXACT : rank === 2 ? EQUIVALENT : COMPATIBLE;
}

/** The one that leaves less in common, so that the order of the two does not matter. */
function earlier(a: Difference | undefined, b: Difference | undefined): Difference {
  if (a === undefined || b === undefined) return a ?? b ?? 'not_an_address';
  return ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b;
}

function fold(text: string): string {
  return text.replaceAll(' ', '');
}

/** A range stands for its two ends, and for itself. */
function numberRank(a: ParsedAddress, b: ParsedAddress): 0 | 1 | 3 {
  if (a.numberKey === b.numberKey || a.number === b.number) return 3;
  if ((a.numberForm === 'range') === (b.numberForm === 'range')) return 0;
  const [range, other] = a.numberForm === 'range' ? [a.number, b.numberKey] : [b.number, a.numberKey];
  return rangeEnds(range).includes(other) ? 1 : 0;
}

/** ZIPs must agree where both are known; where one is not, city and state must. */
function placeAgreement(a: ParsedAddress, b: ParsedAddress): Agreement {
  const needsCity = a.needsCity || b.needsCity;
  const sameCity = a.cityKey !== '' && a.cityKey === b.cityKey;
  if (a.zip5 !== '' && b.zip5 !== '') {
    if (a.zip5 !== b.zip5) return different('zip');
    return needsCity && !sameCity ? different('city_unconfirmed') : EXACT;
  }
  if (a.cityKey === '' || b.cityKey === '' || a.stateKey === '' || b.stateKey === '')
    return different('no_place');
  if (sameCity) return EXACT;
  if (needsCity) return different('city_unconfirmed');
  return Math.max(a.cityKey.length, b.cityKey.length) > 4 && isOneSlip(a.cityKey, b.cityKey)
    ? COMPATIBLE
    : different('city');
}

function streetAgreement(a: ParsedAddress, b: ParsedAddress, allElseExact: boolean): Agreement {
  if (a.streetKey === b.streetKey)
    return combine(suffixAgreement(a.suffix, b.suffix), directionAgreement(a, b));
  const written =
    joinedName(a, b) ?? joinedName(b, a) ?? directedName(a, b) ?? directedName(b, a) ?? bareHighway(a, b);
  if (written !== undefined) return written;
  const restExact =
    a.suffix === b.suffix && a.predirectional === b.predirectional && a.postdirectional === b.postdirectional;
  return allElseExact && restExact && isMisspelt(a, b) ? COMPATIBLE : different('street');
}

function combine(a: Agreement, b: Agreement): Agreement {
  return a.rank <= b.rank ? a : b;
}

function suffixAgreement(a: string, b: string): Agreement {
  if (a === b) return EXACT;
  if (a !== '' && b !== '') return different('suffix');
  // An extension is another street than the one it extends.
  return a === 'EXT' || b === 'EXT' || a === 'EXTS' || b === 'EXTS' ? different('suffix') : COMPATIBLE;
}

function directionAgreement(a: ParsedAddress, b: ParsedAddress): Agreement {
  const [ap, bp, as, bs] = [a.predirectional, b.predirectional, a.postdirectional, b.postdirectional];
  if (ap === bp && as === bs) return EXACT;
  if (isGrid(a) || isGrid(b)) return different('directional');
  if ((ap !== '' && bp !== '' && ap !== bp) || (as !== '' && bs !== '' && as !== bs))
    return different('directional');
  const moved =
    (ap !== '' && bs !== '' && bp === '' && as === '') || (bp !== '' && as !== '' && ap === '' && bs === '');
  if (!moved) return COMPATIBLE;
  return (ap === '' ? as : ap) === (bp === '' ? bs : bp) ? EQUIVALENT : different('directional');
}

/** `640 E 300 S`: both directions are coordinates. */
function isGrid(a: ParsedAddress): boolean {
  return (
    a.predirectional !== '' && a.postdirectional !== '' && ONLY_DIGITS.test(a.streetKey) && a.suffix === ''
  );
}

const ONLY_DIGITS = /^\d+$/;

/**
 * The end of a name may look like its suffix and direction: `LAKE SHORE` is `LAKESHORE`, `8 CHESTNUT HILL` is `8 CHESTNUT
 * HILL RD` without its suffix, and so is `10 LAKE HILLS SOUTH` of `10 LAKE HILLS SOUTH DR`.
 */
function joinedName(a: ParsedAddress, b: ParsedAddress): Agreement | undefined {
  if (a.suffix === '' || !b.streetKey.startsWith(a.streetKey)) return undefined;
  const suffix = suffixes.get(a.suffix);
  if (suffix === undefined || !b.streetKey.startsWith(a.streetKey + suffix.name)) return undefined;
  const rest = b.streetKey.slice(a.streetKey.length + suffix.name.length);
  const takesDirection =
    rest !== '' && b.postdirectional === '' && rest === directionWords.get(a.postdirectional);
  if (rest !== '' && !takesDirection) return undefined;
  if (b.suffix !== '' && (suffix.strong || b.suffix === 'EXT')) return undefined;
  const directions = directionAgreement(takesDirection ? { ...a, postdirectional: '' } : a, b);
  return combine(b.suffix === '' ? EQUIVALENT : COMPATIBLE, directions);
}

/** `1 NORTH SHORE DR` is `1 NORTHSHORE DR`. */
function directedName(a: ParsedAddress, b: ParsedAddress): Agreement | undefined {
  if (a.predirectional === '' || b.predirectional !== '') return undefined;
  if ((directionWords.get(a.predirectional) ?? '') + a.streetKey !== b.streetKey) return undefined;
  const post =
    a.postdirectional === b.postdirectional
      ? EXACT
      : a.postdirectional === '' || b.postdirectional === ''
        ? COMPATIBLE
        : different('directional');
  return combine(EQUIVALENT, combine(suffixAgreement(a.suffix, b.suffix), post));
}

/** A bare `HIGHWAY 9` fits a US or a state 9. */
function bareHighway(a: ParsedAddress, b: ParsedAddress): Agreement | undefined {
  const [bare, classed] = a.streetKey.startsWith(BARE)
    ? [a.streetKey, b.streetKey]
    : [b.streetKey, a.streetKey];
  if (!bare.startsWith(BARE) || !/^(?:US|SR) /.test(classed) || classed.slice(3) !== bare.slice(BARE.length))
    return undefined;
  return combine(COMPATIBLE, combine(suffixAgreement(a.suffix, b.suffix), directionAgreement(a, b)));
}

const NOT_ONLY_LETTERS = /[^A-Z]/;
const SINGLE_LETTER = /(?:^| )[A-Z](?: |$)/;

/** One slip of the pen in a name of five letters or more; letters that are names and numbers are never slips. */
function isMisspelt(a: ParsedAddress, b: ParsedAddress): boolean {
  const x = a.streetKey;
  const y = b.streetKey;
  if (Math.abs(x.length - y.length) > 1 || Math.max(x.length, y.length) < 5) return false;
  if (NOT_ONLY_LETTERS.test(x) || NOT_ONLY_LETTERS.test(y)) return false;
  return isOneSlip(x, y) && !SINGLE_LETTER.test(a.street) && !SINGLE_LETTER.test(b.street);
}
