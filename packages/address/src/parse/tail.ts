/** The end of a one-line address: country, ZIP and state, in any order, with or without commas. */
import { countries } from '../data/marks.js';
import { stateOfZip, states } from '../data/states.js';
import { type Word, type Words, at, textOf } from '../words.js';
import { NO_CITY, NO_ZIP, type Place, type Zip, readZip } from './place.js';

export interface Tail {
  /** Index of the first word that belongs to the tail. */
  readonly from: number;
  readonly state: string;
  readonly zip: Zip;
  /** True if the line itself has a state or ZIP. */
  readonly found: boolean;
}

/** Number of words that the street keeps at least: a number and a name. */
const STREET_WORDS = 2;
/** Number of parts: country, ZIP and state. */
const PARTS = 3;

/**
 * Takes the tail off. `given` comes from the fields beside the line. If the city has a field, a ZIP or state
 * is taken off the line only where it repeats the field, or where the line plainly ends with both.
 */
export function takeTail(words: Words, given: Place): Tail {
  let to = words.length;
  let state = '';
  let zip = NO_ZIP;
  let country = false;
  for (let part = 0; part < PARTS; part++) {
    const countryFrom = country ? to : startOfCountry(words, to);
    if (countryFrom < to) {
      country = true;
      to = countryFrom;
      continue;
    }
    const found = zip.zip5 === '' ? zipBefore(words, to, given) : undefined;
    if (found !== undefined) {
      zip = found.zip;
      to = found.from;
      continue;
    }
    const stateFrom = state === '' ? startOfState(words, to, zip, given, country) : to;
    if (stateFrom === to) break;
    state = states.get(textOf(words, stateFrom, to)) ?? '';
    to = stateFrom;
  }
  return { from: to, state, zip, found: state !== '' || zip.zip5 !== '' };
}

/** Index of the country name that ends at `to`; `to` if there is no country. */
function startOfCountry(words: Words, to: number): number {
  const longest = at(words, to - 1).is.endsCountry;
  for (let from = to - 1; from >= Math.max(STREET_WORDS, to - longest); from--)
    if (countries.has(textOf(words, from, to))) return from;
  return to;
}

const ZIP = /^\d{5}(?:\.0+|-\d{0,4}|\d{4})?$/;
const SHORT_ZIP = /^\d{3,4}(?:\.0+|-\d{4})?$/;
const ZIP_OF_ZEROS = /^0{5}(?:-0{4})?$/;
const PLUS_4 = /^\d{4}$/;

function zipBefore(words: Words, to: number, given: Place): { zip: Zip; from: number } | undefined {
  const last = at(words, to - 1);
  const previous = at(words, to - 2);
  if (to <= STREET_WORDS || !last.digit) return undefined;
  if (ZIP_OF_ZEROS.test(last.text)) return { zip: NO_ZIP, from: to - 1 };
  if (previous.is.mark || previous.is.plain) return undefined;
  let from = to - 1;
  let { text } = last;
  let { state } = given;
  if (PLUS_4.test(text) && previous.number && previous.text.length === 5) {
    from--;
    text = previous.text + '-' + text;
  } else if (!ZIP.test(text)) {
    // A ZIP that lost its leading zero can only stand after the name of its state.
    const before = states.get(previous.text);
    if (before === undefined || !SHORT_ZIP.test(text)) return undefined;
    state = before;
  }
  const zip = readZip(text, state);
  // If the ZIP has a field, a number at the end may belong to a road or a unit: `HIGHWAY 12345`.
  const other = given.zip.zip5 !== '' && given.zip.zip5 !== zip.zip5;
  const doubtful = previous.is.road || previous.is.suffix !== '' || previous.is.unit !== '';
  return zip === NO_ZIP || from < STREET_WORDS || (other && doubtful) ? undefined : { zip, from };
}

/** Index of the state name that ends at `to`; `to` if there is no state or if the words must be part of the street. */
function startOfState(words: Words, to: number, { zip5 }: Zip, given: Place, country: boolean): number {
  const longest = at(words, to - 1).is.endsState;
  for (let from = Math.max(STREET_WORDS, to - longest); from < to; from++) {
    const text = textOf(words, from, to);
    const code = states.get(text);
    if (code === undefined || words.slice(from + 1, to).some(({ before }) => before === ',')) continue;
    if (given.state !== '' && code !== given.state && zip5 === '') continue;
    const first = at(words, from);
    const comma = first.before === ',';
    const ended = streetEndsBefore(words, from);
    const shown = zip5 !== '' || country;
    // `17 Rose Ct 19901`: the ZIP shows that `CT` is not the state.
    const known = zip5 || given.zip.zip5;
    const contradicts = known !== '' && stateOfZip(known) !== code && !comma;
    if (contradicts && (isOrdinary(first) ? !ended : ROAD.test(at(words, from - 1).is.suffix))) continue;
    if (text.length === 2 && !isOrdinary(first)) {
      if (given.city === NO_CITY || comma || shown || from > STREET_WORDS) return from;
      continue;
    }
    // If the state has a field, `NEW YORK` is the city.
    if (given.state !== '' && given.city === NO_CITY && zip5 === '' && CITY_AND_STATE.test(text)) continue;
    // A word that may also be a suffix, a direction or a name needs something before it that ends the street.
    if (comma) return from;
    if (given.city !== NO_CITY && !shown) continue;
    if (ended || (from > STREET_WORDS && (text.length === 2 ? zip5 !== '' && text !== 'NE' : shown)))
      return from;
  }
  return to;
}

/** After these words two letters belong to the road: `COUNTY ROAD KS`. */
const ROAD = /^(?:RD|HWY|RTE)$/;
const CITY_AND_STATE = /^(?:NEW YORK|WASHINGTON)$/;

function isOrdinary({ is }: Word): boolean {
  return is.suffix !== '' || is.direction !== '' || is.unit !== '';
}

/**
 * True if a suffix, a unit or a comma comes before, and then a word for the city; `COUNTY ROAD 43` does not
 * end at its `ROAD`.
 */
function streetEndsBefore(words: Words, to: number): boolean {
  for (let i = STREET_WORDS; i < to - 1; i++) {
    const { is, text } = at(words, i);
    const next = at(words, i + 1);
    if ((is.strong && !next.number) || is.plain || text === '#' || next.before === ',') return true;
  }
  return false;
}
