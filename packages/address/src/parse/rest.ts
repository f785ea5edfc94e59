/**
 * The line after the number: the end of the street, and everything behind it and in parentheses: units, boxes, an urbanization, notes, at
 * last the city.
 *
 * Every word is accounted for. A word that fits none of these is returned as unread, not dropped: it may be
 * the only difference between two apartments.
 */
import { NO_FACTS } from '../lexicon.js';
import { at, cutWords, isBreak, textOf, type Words, type Word } from '../words.js';
import { boxAt } from './mail.js';
import { cityKey, cityOf, isSentinel, type City } from './place.js';
import { roadAt } from './roads.js';
import { NUMBERED } from './street.js';
import { cleanId, isBareUnit, isEmptyDesignator, isInName, isMark, unitAt, type UnitPart } from './unit.js';

/** `settled` means that the street has ended. */
function opensNote({ is }: Word, settled: boolean): boolean {
  return is.note === 'always' || (settled && is.note === 'afterStreet');
}

/**
 * Index of the first word after the street: a comma, a unit, a note, a box, an urbanization. `cityFollows`
 * says that the line continues with a city.
 */
export function endOfStreet(words: Words, from: number, cityFollows: boolean, state: string): number {
  let settled = false;
  const name = at(words, from).is.direction === '' ? from : from + 1;
  for (let i = roadAt(words, name, state)?.next ?? from; i < words.length; i++) {
    const word = at(words, i);
    const { text, is } = word;
    if (i > from && isBreak(word)) {
      const goesOn = continuesStreet(words, from, i, state);
      if (goesOn !== 'yes') return goesOn === 'no' ? i : i + 1;
    }
    // Fast path: most words are only a name.
    if (i > from && (is !== NO_FACTS || word.digit || text.length === 1)) {
      if (opensNote(word, settled) && at(words, i + 1).text !== '') return i;
      if (is.urbanization || (text !== 'BOX' && boxAt(words, i)?.box)) return i;
      if (unitAt(words, i, settled) !== undefined || opensUnit(words, i, settled)) return i;
      if (settled && cityFollows && isUnitBeforeCity(words, from, i)) return i;
    }
    const lettered = i === from + 1 && text.length === 1 && at(words, from).is.suffix === 'AVE';
    settled = lettered || (i > from && (is.strong || (settled && is.direction !== '')));
  }
  return words.length;
}

/** True for a designator, which ends the street whether its identifier can be read or not: `20 ELM ST APT GREEN`. */
function opensUnit(words: Words, i: number, settled: boolean): boolean {
  const { text, is } = at(words, i);
  // `STE ANNE` is a saint, and `UNIT RD` a street.
  return (
    text === '#' ||
    (is.plain && (settled || (is.unit !== 'STE' && !isInName(words, i))) && !at(words, i + 1).is.strong)
  );
}

/** `12 OAK ST 4 DOVER DE`, `12 OAK ST A DOVER DE`: a number or a letter between a suffix and the city. */
function isUnitBeforeCity(words: Words, from: number, i: number): boolean {
  const next = at(words, i + 1);
  const mayBe = isBareUnit(at(words, i)) || isLooseLetter(words, from, i);
  if (next.text === '' || next.is.strong || !mayBe) return false;
  let last = i - 1;
  while (last > from && at(words, last).is.direction !== '') last--;
  return !NUMBERED.test(at(words, last).is.suffix);
}

/** True for a letter that is not the beginning of a city (`D LO`, `L ANSE`, `O FALLON`) or the name of `AVENUE C`. */
function isLooseLetter(words: Words, from: number, i: number): boolean {
  const { text, is } = at(words, i);
  if (text.length !== 1 || is.direction !== '' || !LOOSE_LETTER.test(text)) return false;
  const name = at(words, from).is.direction === '' ? from : from + 1;
  return !(i === name + 1 && at(words, name).is.suffix === 'AVE');
}

const LOOSE_LETTER = /[^\W\dDLO]/;

/**
 * A direction between commas, as in `12 OAK ST, N`, ends the street or names an apartment. Directions of two
 * letters name no apartments, and after the number of a grid only a direction is possible: `640 E 300, S`.
 */
export function isLoneDirection(words: Words, from: number, i: number): boolean {
  const word = at(words, i);
  const next = at(words, i + 1);
  const before = at(words, i - 1);
  return (
    word.is.direction.length === 1 &&
    isBreak(word) &&
    (next.text === '' || isBreak(next)) &&
    i > from &&
    before.is.direction === '' &&
    !(before.number && at(words, from).is.direction !== '')
  );
}

/**
 * Whether a word after a comma still belongs to the street: a suffix or direction standing alone does (`ELM, ST`), and in the
 * District of Columbia, where no town begins with a direction, the `last` word before the city: `M ST, NW WASHINGTON`.
 */
function continuesStreet(words: Words, from: number, i: number, state: string): 'yes' | 'last' | 'no' {
  const { is, text } = at(words, i);
  const next = at(words, i + 1);
  // `MARTIN LUTHER KING, JR BLVD`
  if (text === 'JR') return 'yes';
  if (isMark(words, i)) return 'no';
  const alone = next.text === '' || isBreak(next) || next.text === '#' || next.is.plain;
  const partHasSuffix = (start: number) => {
    for (let j = start; j < words.length && (j === start || !isBreak(at(words, j))); j++)
      if (at(words, j).is.strong) return true;
    return false;
  };
  // `12 N, OAK ST`: a comma right after a direction means nothing.
  if (i === from + 1 && at(words, from).is.direction !== '' && is.suffix === '' && partHasSuffix(i))
    return 'yes';
  if (isLoneDirection(words, from, i)) return 'no';
  if (is.direction !== '') return alone ? 'yes' : state === 'DC' ? 'last' : 'no';
  const hasSuffix = words.slice(from + 1, i).some((word) => word.is.strong);
  if (is.suffix === '' || hasSuffix) return 'no';
  return alone || (is.strong && next.is.direction !== '') ? 'yes' : 'no';
}

export interface Rest {
  readonly units: readonly UnitPart[];
  readonly urbanization: string;
  /** The parts of the text that were not understood. */
  readonly unread: readonly Words[];
  /** Index of the city's first word; after the last word if there is no city. */
  readonly cityFrom: number;
}

/** Whether a city follows in the line: `afterComma` if only the last part after a comma can be a city. */
export type CityFollows = 'yes' | 'afterComma' | 'no';

/** Reads the words from `from` on, part by part, between commas and dashes. */
export function readRest(words: Words, from: number, city: CityFollows): Rest {
  if (from >= words.length) return NO_REST;
  const units: UnitPart[] = [];
  const unread: Words[] = [];
  let urbanization = '';
  let start = from;
  let end = from;
  for (let i = from; i < words.length;) {
    if (i >= end) {
      start = i;
      for (end = i + 1; end < words.length && !isBreak(at(words, end));) end++;
    }
    const word = at(words, i);
    const taken = unitAt(words, i, true) ?? bareUnit(words, i, end, city === 'yes');
    const box = taken ?? (word.text === 'BOX' ? undefined : boxAt(words, i));
    if (taken !== undefined) units.push(taken.part);
    if (box !== undefined) i = box.next;
    else if (isEmptyDesignator(words, i)) {
      // `20 ELM ST, APT` is the house itself; `REAR APT` and `APT GREEN` mean more.
      const alone = i === start && (end === i + 1 || (city === 'yes' && end === words.length));
      if (!word.is.plain) start++;
      else if (alone) unread.push(words.slice(i, i + 1));
      i++;
    } else if (word.is.urbanization) {
      urbanization = textOf(words, i + 1, end);
      i = end;
    } else if (word.text === 'BOX' && end > i + 1) {
      units.push({ type: 'BOX', id: at(words, i + 1).text });
      i += 2;
    } else {
      const to = unitInside(words, i, end);
      const mayBeCity = city === 'yes' || (city === 'afterComma' && isBreak(word));
      const isNothing = word.is.opensSentinel && isSentinel(words.slice(i, to));
      // `20 ELM ST, N/A` is the house itself; `BLDG 7 VACANT` may be another apartment than `BLDG 7`.
      if (!(isNothing && i === start) && !isNote(words, i, to, units.length > 0)) {
        if (mayBeCity && to === words.length && !word.digit && !isNothing)
          return { units, urbanization, unread, cityFrom: i };
        unread.push(words.slice(i, to));
      }
      i = to;
    }
  }
  return { units, urbanization, unread, cityFrom: words.length };
}

/** An identifier without designator: digits, or one or two letters, between commas: `, 4B`, `, A`, `, LU`. */
function bareUnit(words: Words, i: number, end: number, cityFollows: boolean) {
  const { text, is } = at(words, i);
  const isAlone = isBareUnit(at(words, i))
    ? i + 1 === end || unitAt(words, i + 1, true) !== undefined
    : i + 1 === end && text.length < 3 && is.note === '' && !isMark(words, i);
  if (!isAlone && !(cityFollows && isUnitBeforeCity(words, i, i))) return undefined;
  return { part: { type: '', id: cleanId(text) }, next: i + 1 };
}

/**
 * Index in a part where a designator opens a unit: `NEAR OAK ST # 4`, `ZORB APT 4`. `ZORB # 4` is a designator of its own.
 */
function unitInside(words: Words, from: number, end: number): number {
  const isNote = at(words, from).is.note !== '';
  for (let i = from + 1; i < end; i++) {
    const { text, is } = at(words, i);
    if ((is.plain || (isNote && text === '#')) && unitAt(words, i, true) !== undefined) return i;
  }
  return end;
}

/**
 * True for a description that adds nothing to the rest of the line: `NEAR OAK ST`, `REAR ENTRANCE`,
 * `GYMNASIUM`, `PRECINCT 15`.
 */
function isNote(words: Words, from: number, to: number, hasUnit: boolean): boolean {
  const { is, text } = at(words, from);
  if (text === 'PRECINCT' || (text === 'MAIN' && textOf(words, from, to) === 'MAIN HALL')) return true;
  if (is.note === '') {
    // `APT 4E UPPER ENTRANCE` may be another apartment than `APT 4E`.
    if (hasUnit) return false;
    let isShared = false;
    for (let i = from; i < to; i++) {
      const word = at(words, i);
      // `ENTRANCE B` may be a staircase of its own.
      if (word.digit || word.text.length === 1) return false;
      isShared ||= word.is.shared;
    }
    return isShared;
  }
  // `AT REAR` says where on the property, `NEAR FRONT ST` does not.
  const named = at(words, from + 1).text === 'THE' ? from + 2 : from + 1;
  // `AT B` and `NEAR 5` may be an apartment, `NEAR 5TH` is a street.
  const { text: name } = at(words, named);
  if (named + 1 === to && (name.length === 1 || isBareUnit(at(words, named)))) return false;
  return (
    is.understood && named < to && (at(words, named).is.unit === '' || at(words, named + 1).is.suffix !== '')
  );
}

/** An index after the last word of every line. Not Infinity, which V8 keeps as a floating-point number. */
const BEYOND = 1e6;

export const NO_REST: Rest = { units: [], urbanization: '', unread: [], cityFrom: BEYOND };

/** Reads the contents of parentheses like a part of the line: `(APT 4)` is a unit, `(rear entrance)` a note. */
export function readNotes(notes: readonly string[]): Rest {
  if (notes.length === 0) return NO_REST;
  const all = notes
    .map((note) => cutWords(note)?.words ?? [])
    .filter((words) => !isRoadAlone(words))
    .map((words) => readRest(words, 0, 'no'));
  return {
    ...NO_REST,
    units: all.flatMap(({ units }) => units),
    unread: all.flatMap(({ unread }) => unread),
  };
}

/** `(ROUTE 12)` is another name of the same street. */
function isRoadAlone(words: Words): boolean {
  // `(RM 5)` is a room.
  const next = at(words, 0).is.unit === '' ? (roadAt(words, 0, '')?.next ?? 0) : 0;
  return next > 0 && next >= words.length - (at(words, words.length - 1).is.direction === '' ? 0 : 1);
}

/** The parts that are still not understood once the city and the whole line are known. */
export function withoutPlaces(
  unread: readonly Words[],
  city: City,
  state: string,
  line: string,
): readonly Words[] {
  return unread
    .map((part) => withoutCity(part, city))
    .filter((part) => {
      const text = textOf(part, 0, part.length);
      if (part.length === 0 || (state !== '' && STATE_AGAIN.exec(text)?.[1] === state)) return false;
      const isCounty = part.length > 1 && at(part, part.length - 1).text === 'COUNTY';
      // `1200 W RUMBLE RD, 1200 W RUMBLE RD`
      const isRepeated = part.length > 1 && line.startsWith(text + ' ');
      return !(isCounty || isRepeated || cityOf(part, 0, part.length, state).key === city.key);
    });
}

/** `PA` and `PA 16501`, where a line has its end twice. */
const STATE_AGAIN = /^([A-Z]{2})(?: \d{5})?$/;

/** Drops the city from the end of a part: `LEFT DOVER` with the city Dover is `LEFT`. */
function withoutCity(part: Words, { key }: City): Words {
  if (key === '') return part;
  for (let from = 0; from < part.length; from++)
    if (cityKey(part, from, part.length) === key) return part.slice(0, from);
  return part;
}

/** The parts as text: `TOWER OF PISA, GAR`. */
export function unreadText(parts: readonly Words[]): string {
  return parts.map((part) => textOf(part, 0, part.length)).join(', ');
}

/** The key they are compared by: `ZORB # 2`, `ZORB NO 2`, `ZORB2` and `ZORB 2 UNIT` share one. */
export function unreadKey(parts: readonly Words[]): string {
  return parts
    .map((part) => {
      const telling = part.filter((_, i) => !isMark(part, i) && !isEmptyDesignator(part, i));
      const words = telling.length === 0 ? part : telling;
      return textOf(words, 0, words.length).replace(GLUED_NUMBER, '$1 ');
    })
    .sort()
    .join('/');
}

const GLUED_NUMBER = /([A-Z]{3})(?=\d)/g;
