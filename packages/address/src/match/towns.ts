/**
 * Compares the town that a lead names with the towns on file in its ZIP. A lead that may mean either of two towns is a miss, so the
 * comparison is generous: a resemblance too many costs a match, and one too few hands out another person's data.
 */
import { directionWords } from '../data/street-words.js';
import { at, cutWords, type Words } from '../words.js';
import { isOneSlip } from './street.js';

/** Words that say what kind of place a town is, and that many leave out. */
const GENERIC =
  'BOROUGH BORO TOWNSHIP TWP TWSP VILLAGE VLG VILL CITY CHARTER COUNTY CNTY TOWN OF USA US'.split(' ');
const isGeneric = new Set(GENERIC);

/** The longest first: `NORTHEAST` ends with `EAST`. */
const DIRECTIONS = [...directionWords.values()].sort((a, b) => b.length - a.length);
/** Letters that a name has at least before what is cut off its end. */
const LEAST = 3;

/** A town in the forms that may mean the same. */
export interface Town {
  readonly key: string;
  readonly forms: readonly string[];
  /** Words, with directions and abbreviations spelled out, without generic ones. */
  readonly words: readonly string[];
}

/** @param name as written, or empty where only its key is known */
export function townOf(key: string, name = ''): Town {
  if (name === '') {
    const known = towns.get(key);
    if (known !== undefined) return known;
  }
  const cut = (cutWords(name)?.words ?? []).slice(0, MAX_WORDS);
  const words = name === '' ? [key] : essential(cut);
  // `EST LANSING` is not an estate.
  const written = cut.map(({ text }) => text).join('');
  const forms = [key, words.join(''), written || key, withoutGenericEnd(key)];
  const town = { key, forms: [...new Set([...forms, ...forms.map(withDirectionFirst)])], words };
  if (name === '') {
    if (towns.size >= MAX_TOWNS) towns.clear();
    towns.set(key, town);
  }
  return town;
}

/** Words of a town that are compared, so that the work is bounded. */
const MAX_WORDS = 8;

/** Cache of towns on file by key: a job compares leads with the same few towns thousands of times. */
const towns = new Map<string, Town>();
const MAX_TOWNS = 10_000;

function essential(words: Words): readonly string[] {
  const spelled = words.map((_, i) => {
    const { text, is } = at(words, i);
    return is.inCity || (directionWords.get(is.direction) ?? text);
  });
  const kept = spelled.filter((word) => !isGeneric.has(word));
  return kept.length === 0 ? spelled : kept;
}

function endOf(key: string, ends: readonly string[]): string | undefined {
  return ends.find((end) => key.length >= end.length + LEAST && key.endsWith(end));
}

/** `MIDLANDPARK` of `MIDLANDPARKBOROUGH`. */
function withoutGenericEnd(key: string): string {
  let left = key;
  for (let end = endOf(left, GENERIC); end !== undefined; end = endOf(left, GENERIC))
    left = left.slice(0, -end.length);
  return left;
}

/** `LANSINGEAST` is `EASTLANSING`. */
function withDirectionFirst(key: string): string {
  const end = endOf(key, DIRECTIONS);
  return end === undefined ? key : end + key.slice(0, -end.length);
}

/** Distance of two names that have only a part in common. It is greater than any number of slips. */
const PART = 100;

/**
 * How far two names of a town are from each other: 0 for the same name, Infinity for two that have nothing to do with each other.
 * @param own the record's own town, in which `ELANSING` is no slip for `LANSING`: people rarely mistype the first letter
 */
export function townDistance(lead: Town, town: Town, own = false): number {
  if (lead.key === town.key) return 0;
  let slips = Infinity;
  for (const a of lead.forms)
    for (const b of town.forms)
      if (!own || a.charCodeAt(0) === b.charCodeAt(0)) slips = Math.min(slips, slipsBetween(a, b));
  if (slips < Infinity) return 1 + slips;
  return town.forms.some((form) => isPart(lead, form)) ? PART : Infinity;
}

/** True if one name holds the other: `MIDLAND`, `MID PARK`, `NLV`, `MIDLND PARK BERGEN`. */
function isPart({ forms, words }: Town, town: string): boolean {
  if (forms.some((form) => form.includes(town) && town.length >= LONG)) return true;
  if (forms.some((form) => isAbbreviation(form, town) || isSlipOfPart(form, town))) return true;
  if (words.every((word) => word.length >= 3 && town.includes(word))) return true;
  return words.some((_, from) =>
    words.some((_, to) => to >= from && slipsBetween(words.slice(from, to + 1).join(''), town) < Infinity),
  );
}

const LONG = 5;

/** `SBOSTON`, `NSP`: letters of the name in its order, beginning with its first. */
function isAbbreviation(short: string, long: string): boolean {
  if (short.length < 2 || short.charCodeAt(0) !== long.charCodeAt(0)) return false;
  let found = 0;
  for (let i = 0; i < long.length && found < short.length; i++)
    if (long.charCodeAt(i) === short.charCodeAt(found)) found++;
  return found === short.length;
}

/** `BOSTNO` of `SOUTHBOSTON`. */
function isSlipOfPart(short: string, long: string): boolean {
  return (
    short.length >= LONG &&
    [-1, 0, 1].some((more) => {
      const length = short.length + more;
      if (length >= long.length) return false;
      return isOneSlip(short, long.slice(0, length)) || isOneSlip(short, long.slice(-length));
    })
  );
}

/** Slips for this many letters are believed: `NOTHSAINTPUAL` has two. */
const LETTERS_PER_SLIP = 4;

/** Letters to add, drop, change or swap; Infinity for more than names of this length may have, and for short names. */
function slipsBetween(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  const most = Math.max(a.length, b.length) > 4 ? Math.max(1, Math.floor(shorter / LETTERS_PER_SLIP)) : 0;
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const [x, y] = [a.charCodeAt(i - 1), b.charCodeAt(j - 1)];
      let slips = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (x === y ? 0 : 1));
      if (i > 1 && j > 1 && x === b.charCodeAt(j - 2) && y === a.charCodeAt(i - 2))
        slips = Math.min(slips, (before[j - 2] ?? 0) + 1);
      next[j] = slips;
      if (slips < least) least = slips;
    }
    if (least > most) return Infinity;
    before = row;
    row = next;
  }
  const slips = row[b.length] ?? Infinity;
  return slips <= most ? slips : Infinity;
}
