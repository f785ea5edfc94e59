/** The street line between number and unit: directionals, name, suffix. */
import { directionWords } from '../data/directionals.js';
import { ordinal } from '../data/numerals.js';
import type { Token } from '../tokens.js';
import { isDigits, stripZeros } from './number.js';
import { type Road, roadAt } from './roads.js';
import { isBareUnit } from './unit.js';

export interface Street {
  readonly predirectional: string;
  readonly name: string;
  readonly suffix: string;
  readonly postdirectional: string;
  /** The name as it is compared; a numbered road's is its class and number, `CR 43`. */
  readonly key: string;
  /** `106 CENTRAL PARK SOUTH 27A`: what stood behind a finished street without designator. */
  readonly bareUnit: string;
}

export function readStreet(tokens: readonly Token[], from: number, to: number, state: string): Street {
  const [predirectional, start] = takePredirectional(tokens, from, to);
  let end = to;
  let bareUnit = '';
  const road = findRoad(tokens, start, end, state);
  const nameEnd = road === undefined ? start + 1 : road.next;

  const last = tokens[end - 1];
  if (end - 1 >= nameEnd && last !== undefined && isTrailingUnit(tokens, start, end)) {
    bareUnit = last.text;
    end--;
    // `LASALLE N 201` is unit N201 behind a street without suffix.
    const letter = tokens[end - 1];
    if (
      isDigits(bareUnit) &&
      letter?.text.length === 1 &&
      letter.word?.direction &&
      !streetIsOver(tokens, start, end - 1)
    ) {
      bareUnit = letter.text + bareUnit;
      end--;
    }
  }
  let postdirectional = road?.direction ?? '';
  if (postdirectional === '') [postdirectional, end] = takePostdirectional(tokens, start, end, road);

  if (road !== undefined && road.at === start && road.next >= end) {
    return { predirectional, name: road.name, suffix: '', postdirectional, key: road.key, bareUnit };
  }
  let suffix = '';
  const final = tokens[end - 1]?.word?.suffix;
  if (end - 1 >= nameEnd && final !== undefined) {
    suffix = final.code;
    end--;
    // `WEGNER RD RD`
    while (end - 1 >= nameEnd && tokens[end - 1]?.word?.suffix?.code === suffix) end--;
  }
  const { name, key } = readName(tokens, start, end, road, state);
  return { predirectional, name, suffix, postdirectional, key, bareUnit };
}

/** Direction of a word, empty for `NO`/`SO`/`EA` where a name could be meant. */
function directionOf(token: Token | undefined): string {
  return token?.word?.direction ?? '';
}

/** `N W` and `NORTH WEST` are one direction, `E N` is not. */
function pairDirection(first: Token | undefined, second: Token | undefined): string {
  const a = directionOf(first);
  const b = directionOf(second);
  if ((a !== 'N' && a !== 'S') || (b !== 'E' && b !== 'W')) return '';
  return (first?.text.length === 1) === (second?.text.length === 1) ? a + b : '';
}

function takePredirectional(tokens: readonly Token[], from: number, to: number): [string, number] {
  const first = tokens[from];
  const direction = directionOf(first);
  const length = to - from;
  if (direction === '' || length < 2) return ['', from];
  const second = tokens[from + 1];
  const third = tokens[from + 2];
  const pair = pairDirection(first, second);
  if (
    pair !== '' &&
    length >= 3 &&
    !(length === 3 && third?.word?.suffix !== undefined && third.text !== 'END')
  )
    return [pair, from + 2];
  if (second?.word?.suffix !== undefined) {
    // `6 NORTH ST`, `641 S ST NW`: the direction is the name. `N AVE C` is Avenue C.
    if (length === 2) return ['', from];
    const lettered = AVENUES.has(second.text) && third?.text.length === 1;
    const isName = directionOf(third) !== '' && length === 3 && second.word.suffix.strong;
    if (isName && !(lettered && first?.text.length === 1)) return ['', from];
  }
  if (length === 2 && directionOf(second) !== '') return ['', from];
  if (length === 3 && pairDirection(second, third) !== '' && second?.word?.suffix !== undefined)
    return ['', from];
  return [direction, from + 1];
}

const AVENUES = new Set(['AVE', 'AV', 'AVENUE']);

function takePostdirectional(
  tokens: readonly Token[],
  start: number,
  end: number,
  road: Road | undefined,
): [string, number] {
  const nameEnd = road === undefined ? start + 1 : road.next;
  const last = tokens[end - 1];
  const direction = directionOf(last);
  if (direction === '' || end - 1 < nameEnd || last?.text === 'NORT') return ['', end];
  const previous = tokens[end - 2];
  // `AVENUE S` is a letter street; `THE WEST` and `OF NORTH` are names.
  if (end - 2 === start && AVENUES.has(previous?.text ?? '') && last?.text.length === 1) return ['', end];
  if (previous?.text === 'THE' || previous?.text === 'OF') return ['', end];
  const pair = pairDirection(previous, last);
  if (pair !== '' && end - 2 >= nameEnd) return [pair, end - 2];
  return [direction, end - 1];
}

/** True when a suffix or a direction behind a name lies directly before `end`. */
function streetIsOver(tokens: readonly Token[], start: number, end: number): boolean {
  const last = tokens[end - 1];
  if (end - 1 <= start) return false;
  if (last?.word?.suffix?.strong === true && !ROAD_WORDS.has(last.word.suffix.code)) return true;
  return directionOf(last) !== '' && end - 2 > start && streetIsOver(tokens, start, end - 1);
}

/** After these a number is the road's: `COUNTRY ROAD 183`. */
const ROAD_WORDS = new Set(['RD', 'HWY', 'RTE', 'LOOP', 'EXPY', 'FWY', 'BYP']);
const MIXED = /^(?:[A-Z]\d+[A-Z]?|\d+[A-Z])$/;

function isTrailingUnit(tokens: readonly Token[], start: number, end: number): boolean {
  const last = tokens[end - 1];
  if (last === undefined) return false;
  const before = end - 1;
  if (isBareUnit(last)) {
    if (streetIsOver(tokens, start, before) || last.before === ',') return true;
    if (
      directionOf(tokens[before - 1]) !== '' &&
      before - 2 >= start &&
      !/\d/.test(tokens[before - 2]?.text ?? '')
    ) {
      return tokens[before - 1]?.word?.direction !== undefined;
    }
    return (
      MIXED.test(last.text) &&
      !ROAD_WORDS.has(tokens[before - 1]?.word?.suffix?.code ?? '') &&
      tokens[before - 1]?.word?.road !== true
    );
  }
  return (
    last.text.length === 1 &&
    directionOf(last) === '' &&
    streetIsOver(tokens, start, before) &&
    before - 1 > start
  );
}

interface FoundRoad extends Road {
  readonly at: number;
}

/** The numbered road in the name, which may be `OLD` or a county's: `ANDERSON COUNTY RD 312`. */
function findRoad(
  tokens: readonly Token[],
  start: number,
  end: number,
  state: string,
): FoundRoad | undefined {
  for (let at = start; at < end; at++) {
    const token = tokens[at];
    if (token?.word?.road !== true && !(at === start && hasDigit(token))) continue;
    // `MAIN ST RT 9`: a suffix before it has ended the street's own name, so `ST` there is not `STATE`.
    if (at > start && token?.text === 'ST') continue;
    const road = roadAt(tokens, at, end, state);
    if (road === undefined) continue;
    if (
      at > start &&
      road.key.startsWith('SR') &&
      token?.text.length === 2 &&
      token.text !== 'SR' &&
      token.text !== 'SH'
    )
      continue;
    return { ...road, at };
  }
  return undefined;
}

function hasDigit(token: Token | undefined): boolean {
  if (token === undefined) return false;
  const last = token.text.charCodeAt(token.text.length - 1);
  return (last >= 48 && last <= 57) || token.text.includes('-');
}

/** Words that mean the same inside a name. */
const WORDS = new Map([
  ['JUNIOR', 'JR'],
  ['BUS', 'BUSINESS'],
  ['ALT', 'ALTERNATE'],
  ['SVC', 'SERVICE'],
  ['SERV', 'SERVICE'],
  ['FRONT', 'FRONT'],
]);
/** Spanish abbreviations at the head of a name (Publication 28, Appendix H). */
const SPANISH = new Map([
  ['CLL', 'CALLE'],
  ['CLLE', 'CALLE'],
  ['CAM', 'CAMINO'],
  ['CMO', 'CAMINO'],
  ['PSO', 'PASEO'],
  ['AVDA', 'AVENIDA'],
  ['AVD', 'AVENIDA'],
]);
/** Words too short or too common to be read as an abbreviated suffix inside a name. */
const KEPT = new Set([
  'LA',
  'ST',
  'DR',
  'VIA',
  'IS',
  'UN',
  'PR',
  'RUE',
  'CI',
  'TE',
  'WL',
  'VL',
  'DL',
  'DM',
  'DV',
  'LF',
  'ML',
  'BG',
  'CP',
  'AL',
  'LP',
  'REST',
  'EXPRESS',
  'EXP',
  'CO',
  'VIADUCT',
  'PARKS',
  'WALKS',
  'FORESTS',
  'RANCHES',
  'HOLLOWS',
  'ISLES',
  'LOOPS',
  'TRAILS',
  'TRACKS',
]);

function readName(
  tokens: readonly Token[],
  start: number,
  end: number,
  road: FoundRoad | undefined,
  state: string,
): { name: string; key: string } {
  let name = '';
  let key = '';
  const add = (display: string, compared: string) => {
    name += (name === '' ? '' : ' ') + display;
    // A space stays between digits, where it tells `5 10` from `51 0`.
    const glue =
      key !== '' && isDigit(key.charCodeAt(key.length - 1)) && isDigit(compared.charCodeAt(0)) ? ' ' : '';
    key += glue + compared;
  };
  for (let i = start; i < end; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    if (road !== undefined && i === road.at) {
      add(road.name, road.key);
      i = road.next - 1;
      continue;
    }
    const king = kingAt(tokens, i, end);
    if (king > 0) {
      add('MARTIN LUTHER KING', 'MARTINLUTHERKING');
      i += king - 1;
      continue;
    }
    const number = numberAt(tokens, i, end);
    if (number !== undefined) {
      add(number.text, number.digits);
      i += number.words - 1;
      continue;
    }
    const word = nameWord(tokens, i, start, end, state);
    add(word === '' ? token.text : word, (word === '' ? token.text : word).replaceAll('-', ''));
  }
  return { name, key };
}

/** The spelling of one word of a name that all its spellings share. */
function nameWord(tokens: readonly Token[], i: number, start: number, end: number, state: string): string {
  const token = tokens[i];
  if (token === undefined) return '';
  const { text, word } = token;
  const first = i === start;
  const more = i + 1 < end;
  if (text === 'ST' || text === 'STE') {
    // Before a name it is Saint; behind one, before nothing but suffixes, it was a street: `AVON ST EXT`.
    if (text === 'STE') return first && more ? 'SAINTE' : text;
    if (!more) return 'STREET';
    if (first) return 'SAINT';
    return tokens[i + 1]?.word?.suffix !== undefined && i + 2 >= end ? 'STREET' : 'SAINT';
  }
  if (first && more && (text === 'DR' || text === 'DOCTOR')) return 'DOCTOR';
  if (first && more) {
    const spanish = SPANISH.get(text);
    if (spanish !== undefined) return spanish;
    if (state === 'PR' && AVENUES.has(text)) return 'AVENIDA';
  }
  if (word === undefined) return WORDS.get(text) ?? text;
  if (word.direction !== '' && text !== 'NO') {
    return end - start > 1 || text.length > 2 ? (directionWords.get(word.direction) ?? text) : text;
  }
  if (word.suffix !== undefined && !KEPT.has(text) && (end - start > 1 || text.length > 2))
    return word.suffix.name;
  return WORDS.get(text) ?? text;
}

const TITLES = new Set(['DR', 'DOCTOR', 'REV', 'REVEREND']);

/** Words of `DR MARTIN LUTHER KING JR`, `M L KING`, `MLK JR` at `i`, 0 if none. */
function kingAt(tokens: readonly Token[], i: number, end: number): number {
  const word = (at: number) => (at < end ? (tokens[at]?.text ?? '') : '');
  let at = i;
  if (TITLES.has(word(at))) at++;
  if (TITLES.has(word(at))) at++;
  const head = word(at);
  if (head === 'MLK') at++;
  else if (head === 'ML' && word(at + 1) === 'KING') at += 2;
  else if (
    (head === 'MARTIN' || head === 'M') &&
    (word(at + 1) === 'LUTHER' || word(at + 1) === 'L') &&
    word(at + 2) === 'KING'
  )
    at += 3;
  else return 0;
  if (word(at) === 'JR' || word(at) === 'JUNIOR') at++;
  return at - i;
}

const ORDINAL = /^(\d+)(?:ST|ND|RD|TH)$/;

interface NameNumber {
  readonly digits: string;
  /** Standard spelling: `4TH`, `300`, `SIX`. */
  readonly text: string;
  readonly words: number;
}

/** `4TH`, `04TH`, `4`, `FOURTH`, `FORTY THIRD`, `ONE HUNDRED TWENTY THIRD`, and the six of `SIX MILE`. */
function numberAt(tokens: readonly Token[], i: number, end: number): NameNumber | undefined {
  const token = tokens[i];
  if (token === undefined) return undefined;
  const c = token.text.charCodeAt(0);
  if (isDigit(c)) {
    if (isDigits(token.text)) {
      const digits = stripZeros(token.text) || '0';
      return { digits, text: digits, words: 1 };
    }
    const found = ORDINAL.exec(token.text);
    return found === null ? undefined : ordinalNumber(stripZeros(found[1] ?? '') || '0', 1);
  }
  const word = token.word;
  const hundred =
    token.text === 'HUNDREDTH' || (word?.cardinal !== undefined && word.cardinal > 0 && word.cardinal < 10);
  if (hundred) {
    const hundreds = token.text === 'HUNDREDTH' ? 1 : (word?.cardinal ?? 0);
    const at = token.text === 'HUNDREDTH' ? i : i + 1;
    const next = at < end ? tokens[at]?.text : undefined;
    if (next === 'HUNDREDTH') return ordinalNumber(String(hundreds * 100), at - i + 1);
    if (next === 'HUNDRED') {
      const rest = at + 1 + (tokens[at + 1]?.text === 'AND' ? 1 : 0);
      const below = rest < end ? smallOrdinal(tokens, rest, end) : undefined;
      if (below !== undefined)
        return ordinalNumber(String(hundreds * 100 + below.value), rest - i + below.words);
    }
  }
  const small = smallOrdinal(tokens, i, end);
  if (small !== undefined) return ordinalNumber(String(small.value), small.words);
  if (word !== undefined && word.cardinal > 0 && i + 1 < end)
    return { digits: String(word.cardinal), text: token.text, words: 1 };
  return undefined;
}

function ordinalNumber(digits: string, words: number): NameNumber {
  return { digits, text: ordinal(digits), words };
}

function smallOrdinal(
  tokens: readonly Token[],
  i: number,
  end: number,
): { value: number; words: number } | undefined {
  const word = tokens[i]?.word;
  if (word === undefined) return undefined;
  if (word.ordinal > 0) return { value: word.ordinal, words: 1 };
  if (word.cardinal < 20 || i + 1 >= end) return undefined;
  const next = tokens[i + 1];
  const unit = next?.word?.ordinal ?? 0;
  if (unit > 0 && unit < 10) return { value: word.cardinal + unit, words: 2 };
  const digit = ORDINAL.exec(next?.text ?? '')?.[1];
  return digit !== undefined && digit.length === 1 && digit !== '0'
    ? { value: word.cardinal + Number(digit), words: 2 }
    : undefined;
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}
