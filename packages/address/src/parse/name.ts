/** The name of a street: its standard spelling, and the key it is compared by. */
import { directionWords } from '../data/street-words.js';
import { keptInName } from '../data/names.js';
import { ordinal } from '../data/numerals.js';
import { NO_FACTS } from '../lexicon.js';
import { type Words, at, isDigit } from '../words.js';
import { stripZeros } from './number.js';
import type { Road } from './roads.js';

interface Part {
  readonly name: string;
  readonly key: string;
  /** Index of the first word after it. */
  readonly next: number;
}

/** Reads only the name, the words `from` up to `to`, and the numbered road in it. */
export function readName(
  words: Words,
  from: number,
  to: number,
  road: Road | undefined,
  state: string,
): { name: string; key: string } {
  let name = '';
  let key = '';
  for (let i = from; i < to;) {
    const part: Part =
      (road?.from === i ? road : (king(words, i) ?? numeral(words, i, to - from === 1))) ??
      plainWord(words, i, from, to, state);
    if (key === '') ({ name, key } = part);
    else {
      name += ' ' + part.name;
      // A space stays between digits, where it tells `5 10` from `51 0`.
      if (isDigit(part.key.charCodeAt(0)) && isDigit(key.charCodeAt(key.length - 1))) key += ' ';
      key += part.key;
    }
    i = part.next;
  }
  // `BUSINESS US 20` is `US 20 BUSINESS`.
  return road !== undefined && key.startsWith('BUSINESS')
    ? { name: name.slice('BUSINESS '.length) + ' BUSINESS', key: key.slice('BUSINESS'.length) + 'BUSINESS' }
    : { name, key };
}

function plainWord(words: Words, i: number, from: number, to: number, state: string): Part {
  const name = spelling(words, i, from, to, state);
  return { name, key: name.includes('-') ? name.replaceAll('-', '') : name, next: i + 1 };
}

function spelling(words: Words, i: number, from: number, to: number, state: string): string {
  const { text, is } = at(words, i);
  if (is === NO_FACTS) return text;
  const more = i + 1 < to;
  if (text === 'ST') {
    // Before a name it is Saint. After a name, with only a suffix behind it, it is a street: `AVON ST EXT`.
    if (!more) return 'STREET';
    return i > from && i + 2 === to && at(words, i + 1).is.suffix !== '' ? 'STREET' : 'SAINT';
  }
  if (i === from && more) {
    if (state === 'PR' && is.suffix === 'AVE') return 'AVENIDA';
    if (is.atHead !== '') return is.atHead;
  }
  if (to - from > 1 || text.length > 2 || is.direction.length === 2) {
    if (is.direction !== '' && text !== 'NO') return directionWords.get(is.direction) ?? text;
    if (is.suffix !== '' && !keptInName.has(text)) return is.suffixName;
  }
  // `FT AVE`, `MT ST`
  return text === 'FT' || text === 'MT' ? is.suffixName : is.inName || text;
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
    : { name: 'MARTIN LUTHER KING', key: 'MARTINLUTHERKING', next: i + found.split(' ').length };
}

const ORDINAL = /^(\d+)(?:ST|ND|RD|TH)$/;

/** `4TH`, `04TH`, `4`, `FOURTH`, `FORTY THIRD`, `ONE HUNDRED TWENTY THIRD`, and the six of `SIX MILE`. */
function numeral(words: Words, i: number, alone: boolean): Part | undefined {
  const { text, is, digit, number } = at(words, i);
  if (number) {
    const key = stripZeros(text) || '0';
    return { name: key, key, next: i + 1 };
  }
  if (digit) {
    const digits = ORDINAL.exec(text)?.[1];
    return digits === undefined ? undefined : ordinalPart(Number(digits), i + 1);
  }
  const { cardinal } = is;
  if (is.ordinal > 0) return ordinalPart(is.ordinal, i + 1);
  if (cardinal === 0) return undefined;
  if (cardinal < 10) {
    const next = at(words, i + 1).text;
    if (next === 'HUNDREDTH') return ordinalPart(cardinal * 100, i + 2);
    const rest = at(words, i + 2).text === 'AND' ? i + 3 : i + 2;
    const below = next === 'HUNDRED' ? belowHundred(words, rest) : undefined;
    if (below !== undefined) return ordinalPart(cardinal * 100 + below.value, below.next);
  }
  const small = belowHundred(words, i);
  if (small !== undefined) return ordinalPart(small.value, small.next);
  return alone ? undefined : { name: text, key: String(cardinal), next: i + 1 };
}

function ordinalPart(value: number, next: number): Part {
  return { name: ordinal(String(value)), key: String(value), next };
}

function belowHundred(words: Words, i: number): { value: number; next: number } | undefined {
  const { ordinal: whole, cardinal: tens } = at(words, i).is;
  if (whole > 0) return { value: whole, next: i + 1 };
  if (tens < 20) return undefined;
  const { is, text } = at(words, i + 1);
  const unit = is.ordinal || Number(/^(\d)(?:ST|ND|RD|TH)$/.exec(text)?.[1] ?? 0);
  return unit > 0 && unit < 10 ? { value: tens + unit, next: i + 2 } : undefined;
}
