/** How far two streets agree: names, suffixes and directions. */
import { directionWords, directionals, suffixes } from '../data/street-words.js';
import { BARE, isRoadKey } from '../parse/roads.js';
import type { ParsedAddress } from '../types.js';
import {
  type Agreement,
  COMPATIBLE,
  DOUBTFUL,
  EQUIVALENT,
  EXACT,
  MOVED,
  combine,
  different,
} from './grades.js';

/** The parts of an address that are its street. */
export type Street = Pick<
  ParsedAddress,
  'predirectional' | 'street' | 'streetKey' | 'suffix' | 'postdirectional'
>;

/** @param allElseExact number and place agree in full, so the name may have a typing error */
export function streetAgreement(a: Street, b: Street, allElseExact: boolean): Agreement {
  if (a.streetKey === b.streetKey) return combine(suffixAgreement(a, b), directionAgreement(a, b));
  if (haveNothingInCommon(a, b)) return different('street');
  const written =
    joinedName(a, b) ??
    joinedName(b, a) ??
    directedName(a, b) ??
    directedName(b, a) ??
    gluedDirection(a, b) ??
    gluedDirection(b, a) ??
    bareHighway(a, b) ??
    directedSuffix(a, b) ??
    directedSuffix(b, a) ??
    letteredAvenue(a, b) ??
    letteredAvenue(b, a);
  if (written !== undefined) return written;
  if (isCut(a, b) || isCut(b, a)) return combine(COMPATIBLE, directionAgreement(a, b));
  if (allElseExact && (hasMisspeltSuffix(a, b) || hasMisspeltSuffix(b, a)))
    return combine(DOUBTFUL, directionAgreement(a, b));
  if (allElseExact && (isCutName(a, b) || isCutName(b, a))) return DOUBTFUL;
  return allElseExact && haveSameEnds(a, b) && isMisspelt(a, b) ? DOUBTFUL : different('street');
}

/**
 * The comparisons that follow reject two names that begin and end differently, unless one of them is a
 * direction. Most streets that a lead is compared with do, so this saves the work.
 */
function haveNothingInCommon({ streetKey: a }: Street, { streetKey: b }: Street): boolean {
  return (
    a.charCodeAt(0) !== b.charCodeAt(0) &&
    a.charCodeAt(a.length - 1) !== b.charCodeAt(b.length - 1) &&
    !directionals.has(a) &&
    !directionals.has(b)
  );
}

/** Suffixes of roads named by class and number, which count as one if the number is missing: `STATE RD` is `STATE RTE`. */
const ROADS = /^(?:RD|HWY|RTE)$/;

/** Suffixes that tell one road from another where both have the same number: `STATE ROUTE 51 BYP`. */
const TELLS_ROADS_APART = /^(?!RD$|HWY$|RTE$)/;

function suffixAgreement(a: Street, b: Street): Agreement {
  if (a.suffix === b.suffix) return EXACT;
  if (a.suffix !== '' && b.suffix !== '')
    return a.streetKey === 'STATE' && ROADS.test(a.suffix) && ROADS.test(b.suffix)
      ? DOUBTFUL
      : different('suffix');
  const only = a.suffix || b.suffix;
  // An extension is another street than the one it extends.
  const another =
    only === 'EXT' || only === 'EXTS' || (isRoadKey(a.streetKey) && TELLS_ROADS_APART.test(only));
  return another ? different('suffix') : DOUBTFUL;
}

function directionAgreement(a: Street, b: Street): Agreement {
  const [ap, bp, as, bs] = [a.predirectional, b.predirectional, a.postdirectional, b.postdirectional];
  if (ap === bp && as === bs) return EXACT;
  if (isGrid(a) || isGrid(b)) return different('directional');
  if ((ap !== '' && bp !== '' && ap !== bp) || (as !== '' && bs !== '' && as !== bs))
    return different('directional');
  const moved =
    (ap !== '' && bs !== '' && bp === '' && as === '') || (bp !== '' && as !== '' && ap === '' && bs === '');
  if (!moved) return DOUBTFUL;
  return (ap === '' ? as : ap) === (bp === '' ? bs : bp) ? MOVED : different('directional');
}

/** `640 E 300 S`: both directions are coordinates. */
function isGrid(a: Street): boolean {
  return (
    a.predirectional !== '' && a.postdirectional !== '' && ONLY_DIGITS.test(a.streetKey) && a.suffix === ''
  );
}

const ONLY_DIGITS = /^\d+$/;

/**
 * The end of a name may look like a suffix and a direction: `LAKE SHORE` is `LAKESHORE`, `8 CHESTNUT HILL` is
 * `8 CHESTNUT HILL RD` without its suffix, and `10 LAKE HILLS SOUTH` is `10 LAKE HILLS SOUTH DR`.
 */
function joinedName(a: Street, b: Street): Agreement | undefined {
  if (a.suffix === '' || !b.streetKey.startsWith(a.streetKey)) return undefined;
  const suffix = suffixes.get(a.suffix);
  if (suffix === undefined || !b.streetKey.startsWith(a.streetKey + suffix.name)) return undefined;
  const rest = b.streetKey.slice(a.streetKey.length + suffix.name.length);
  const takesDirection =
    rest !== '' && b.postdirectional === '' && rest === directionWords.get(a.postdirectional);
  if (rest !== '' && !takesDirection) return undefined;
  if (b.suffix !== '' && (suffix.strong || b.suffix === 'EXT')) return undefined;
  const directions = directionAgreement(takesDirection ? { ...a, postdirectional: '' } : a, b);
  // `BROADWAY` and `BROAD WAY` may be two streets, and `OAK HILL` may be another street than `OAKHILL DR`.
  return combine(b.suffix === '' ? MOVED : DOUBTFUL, directions);
}

/** `1 NORTH SHORE DR` is `1 NORTHSHORE DR`, and `1 N NORTH SHORE DR` without its direction. */
function directedName(a: Street, b: Street): Agreement | undefined {
  // `N WEST ST` is not `NORTHWEST ST`.
  if (a.predirectional === '' || directionals.has(a.streetKey)) return undefined;
  const word = directionWords.get(a.predirectional) ?? '';
  if (b.streetKey.length !== word.length + a.streetKey.length || word + a.streetKey !== b.streetKey)
    return undefined;
  return combine(
    b.predirectional === '' ? EQUIVALENT : DOUBTFUL,
    combine(suffixAgreement(a, b), postdirectionAgreement(a, b)),
  );
}

function postdirectionAgreement(a: Street, b: Street): Agreement {
  if (a.postdirectional === b.postdirectional) return EXACT;
  return a.postdirectional === '' || b.postdirectional === '' ? DOUBTFUL : different('directional');
}

/** `COUNTY ROAD 600E` is `COUNTY ROAD 600 E`, and another road than `COUNTY ROAD 600`. */
function gluedDirection(a: Street, b: Street): Agreement | undefined {
  if (b.postdirectional === '' || a.postdirectional !== '' || !isRoadKey(a.streetKey)) return undefined;
  if (b.streetKey + b.postdirectional !== a.streetKey) return undefined;
  return combine(
    EQUIVALENT,
    combine(suffixAgreement(a, b), directionAgreement(a, { ...b, postdirectional: '' })),
  );
}

/** A bare `HIGHWAY 9` fits a US or a state 9. */
function bareHighway(a: Street, b: Street): Agreement | undefined {
  const [bare, classed] = a.streetKey.startsWith(BARE)
    ? [a.streetKey, b.streetKey]
    : [b.streetKey, a.streetKey];
  if (!bare.startsWith(BARE) || !/^(?:US|SR) /.test(classed) || classed.slice(3) !== bare.slice(BARE.length))
    return undefined;
  return combine(DOUBTFUL, combine(suffixAgreement(a, b), directionAgreement(a, b)));
}

/** True if the difference between two alike streets is a miss whatever is on file: no street there can settle it. */
export function isTooMuch(a: Street, b: Street): boolean {
  return mayBeFlat(a, b) || mayBeFlat(b, a) || (isBare(a) !== isBare(b) && !haveSameEnds(a, b));
}

/**
 * The last letter of `12 W OAK ST N` may be an apartment if the other side doesn't have it: streets hardly
 * ever have two directions of one letter. Two missing directions are not tolerated either.
 */
function mayBeFlat(a: Street, b: Street): boolean {
  const isMissing = a.predirectional !== '' && a.postdirectional !== '' && b.postdirectional === '';
  return isMissing && (a.postdirectional.length === 1 || b.predirectional === '');
}

function isBare({ streetKey }: Street): boolean {
  return streetKey.startsWith(BARE);
}

function haveSameEnds(a: Street, b: Street): boolean {
  return a.suffix === b.suffix && haveSameDirections(a, b);
}

export function haveSameDirections(a: Street, b: Street): boolean {
  return a.predirectional === b.predirectional && a.postdirectional === b.postdirectional;
}

/** Suffixes of streets that a letter of the alphabet may name: `E ST` is not `EAST ST`. */
const LETTERED = /^(?:ST|AVE)$/;

/**
 * A direction before a suffix may be the whole name, or belong to a name that looks like a suffix: `EAST
 * BLVD` is `E BLVD` and `BLVD E`, and `S WELLS` is `S WELLS ST` without its suffix.
 */
function directedSuffix(a: Street, b: Street): Agreement | undefined {
  const direction = directionals.get(a.streetKey);
  if (direction === undefined || a.suffix === '' || a.predirectional !== '' || a.postdirectional !== '')
    return undefined;
  if (a.suffix === b.suffix) {
    const isWord = directionals.get(b.streetKey) === direction && b.predirectional + b.postdirectional === '';
    return isWord && !LETTERED.test(a.suffix) ? MOVED : undefined;
  }
  const suffix = suffixes.get(a.suffix);
  if (
    suffix === undefined ||
    b.streetKey !== suffix.name ||
    b.predirectional + b.postdirectional !== direction
  )
    return undefined;
  if (b.suffix === '') return LETTERED.test(a.suffix) ? undefined : MOVED;
  return suffix.strong || b.predirectional === '' ? undefined : DOUBTFUL;
}

/** `SOUTH AVENUE N` may be the avenue N of the south side, `S AVENUE N`. */
function letteredAvenue(a: Street, b: Street): Agreement | undefined {
  const isLettered =
    a.suffix === '' && a.streetKey === 'AVENUE' + (directionWords.get(b.postdirectional) ?? '');
  const isDirected =
    b.suffix === 'AVE' && b.predirectional === '' && directionals.get(b.streetKey) === a.predirectional;
  return isLettered && isDirected && a.postdirectional === '' ? DOUBTFUL : undefined;
}

const NOT_ONLY_LETTERS = /[^A-Z]/;

/**
 * The letters by which the name of `a` is longer than the name of `b`, where only `b` has a suffix. Empty
 * unless they are exactly one word, so not for `ELM COURT 5`.
 */
function moreThan(b: Street, a: Street): string {
  if (a.suffix !== '' || b.suffix === '' || a.postdirectional !== '' || !a.streetKey.startsWith(b.streetKey))
    return '';
  const more = a.streetKey.slice(b.streetKey.length);
  return NOT_ONLY_LETTERS.test(more) || !a.street.endsWith(' ' + more) ? '' : more;
}

/** Beginnings of suffixes that are names as well: `BELLA TERRA`, `THE HIGH`. */
const NAMES = /^(?:ALL|HIGH|SKY|FREE|TERRA|TURN)$/;

/**
 * True for a suffix that a narrow field cut: `FRANCIS LEWIS BOULEV`. At least three letters, which begin this
 * suffix and no other.
 */
export function isCut(a: Street, b: Street): boolean {
  const rest = moreThan(b, a);
  return rest.length >= 3 && !NAMES.test(rest) && beginnings.get(rest) === b.suffix;
}

/** Letters that the narrowest field for streets holds. */
const NARROW_FIELD = 18;

/** True for a name with its last word cut by a narrow field: `AVENUE OF THE AMERI`. */
function isCutName(a: Street, b: Street): boolean {
  const { length } = a.street;
  return (
    length >= NARROW_FIELD &&
    a.suffix === '' &&
    haveSameDirections(a, b) &&
    b.street.startsWith(a.street) &&
    b.street.charAt(length) !== ' ' &&
    length - a.street.lastIndexOf(' ') > 3
  );
}

/** Beginnings of suffixes → the only suffix with that beginning; empty where there are several. */
const beginnings = new Map<string, string>();
for (const { code, name, strong } of new Set(suffixes.values())) {
  // A plural begins like its singular, which is far more common.
  if (name.endsWith('S') && suffixes.has(name.slice(0, -1))) continue;
  for (let length = 3; length < name.length; length++) {
    const beginning = name.slice(0, length);
    beginnings.set(beginning, strong && !beginnings.has(beginning) ? code : '');
  }
}

/**
 * `RAOD`, `DIRVE`, `BOULAVARD`: one typing error in the suffix. In four letters only a swap counts, for
 * `LAKE` is not `LANE`.
 */
function hasMisspeltSuffix(a: Street, b: Street): boolean {
  const rest = moreThan(b, a);
  const suffix = rest.length < 4 ? undefined : suffixes.get(b.suffix);
  // The last letter of `STREETA` is an apartment.
  if (suffix?.strong !== true || rest.startsWith(suffix.name) || !isOneSlip(rest, suffix.name)) return false;
  const isSwap =
    rest.length === suffix.name.length && [...rest].sort().join('') === [...suffix.name].sort().join('');
  return isSwap || (suffix.name.length > 4 && rest.charAt(0) === suffix.name.charAt(0));
}

const SINGLE_LETTER = /(?:^| )[A-Z](?: |$)/;

/**
 * True for one typing error in a name of five letters or more. Names of single letters and numbers are never typing errors.
 */
function isMisspelt(a: Street, b: Street): boolean {
  const x = a.streetKey;
  const y = b.streetKey;
  if (Math.abs(x.length - y.length) > 1 || Math.max(x.length, y.length) < 5) return false;
  if (NOT_ONLY_LETTERS.test(x) || NOT_ONLY_LETTERS.test(y)) return false;
  if (!isOneSlip(x, y) || SINGLE_LETTER.test(a.street) || SINGLE_LETTER.test(b.street)) return false;
  return isSlipInWord(a.street, b.street) && !isBehindSuffix(a.street, b.street);
}

/** True if the word with the typing error is long and begins correctly: `OLD HILL` is not a typing error for `OLD MILL`. */
function isSlipInWord(a: string, b: string): boolean {
  if (!a.includes(' ') && !b.includes(' ')) return isLikeWord(a, b);
  const words = a.split(' ');
  const others = b.split(' ');
  return words.length !== others.length || words.every((word, i) => isLikeWord(word, others[i] ?? ''));
}

/** `CEDR` is `CEDAR`, but `PAUL` is not `PAULA`. */
function isLikeWord(word: string, other: string): boolean {
  if (word === other) return true;
  const isLong =
    Math.min(word.length, other.length) > 4 ||
    (Math.max(word.length, other.length) > 4 && word.at(-1) === other.at(-1));
  return isLong && word.charAt(0) === other.charAt(0);
}

/** True where the words that differ follow a complete street, `20 ELM ST UPR` and `UPL`: they are not part of its name. */
function isBehindSuffix(a: string, b: string): boolean {
  if (!a.includes(' ')) return false;
  const others = b.split(' ');
  const words = a.split(' ');
  const differing = words.findIndex((word, i) => word !== others[i]);
  return words.some(
    (word, i) => i > 0 && i < differing && (word === 'SAINT' || suffixes.get(word)?.strong === true),
  );
}

/** True if inserting, dropping or changing one letter, or swapping it with its neighbor, turns `a` into `b`. */
export function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || a === b) return false;
  let i = 0;
  while (i < short.length && short.charCodeAt(i) === long.charCodeAt(i)) i++;
  if (short.length < long.length) return short.slice(i) === long.slice(i + 1);
  if (short.slice(i + 1) === long.slice(i + 1)) return true;
  const swapped =
    short.charCodeAt(i) === long.charCodeAt(i + 1) && short.charCodeAt(i + 1) === long.charCodeAt(i);
  return swapped && short.slice(i + 2) === long.slice(i + 2);
}

/** `DOVRE` matches `DOVER`, but `HILTON` not `MILTON`: people rarely mistype the first letter. */
export function isCitySlip(a: string, b: string): boolean {
  return Math.max(a.length, b.length) > 4 && a.charCodeAt(0) === b.charCodeAt(0) && isOneSlip(a, b);
}
