/** City, state and ZIP: how each is cleaned, and the key under which two spellings of one city are the same. */
import { directionWords } from '../data/directionals.js';
import { sentinels } from '../data/sentinels.js';
import { restoreLostZeros, states } from '../data/states.js';
import { foldText } from '../text.js';
import { type Token, tokenise } from '../tokens.js';

export interface City {
  readonly name: string;
  readonly key: string;
}

export interface Zip {
  readonly zip5: string;
  readonly zip4: string;
}

export const NO_CITY: City = { name: '', key: '' };
export const NO_ZIP: Zip = { zip5: '', zip4: '' };

/**
 * Reads a ZIP tolerantly: `46052-1234`, `460521234`, `46052.0`, and `2139` in a state whose ZIPs begin with 0.
 * Anything else, and `00000`, is no ZIP.
 */
export function readZip(text: string, state: string): Zip {
  const trimmed = text.trim();
  if (trimmed.length === 5 && FIVE_DIGITS.test(trimmed))
    return trimmed === '00000' ? NO_ZIP : { zip5: trimmed, zip4: '' };
  if (trimmed.length < 3 || trimmed.length > 14) return NO_ZIP;
  const match = ZIP.exec(foldText(trimmed).trim());
  if (match === null) return NO_ZIP;
  const digits = match[1] ?? '';
  const zip4 = match[2] ?? '';
  let zip5 = '';
  let plus4 = zip4.length === 4 && zip4 !== '0000' ? zip4 : '';
  if (digits.length === 5) zip5 = digits;
  else if (digits.length === 9) {
    zip5 = digits.slice(0, 5);
    plus4 = digits.slice(5) === '0000' ? '' : digits.slice(5);
  } else if (digits.length === 8 && zip4 === '') {
    zip5 = restoreLostZeros(digits.slice(0, 4), state);
    plus4 = zip5 === '' ? '' : digits.slice(4);
  } else zip5 = restoreLostZeros(digits, state);
  return zip5 === '' || zip5 === '00000' ? NO_ZIP : { zip5, zip4: plus4 };
}

const FIVE_DIGITS = /^\d{5}$/;
/** Digits, then a ZIP+4 add-on (perhaps cut short) or the `.0` of a spreadsheet. */
const ZIP = /^(\d{3,5}|\d{8,9})(?:\.0+|\s?-\s?(\d{0,4})|\s(\d{4}))?$/;

/** Two-letter code of a state given by code or by name; empty when it is neither. */
export function readState(text: string): string {
  if (text.length === 2) {
    const code = states.get(text);
    if (code !== undefined) return code;
  }
  if (text.length > 40) return '';
  const words = foldText(text)
    .replace(/[^A-Z]+/g, ' ')
    .trim();
  return states.get(words) ?? states.get(words.replaceAll(' ', '')) ?? '';
}

/** Memory of cities already read: a file of leads names few cities many times. Bounded, and only a cache. */
const cities = new Map<string, City>();
const MAX_CITIES = 2_000;
const MAX_CITY_LENGTH = 80;

export function readCity(text: string, state: string): City {
  if (text === '' || text.length > MAX_CITY_LENGTH) return NO_CITY;
  const memo = state + text;
  const known = cities.get(memo);
  if (known !== undefined) return known;
  const city = cleanCity(text, state);
  if (cities.size >= MAX_CITIES) cities.clear();
  cities.set(memo, city);
  return city;
}

function cleanCity(text: string, state: string): City {
  const line = tokenise(text);
  if (line === undefined || isSentinel(line.tokens)) return NO_CITY;
  let end = line.tokens.length;
  // `Chicago, IL 60601` in the city's own field: what has a field of its own is not part of the name.
  while (end > 1 && HAS_DIGIT.test(line.tokens[end - 1]?.text ?? '')) end--;
  if (end > 1 && state !== '' && line.tokens[end - 1]?.text === state) end--;
  return cityOfTokens(line.tokens, 0, end);
}

const HAS_DIGIT = /\d/;

export function cityOfTokens(tokens: readonly Token[], from: number, to: number): City {
  if (from >= to) return NO_CITY;
  let name = '';
  for (let i = from; i < to; i++) {
    const token = tokens[i];
    if (token !== undefined) name += (i === from ? '' : token.before === '~' ? '-' : ' ') + token.text;
  }
  return { name, key: cityKey(tokens, from, to) };
}

/** `ST. GERMAIN` and `Saint Germain`, `Mayfield Hts` and `Mayfield Heights` share a key. */
export function cityKey(tokens: readonly Token[], from: number, to: number): string {
  let first = from;
  let last = to;
  const text = (i: number) => tokens[i]?.text ?? '';
  if (last - first > 2 && text(first + 1) === 'OF' && CIVIL_DIVISIONS.has(text(first))) first += 2;
  if (last - first > 1 && text(last - 1) === 'COMMUNITY') last--;
  let key = '';
  for (let i = first; i < last; i++) key += expandCityWord(tokens[i], i === last - 1 && i > first);
  return CITY_ALIASES.get(key) ?? key;
}

const CIVIL_DIVISIONS = new Set(['CITY', 'TOWN', 'VILLAGE', 'TOWNSHIP', 'BOROUGH']);
const CITY_ALIASES = new Map([
  ['NEWYORKCITY', 'NEWYORK'],
  ['NYC', 'NEWYORK'],
  ['NEWYORKNY', 'NEWYORK'],
]);
const CITY_WORDS = new Map([
  ['ST', 'SAINT'],
  ['STE', 'SAINTE'],
  ['TWP', 'TOWNSHIP'],
  ['TWNSHP', 'TOWNSHIP'],
  ['JCT', 'JUNCTION'],
  ['BH', 'BEACH'],
  ['AFB', 'AIRFORCEBASE'],
  ['SN', 'SAN'],
]);
/** Short words that are more often themselves than an abbreviation. */
const KEPT = new Set([
  'LA',
  'DR',
  'CT',
  'CI',
  'CO',
  'AV',
  'EXP',
  'REST',
  'PR',
  'UN',
  'IS',
  'VIA',
  'TE',
  'PARKS',
  'NO',
  'SO',
  'EA',
  'NORT',
]);

function expandCityWord(token: Token | undefined, last: boolean): string {
  if (token === undefined) return '';
  const { text, word } = token;
  const own = CITY_WORDS.get(text);
  if (own !== undefined) return own;
  if (word === undefined) return text;
  if (word.direction !== '' && !last) return directionWords.get(word.direction) ?? text;
  if (word.suffix !== undefined && !KEPT.has(text)) return word.suffix.name;
  return text;
}

/** True for nothing at all and for what files write instead of nothing: `N/A`, `NULL`, `0`, `VACANT LAND`. */
export function isSentinel(tokens: readonly Token[]): boolean {
  if (tokens.length === 0) return true;
  if (tokens.length > 4) return false;
  let text = tokens[0]?.text ?? '';
  for (let i = 1; i < tokens.length; i++) text += ' ' + (tokens[i]?.text ?? '');
  return sentinels.has(text) || ONLY_ZEROS.test(text);
}

const ONLY_ZEROS = /^[0 .]+$/;
