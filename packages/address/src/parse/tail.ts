/** The end of a one-line address: country, ZIP and state, in any order, with or without commas. */
import { MAX_STATE_WORDS, stateOfZip, states } from '../data/states.js';
import type { Token } from '../tokens.js';
import { NO_ZIP, type Zip, readZip } from './place.js';

export interface Tail {
  /** Index of the first word that belongs to the tail. */
  readonly from: number;
  readonly state: string;
  readonly zip: Zip;
  /** The line itself said where it is, so a city may stand before. */
  readonly found: boolean;
}

/** Words the street must keep: a number and a name. */
const STREET_WORDS = 2;

/**
 * Takes the tail off. `state` and `hasPlace` come from the fields given separately: beside a city of its own a line
 * gives up a ZIP or state only where it repeats the field or plainly ends with both.
 */
export function takeTail(
  tokens: readonly Token[],
  given: { state: string; zip5: string; city: boolean },
): Tail {
  let to = tokens.length;
  let state = '';
  let zip = NO_ZIP;
  let country = false;
  for (let step = 0; step < 4; step++) {
    if (!country) {
      const words = countryWords(tokens, to);
      if (words > 0 && to - words >= STREET_WORDS) {
        to -= words;
        country = true;
        continue;
      }
    }
    if (zip.zip5 === '' && to > STREET_WORDS) {
      const words = zipWords(tokens, to);
      if (words > 0) {
        const found = zipAt(tokens, to, words, given.state);
        const repeats = given.zip5 === '' || found.zip5 === given.zip5 || !isBareUnit(tokens, to);
        if (found.zip5 !== '' && repeats) {
          zip = found;
          to -= words;
          continue;
        }
      }
    }
    if (state === '') {
      const words = stateWords(tokens, to, zip, given, country);
      if (words > 0) {
        state = states.get(textOf(tokens, to - words, to)) ?? '';
        to -= words;
        continue;
      }
    }
    break;
  }
  return { from: to, state, zip, found: state !== '' || zip.zip5 !== '' };
}

function textOf(tokens: readonly Token[], from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += (i === from ? '' : ' ') + (tokens[i]?.text ?? '');
  return text;
}

const COUNTRIES = new Set([
  'USA',
  'US',
  'UNITED STATES',
  'UNITED STATES OF AMERICA',
  'U S A',
  'U S',
  'ESTADOS UNIDOS',
]);

function countryWords(tokens: readonly Token[], to: number): number {
  for (let words = 1; words <= 4; words++) if (COUNTRIES.has(textOf(tokens, to - words, to))) return words;
  return 0;
}

const ZIP_START = /^\d{5}(?:\.0+|-\d{0,4}|\d{4})?$/;
const SHORT_ZIP = /^\d{4}(?:\.0+|-\d{4})?$/;
const PLUS_4 = /^\d{4}$/;

function zipWords(tokens: readonly Token[], to: number): number {
  const last = tokens[to - 1];
  if (last === undefined || last.text.charCodeAt(0) > 57) return 0;
  const previous = tokens[to - 2];
  if (previous?.text === '#' || previous?.word?.unit?.plain === true) return 0;
  if (PLUS_4.test(last.text) && previous !== undefined && FIVE.test(previous.text)) return 2;
  if (ZIP_START.test(last.text)) return 1;
  // A ZIP that lost its zero can only stand behind the name of its state.
  return SHORT_ZIP.test(last.text) && previous?.word?.road === true && states.has(previous.text) ? 1 : 0;
}

const FIVE = /^\d{5}$/;

function zipAt(tokens: readonly Token[], to: number, words: number, state: string): Zip {
  const first = tokens[to - words]?.text ?? '';
  if (words === 2) return readZip(first + '-' + (tokens[to - 1]?.text ?? ''), state);
  if (first.length < 5 || first.charAt(4) === '.' || first.charAt(4) === '-') {
    return readZip(first, states.get(tokens[to - 2]?.text ?? '') ?? state);
  }
  return readZip(first, state);
}

/** A number at the end that may be a road's or a unit's: `HIGHWAY 12345`. */
function isBareUnit(tokens: readonly Token[], to: number): boolean {
  const before = tokens[to - 2]?.word;
  return before?.road === true || before?.suffix !== undefined || before?.unit !== undefined;
}

/** Words of a state's name that stand before `to`, 0 when there is none or when it must be part of the street. */
function stateWords(
  tokens: readonly Token[],
  to: number,
  zip: Zip,
  given: { state: string; city: boolean },
  country: boolean,
): number {
  for (let words = Math.min(MAX_STATE_WORDS, to - STREET_WORDS); words >= 1; words--) {
    const from = to - words;
    const text = textOf(tokens, from, to);
    const code = states.get(text);
    if (code === undefined || (words > 1 && tokens.slice(from + 1, to).some((token) => token.before === ',')))
      continue;
    if (given.state !== '' && code !== given.state && zip.zip5 === '') continue;
    const comma = tokens[from]?.before === ',';
    if (zip.zip5 !== '' && stateOfZip(zip.zip5) !== code && isOrdinaryWord(tokens[from])) {
      // `17 Rose Ct 19901`: the ZIP says that this word is not the state.
      if (!comma && !streetEndsBefore(tokens, from)) continue;
    }
    if (text.length === 2 && !isOrdinaryWord(tokens[from])) {
      if (given.city && !comma && zip.zip5 === '' && !country && from < 3) continue;
      return words;
    }
    // A word that may also be a suffix, a direction or a name needs something before it that ends the street.
    if (comma && from >= STREET_WORDS) return words;
    if (given.city && zip.zip5 === '' && !country) continue;
    if (text.length === 2) {
      if (streetEndsBefore(tokens, from) || (zip.zip5 !== '' && from >= 3 && text !== 'NE')) return words;
    } else if (from >= 3 && (zip.zip5 !== '' || country || streetEndsBefore(tokens, from))) return words;
  }
  return 0;
}

function isOrdinaryWord(token: Token | undefined): boolean {
  const word = token?.word;
  return (
    word !== undefined && (word.suffix !== undefined || word.direction !== '' || word.unit !== undefined)
  );
}

/** A suffix, a unit or a comma lies before, with a word for the city after it. */
function streetEndsBefore(tokens: readonly Token[], to: number): boolean {
  for (let i = 2; i < to - 1; i++) {
    const token = tokens[i];
    if (token?.word?.suffix?.strong === true || token?.text === '#' || tokens[i + 1]?.before === ',')
      return true;
    if (token?.word?.unit?.plain === true) return true;
  }
  return false;
}
