/** The street line between number and unit: directionals, name, suffix. */
import { directionWords } from '../data/street-words.js';
import { NO_FACTS, keptInName, ordinal } from '../lexicon.js';
import { at, textOf, isDigit, type Word, type Words } from '../words.js';
import { stripZeros } from './number.js';
import { roadAt, type Road } from './roads.js';
import { isBareUnit } from './unit.js';

export interface Street {
  readonly predirectional: string;
  readonly name: string;
  readonly suffix: string;
  readonly postdirectional: string;
  /** The name as it is compared. Of a numbered road: class and number, `CR 43`. */
  readonly key: string;
  /** A unit without designator after a complete street: `106 CENTRAL PARK SOUTH 27A`. */
  readonly bareUnit: string;
}

/** Reads words that are all street. */
export function readStreet(words: Words, state: string): Street {
  const [predirectional, start] = roadAt(words, 0, state) ? NO_DIRECTION : takePredirectional(words);
  const road = findRoad(words, start, state);
  /** Index after the words that certainly belong to the name. */
  const nameEnd = road?.next ?? start + 1;
  let end = words.length;
  let bareUnit = '';
  if (end > nameEnd && isTrailingUnit(words, start, end - 1, road)) {
    bareUnit = at(words, --end).text;
    // `LASALLE N 201` is unit N201 after a street without suffix.
    const letter = at(words, end - 1);
    if (
      at(words, end).number &&
      letter.text.length === 1 &&
      letter.is.direction !== '' &&
      road?.next !== end - 1 &&
      !isOver(words, start, end - 1)
    ) {
      bareUnit = letter.text + bareUnit;
      end--;
    }
  }
  const [postdirectional, nameTo] = takePostdirectional(words, start, end, nameEnd);
  end = nameTo;
  // `FM 973 RD` and `US 71 HWY` are the road itself.
  if (road?.from === start && road.next === end - 1 && ROAD_WORD.test(at(words, road.next).is.suffix)) end--;
  if (road?.from === start && road.next >= end) {
    return { predirectional, name: road.name, suffix: '', postdirectional, key: road.key, bareUnit };
  }
  if (isGridStreet(words, start, end)) return gridStreet(words, start, predirectional, bareUnit);
  const { suffix, strong } = end > nameEnd ? at(words, end - 1).is : NO_FACTS;
  if (suffix !== '') end--;
  // `WEGNER RD RD`, but `OAK PARK PARK` is the park of Oak Park.
  while (strong && end > nameEnd && at(words, end - 1).is.suffix === suffix) end--;
  if (suffix === '' && isNumberless(words, start, end))
    return { predirectional, name: 'STATE', suffix: 'RTE', postdirectional, key: 'STATE', bareUnit };
  const { name, key } = readName(words, start, end, road, state);
  return { predirectional, name, suffix, postdirectional, key, bareUnit };
}

/** `SR` and `ST RT` without a number are a `STATE RTE`. */
function isNumberless(words: Words, start: number, end: number): boolean {
  const { text } = at(words, start);
  return end - start === 1 ? text === 'SR' : end - start === 2 && NUMBERLESS.test(textOf(words, start, end));
}

const NUMBERLESS = /^(?:S|ST|STATE) RT$/;

/** `640 E 300 SOUTH ST`: a grid street keeps its direction, and `ST` adds nothing. */
function isGridStreet(words: Words, start: number, end: number): boolean {
  return (
    start > 0 &&
    end === start + 3 &&
    at(words, start).number &&
    at(words, start + 1).is.direction !== '' &&
    at(words, start + 2).is.suffix === 'ST'
  );
}

function gridStreet(words: Words, start: number, predirectional: string, bareUnit: string): Street {
  const name = stripZeros(at(words, start).text) || '0';
  const postdirectional = at(words, start + 1).is.direction;
  return { predirectional, name, suffix: '', postdirectional, key: name, bareUnit };
}

/** Direction of two words: `N W` and `NORTH WEST` are one, and so is `NORTH W` in `NORTH W 2ND ST`; `E N` is not. */
function pairOf(first: Word, second: Word, third?: Word): string {
  const [a, b] = [first.is.direction, second.is.direction];
  const isShort = second.text.length === 1;
  const alike = (first.text.length === 1) === isShort || (isShort && third?.digit === true);
  return alike && (a === 'N' || a === 'S') && (b === 'E' || b === 'W') ? a + b : '';
}

const NO_DIRECTION: [string, number] = ['', 0];

function takePredirectional(words: Words): [string, number] {
  const [first, second, third] = [at(words, 0), at(words, 1), at(words, 2)];
  const { direction } = first.is;
  const { length } = words;
  if (direction === '' || length < 2) return ['', 0];
  const pair = pairOf(first, second, third);
  if (pair !== '' && length > 2 && !(length === 3 && third.is.suffix !== '')) return [pair, 2];
  // `WEST END AVE`: the direction is part of the name.
  if (second.text === 'END') return ['', 0];
  if (length === 2 && (second.is.suffix !== '' || second.is.direction !== '')) return ['', 0];
  if (length === 3 && second.is.strong && third.is.direction !== '') {
    // `6 NORTH ST E`, `641 S ST NW`: the direction is the name. `N AVE E` is Avenue E.
    const lettered = second.is.suffix === 'AVE' && third.text.length === 1 && first.text.length === 1;
    if (!lettered) return ['', 0];
  }
  return [direction, 1];
}

function takePostdirectional(words: Words, start: number, end: number, nameEnd: number): [string, number] {
  const last = at(words, end - 1);
  const previous = at(words, end - 2);
  if (last.is.direction === '' || end - 1 < nameEnd) return ['', end];
  // `AVENUE S` is a letter street; `OF THE WEST` is a name.
  const lettered = end - 2 === start && previous.is.suffix === 'AVE' && last.text.length === 1;
  if (lettered || previous.text === 'THE' || previous.text === 'OF') return ['', end];
  const pair = end - 2 >= nameEnd ? pairOf(previous, last) : '';
  return pair === '' ? [last.is.direction, end - 1] : [pair, end - 2];
}

/** After these words a number belongs to the road: `COUNTRY ROAD 183`. */
export const NUMBERED = /^(?:RD|HWY|RTE|LOOP)$/;
const ROAD_WORD = /^(?:RD|HWY)$/;
const MIXED = /^(?:[A-Z]\d+[A-Z]?|\d+[A-Z])$/;

/** True if a suffix after a name, or a direction after that, stands directly before `end`. */
function isOver(words: Words, start: number, end: number): boolean {
  const { is } = at(words, end - 1);
  if (end - 1 <= start) return false;
  if (is.strong) return !NUMBERED.test(is.suffix);
  // `3350 S 2300 E`: after a direction, a number and a direction are a complete street.
  const isGrid = start > 0 && end - 2 === start && at(words, start).number;
  return is.direction !== '' && (isGrid || isOver(words, start, end - 1));
}

function isTrailingUnit(words: Words, start: number, i: number, road: Road | undefined): boolean {
  const last = at(words, i);
  const before = at(words, i - 1);
  if (!isBareUnit(last)) return isShort(last) && i - 1 > start && isOver(words, start, i);
  if (last.before === ',' || isOver(words, start, i)) return true;
  // `HIGHWAY 31 N 204`
  if (before.is.direction !== '') return road?.next === i - 1 || (i - 2 >= start && !at(words, i - 2).digit);
  return MIXED.test(last.text) && !NUMBERED.test(before.is.suffix) && !before.is.road;
}

/** `4315 WEBSTER AVENUE LH`, `20 ELM ST B`. */
function isShort({ text, is }: Word): boolean {
  return text.length < 3 && is.direction === '' && is.suffix === '';
}

/** `VZ CR-1803`, `OLD US-70` */
const HYPHENATED = /^[A-Z]{2,}-\d/;

/** The numbered road in the name, which may be `OLD` or a county's: `ANDERSON COUNTY RD 312`. */
function findRoad(words: Words, start: number, state: string): Road | undefined {
  for (let i = start; i < words.length; i++) {
    const { is, digit, number, text } = at(words, i);
    // Within a name `ST` is not `STATE`, and two letters are not a state's.
    const isGlued = digit && (i === start ? !number : HYPHENATED.test(text) && !isOver(words, start, i));
    const isAvenue = i === start && is.suffix === 'AVE';
    if (!isGlued && !isAvenue && (!is.road || (i > start && text === 'ST'))) continue;
    const road = roadAt(words, i, state);
    const letters =
      i > start && text.length === 2 && text !== 'SR' && text !== 'SH' && road?.key.startsWith('SR');
    if (road !== undefined && letters !== true) return road;
  }
  return undefined;
}

/** A part of a name: its standard spelling, and the key it is compared by. */
interface Part {
  readonly name: string;
  readonly key: string;
  /** Index of the first word after it. */
  readonly next: number;
}

/** Reads only the name, the words `from` up to `to`, and the numbered road in it. */
function readName(
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
  // Washington writes `EYE ST` for `I ST`.
  if (is === NO_FACTS) return text === 'EYE' && state === 'DC' && to - from === 1 ? 'I' : text;
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
  // `22ND HALF ST` is `22ND 1/2 ST`.
  if (text === 'HALF' && isNumeral(at(words, i - 1))) return { name: '1/2', key: '1/2', next: i + 1 };
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

function isNumeral({ digit, is }: Word): boolean {
  return digit || is.ordinal > 0;
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
