/** The name of a street: the spelling all its spellings share, and the key it is compared by. */
import { directionWords } from '../data/directionals.js';
import { keptInName } from '../data/names.js';
import { ordinal } from '../data/numerals.js';
import { NO_FACTS } from '../lexicon.js';
import { type Words, at, isDigit } from '../words.js';
import { stripZeros } from './number.js';
import type { FoundRoad } from './street.js';

/** `words` are those of the name alone, cut from the street at `offset`, by which the road's place is counted. */
export function readName(
  words: Words,
  road: FoundRoad | undefined,
  offset: number,
  state: string,
): { name: string; key: string } {
  let name = '';
  let key = '';
  for (let i = 0; i < words.length;) {
    const part =
      (road?.at === i + offset
        ? { name: road.name, key: road.key, words: road.next - road.at }
        : undefined) ??
      king(words, i) ??
      numeral(words, i) ??
      plainWord(words, i, state);
    if (key === '') ({ name, key } = part);
    else {
      name += ' ' + part.name;
      // A space stays between digits, where it tells `5 10` from `51 0`.
      if (isDigit(part.key.charCodeAt(0)) && isDigit(key.charCodeAt(key.length - 1))) key += ' ';
      key += part.key;
    }
    i += part.words;
  }
  // `BUSINESS US 20` is `US 20 BUSINESS`.
  return road !== undefined && key.startsWith('BUSINESS')
    ? { name: name.slice('BUSINESS '.length) + ' BUSINESS', key: key.slice('BUSINESS'.length) + 'BUSINESS' }
    : { name, key };
}

interface Part {
  readonly name: string;
  readonly key: string;
  /** How many words it takes. */
  readonly words: number;
}

function plainWord(words: Words, i: number, state: string): Part {
  const name = spelling(words, i, state);
  return { name, key: name.includes('-') ? name.replaceAll('-', '') : name, words: 1 };
}

function spelling(words: Words, i: number, state: string): string {
  const { text, is } = at(words, i);
  if (is === NO_FACTS) return text;
  const { length } = words;
  const more = i + 1 < length;
  if (text === 'ST') {
    // Before a name it is Saint; behind one, before nothing but a suffix, it was a street: `AVON ST EXT`.
    if (!more) return 'STREET';
    return i > 0 && i + 2 === length && at(words, i + 1).is.suffix !== '' ? 'STREET' : 'SAINT';
  }
  if (i === 0 && more) {
    if (state === 'PR' && is.suffix === 'AVE') return 'AVENIDA';
    if (is.atHead !== '') return is.atHead;
  }
  if (length > 1 || text.length > 2 || is.direction.length === 2) {
    if (is.direction !== '' && text !== 'NO') return directionWords.get(is.direction) ?? text;
    if (is.suffix !== '' && !keptInName.has(text)) return is.suffixName;
  }
  return is.inName || text;
}

/** `DR MARTIN LUTHER KING JR`, `M L KING`, `MLK JR`. */
const KING =
  /^(?:(?:DR|DOCTOR|REV|REVEREND) )*(?:MLK|(?:MARTIN|M) L(?:UTHER)? KING|ML KING)(?: JR| JUNIOR)?(?= |$)/;
const KING_WORDS = 6;

function king(words: Words, i: number): Part | undefined {
  if (!at(words, i).is.opensKing) return undefined;
  const found = KING.exec(
    words
      .slice(i, i + KING_WORDS)
      .map(({ text }) => text)
      .join(' '),
  )?.[0];
  return found === undefined
    ? undefined
    : { name: 'MARTIN LUTHER KING', key: 'MARTINLUTHERKING', words: found.split(' ').length };
}

const ORDINAL = /^(\d+)(?:ST|ND|RD|TH)$/;

/** `4TH`, `04TH`, `4`, `FOURTH`, `FORTY THIRD`, `ONE HUNDRED TWENTY THIRD`, and the six of `SIX MILE`. */
function numeral(words: Words, i: number): Part | undefined {
  const { text, is, digit, number } = at(words, i);
  if (number) {
    const key = stripZeros(text) || '0';
    return { name: key, key, words: 1 };
  }
  if (digit) {
    const digits = ORDINAL.exec(text)?.[1];
    return digits === undefined ? undefined : ordinalPart(Number(digits), 1);
  }
  if (is === NO_FACTS && text !== 'HUNDREDTH') return undefined;
  if (text === 'HUNDREDTH') return ordinalPart(100, 1);
  const hundreds = is.cardinal < 10 ? is.cardinal * 100 : 0;
  const next = at(words, i + 1).text;
  if (hundreds > 0 && next === 'HUNDREDTH') return ordinalPart(hundreds, 2);
  if (hundreds > 0 && next === 'HUNDRED') {
    const rest = at(words, i + 2).text === 'AND' ? 3 : 2;
    const below = belowHundred(words, i + rest);
    if (below !== undefined) return ordinalPart(hundreds + below.value, rest + below.words);
  }
  const small = belowHundred(words, i);
  if (small !== undefined) return ordinalPart(small.value, small.words);
  return is.cardinal > 0 && words.length > 1 ? { name: text, key: String(is.cardinal), words: 1 } : undefined;
}

function ordinalPart(value: number, words: number): Part {
  return { name: ordinal(String(value)), key: String(value), words };
}

function belowHundred(words: Words, i: number): { value: number; words: number } | undefined {
  const { ordinal: whole, cardinal: tens } = at(words, i).is;
  if (whole > 0) return { value: whole, words: 1 };
  const next = at(words, i + 1);
  const unit = next.is.ordinal || Number(/^(\d)(?:ST|ND|RD|TH)$/.exec(next.text)?.[1] ?? 0);
  return tens >= 20 && unit > 0 && unit < 10 ? { value: tens + unit, words: 2 } : undefined;
}
