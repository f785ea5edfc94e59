/** City, state and ZIP: how each is cleaned, and the key that two spellings of one city share. */
import { restoreLostZeros, stateOfZip, states } from '../data/states.js';
import { directionWords } from '../data/street-words.js';
import { sentinels, NO_FACTS } from '../lexicon.js';
import { foldText, at, cutWords, textOf, type Word, type Words } from '../words.js';

export interface City {
  readonly name: string;
  readonly key: string;
}

export interface Zip {
  readonly zip5: string;
  readonly zip4: string;
}

/** Where an address lies, as far as known. */
export interface Place {
  readonly city: City;
  readonly state: string;
  /** The state, else the one the ZIP lies in. */
  readonly stateKey: string;
  readonly zip: Zip;
}

export function placeOf(city: City, state: string, zip: Zip): Place {
  return { city, state, stateKey: state || stateOfZip(zip.zip5), zip };
}

export const NO_CITY: City = { name: '', key: '' };
export const NO_ZIP: Zip = { zip5: '', zip4: '' };

/**
 * Reads a ZIP tolerantly: `46052-1234`, `460521234`, `46052.0`, and `2139` in ANY_STATE or in a state with ZIPs that begin
 * with 0. Anything else is not a ZIP. `00000` and `99999` are not either: they stand for an unknown one.
 */
export function readZip(text: string, state: string): Zip {
  if (text === '') return NO_ZIP;
  if (USUAL.test(text)) return knownZip(text.slice(0, 5), text.slice(6));
  const written = text.length > MAX_FIELD ? '' : foldText(text).trim();
  const [, before = '', number = '', after = ''] = BESIDE_STATE.exec(written) ?? [];
  const beside = readState(before + after);
  const isBeside = beside === '' ? COUNTRY.test(before + after) : state === '' || state === beside;
  const [, digits = '', plus4 = ''] =
    ZIP.exec((isBeside ? number : written).replace(THOUSANDS, '$1$2')) ?? [];
  const addOn = digits.length > 5 ? digits.slice(-4) : plus4;
  const base = digits.length > 5 ? digits.slice(0, -4) : digits;
  const zip5 = base.length === 5 ? base : restoreLostZeros(base, state || beside);
  return zip5 === '' ? NO_ZIP : knownZip(zip5, addOn);
}

function knownZip(zip5: string, addOn: string): Zip {
  if (UNKNOWN_ZIPS.has(zip5)) return NO_ZIP;
  return { zip5, zip4: addOn.length === 4 && addOn !== '0000' ? addOn : '' };
}

/** ZIPs that no post office has; `44444` and `55555` are real. */
const UNKNOWN_ZIPS = new Set(['00000', '11111', '77777', '88888', '99999']);

const MAX_FIELD = 80;
/** Forms of nearly all ZIPs, read without the steps below. */
const USUAL = /^\d{5}(?:-\d{4})?$/;
/** Digits, then a ZIP+4 add-on (perhaps cut short) or the `.0` of a spreadsheet. */
const ZIP = /^(\d{3,5}|\d{8,9})(?:\.0+|(?:\s?-\s?|\s(?=\d{4}$))(\d{0,4}))?$/;

/** `MA 01970`, `01970, MA`. */
const BESIDE_STATE = /^(?:([A-Z][A-Z .]*)[\s.,-]*)?(\d(?:[\d,.-]*\d)?)(?:[\s.,]+([A-Z][A-Z .]*))?$/;
const COUNTRY = /^USA?$/;
/** `01,970`, as a spreadsheet shows a number. */
const THOUSANDS = /^(\d{1,3}),(\d{3})(?=$|\.0)/;

/** Two-letter code of a state given by code or by name, perhaps beside its country (`US-PA`); empty when it is neither. */
export function readState(text: string): string {
  const code = text.length === 2 ? states.get(text) : undefined;
  if (code !== undefined || text === '' || text.length > MAX_FIELD) return code ?? '';
  const words = foldText(text)
    .replace(/[^A-Z]+/g, ' ')
    .trim();
  return stateOf(words) || stateOf(words.replace(/^USA? | USA?$/, ''));
}

const stateOf = (words: string): string => states.get(words) ?? states.get(words.replaceAll(' ', '')) ?? '';

/** Cache of cities already read: a file of leads names the same few cities many times. Its size is bounded. */
const cities = new Map<string, { readonly state: string; readonly city: City }>();
const MAX_CITIES = 10_000;

export function readCity(text: string, state: string): City {
  if (text === '' || text.length > MAX_FIELD) return NO_CITY;
  const known = cities.get(text);
  if (known?.state === state) return known.city;
  const city = cleanCity(text, state);
  if (cities.size >= MAX_CITIES) cities.clear();
  cities.set(text, { state, city });
  return city;
}

function cleanCity(text: string, state: string): City {
  const words = cutWords(text.replace(DIRECTION_BEHIND, '$2 $1'))?.words ?? [];
  return cityOf(words, 0, words.length, state);
}

/** `Lansing (East)`. */
const DIRECTION_BEHIND = /^([^(]{1,80})\(\s?(north|south|east|west|[nsew])\.?\s?\)$/i;

/** Last words of counties and their like, `WAKE COUNTY`; `CO` and `BOROUGH` only where a state says that they aren't one, or a town. */
const COUNTY = /^(?:COUNTY|CNTY|CTY|PARISH)$/;

/** Index where a county, behind a comma and a city, begins that ends at `to`: `RALEIGH, WAKE COUNTY`. Without a county: `to`. */
export function startOfCounty(words: Words, to: number, state: string): number {
  let from = to - 1;
  while (from > 0 && at(words, from).before !== ',') {
    // `LOT 5 POLK COUNTY` says more than the county.
    if (at(words, from).digit || at(words, from).is.plain) return to;
    from--;
  }
  const last = at(words, to - 1).text;
  const isCounty =
    to - from > 1 &&
    !at(words, from).digit &&
    at(words, from).is.unit === '' &&
    (COUNTY.test(last) ||
      (last === 'CO' && state !== '' && state !== 'CO') ||
      (last === 'BOROUGH' && state === 'AK') ||
      (at(words, from).text === 'COUNTY' && at(words, from + 1).text === 'OF'));
  return from > 0 && isCounty ? from : to;
}

/** A five-digit number in a text. */
export const ZIP_INSIDE = /(?:^|\D)\d{5}(?:\D|$)/;

/**
 * The city that the words `from` up to `to` name, from a field of its own or from the line. Parts with a field of their own
 * are removed: a ZIP anywhere, numbers and the state's code at the end, `Chicago IL 60601`.
 */
export function cityOf(words: Words, from: number, to: number, state: string): City {
  const named: Word[] = [];
  const county = startOfCounty(words, to, state);
  for (let i = from; i < (county > from ? county : to); i++) {
    const word = at(words, i);
    if (!word.digit || !ZIP_INSIDE.test(word.text)) named.push(word);
  }
  for (let last = named.at(-1); named.length > 1 && last !== undefined; last = named.at(-1)) {
    if (!last.digit && last.text !== state) break;
    named.pop();
  }
  let name = '';
  for (const { text, before } of named) name += (name === '' ? '' : before === '~' ? '-' : ' ') + text;
  return name.length > MAX_FIELD || isSentinel(named)
    ? NO_CITY
    : { name, key: cityKey(named, 0, named.length) };
}

/** `ST. GERMAIN` and `Saint Germain`, `Mayfield Hts` and `Mayfield Heights` share a key. */
export function cityKey(words: Words, from: number, to: number): string {
  let first = from;
  let last = to;
  if (last - first > 2 && at(words, first + 1).text === 'OF' && at(words, first).is.civil) first += 2;
  if (last - first > 1 && at(words, last - 1).text === 'COMMUNITY') last--;
  let key = '';
  for (let i = first; i < last; i++) key += expand(at(words, i), i === last - 1 && i > first);
  return key === 'NEWYORKCITY' || key === 'NYC' ? 'NEWYORK' : key;
}

function expand({ text, is }: Word, last: boolean): string {
  if (is === NO_FACTS) return text;
  if (is.direction !== '' && !last && !is.inCity) return directionWords.get(is.direction) ?? text;
  return is.inCity || text;
}

/** True for no words and for a placeholder: `N/A`, `NULL`, `0`, `VACANT LAND`. */
export function isSentinel(words: Words): boolean {
  const first = at(words, 0);
  if (words.length > 4 || !(first.is.opensSentinel || first.text === '' || first.text.startsWith('0')))
    return false;
  const text = textOf(words, 0, words.length);
  return text === '' || sentinels.has(text) || ONLY_ZEROS.test(text);
}

const ONLY_ZEROS = /^[0 .]+$/;
