/** The line after the number: where the street ends, and what follows it. */
import { type Word, type Words, at, cutWords, textOf } from '../words.js';
import { boxAt } from './mail.js';
import { roadAt } from './roads.js';
import { NUMBERED } from './street.js';
import { type UnitPart, cleanId, gluedUnit, isBareUnit, unitAt } from './unit.js';

/** `settled` says that the street is over. */
function opensNote({ is }: Word, settled: boolean): boolean {
  return is.note === 'always' || (settled && is.note === 'afterStreet');
}

function isBreak({ before }: Word): boolean {
  return before === ',' || before === '-';
}

/**
 * Index of the first word that is not the street's: a comma, a unit, a note, a box, an urbanisation. `cityFollows` says
 * that the line goes on to a city.
 */
export function endOfStreet(words: Words, from: number, cityFollows: boolean, state: string): number {
  let settled = false;
  const name = at(words, from).is.direction === '' ? from : from + 1;
  for (let i = roadAt(words, name, state)?.next ?? from; i < words.length; i++) {
    const word = at(words, i);
    const { text, is } = word;
    if (i > from) {
      if (isBreak(word)) {
        const goesOn = continuesStreet(words, from, i);
        if (goesOn !== 'yes') return goesOn === 'no' ? i : i + 1;
      }
      if (opensNote(word, settled) && at(words, i + 1).text !== '') return i;
      if (is.urbanization || (text !== 'BOX' && boxAt(words, i)?.box)) return i;
      if (
        unitAt(words, i, false) !== undefined ||
        (settled && (unitAt(words, i, true) !== undefined || gluedUnit(words, i) !== undefined))
      )
        return i;
      if (settled && cityFollows && isUnitBeforeCity(words, from, i)) return i;
    }
    const lettered = i === from + 1 && text.length === 1 && at(words, from).is.suffix === 'AVE';
    settled = lettered || (i > from && (is.strong || (settled && is.direction !== '')));
  }
  return words.length;
}

/** `12 OAK ST 4 DOVER DE`: a number between a suffix and the city. */
function isUnitBeforeCity(words: Words, from: number, i: number): boolean {
  const next = at(words, i + 1);
  if (next.text === '' || next.is.suffix !== '' || !isBareUnit(at(words, i))) return false;
  let last = i - 1;
  while (last > from && at(words, last).is.direction !== '') last--;
  return !NUMBERED.test(at(words, last).is.suffix);
}

/**
 * Whether a word after a comma still belongs to the street: a suffix or direction standing alone does (`ELM, ST`), and
 * a direction of two letters before the city is its `last` word, `RIVERSIDE DRIVE, SW CARTERSVILLE`.
 */
function continuesStreet(words: Words, from: number, i: number): 'yes' | 'last' | 'no' {
  const { is } = at(words, i);
  const next = at(words, i + 1);
  const alone = next.text === '' || isBreak(next) || next.text === '#' || next.is.plain;
  const partHasSuffix = (start: number) => {
    for (let j = start; j < words.length && (j === start || !isBreak(at(words, j))); j++)
      if (at(words, j).is.strong) return true;
    return false;
  };
  // `12 N, OAK ST`: a comma right after a direction means nothing.
  if (i === from + 1 && at(words, from).is.direction !== '' && is.suffix === '' && partHasSuffix(i))
    return 'yes';
  if (is.direction !== '') return alone ? 'yes' : is.direction.length === 2 ? 'last' : 'no';
  const hasSuffix = words.slice(from + 1, i).some((word) => word.is.strong);
  if (is.suffix === '' || hasSuffix) return 'no';
  return alone || (is.strong && next.is.direction !== '') ? 'yes' : 'no';
}

export interface Rest {
  readonly units: readonly UnitPart[];
  readonly urbanization: string;
  /** Index of the city's first word; the number of words if there is none. */
  readonly cityFrom: number;
}

/** What follows the street: units, boxes, urbanisation, notes, at last the city if one is looked for. */
export function readRest(words: Words, from: number, cityFollows: boolean): Rest {
  const units: UnitPart[] = [];
  let urbanization = '';
  for (let i = from; i < words.length;) {
    const word = at(words, i);
    const unit = unitAt(words, i, true);
    const box = word.text === 'BOX' ? undefined : boxAt(words, i);
    let end = i + 1;
    while (end < words.length && !isBreak(at(words, end))) end++;
    if (unit !== undefined) {
      units.push(unit.part);
      end = unit.next;
    } else if (box !== undefined) end = box.next;
    else if (word.is.urbanization) urbanization = textOf(words, i + 1, end);
    else if (isBareUnit(word) && (end === i + 1 || (cityFollows && isUnitBeforeCity(words, i, i)))) {
      units.push({ type: '', id: cleanId(word.text) });
      end = i + 1;
    } else if (word.text === 'BOX' && end > i + 1) {
      units.push({ type: 'BOX', id: at(words, i + 1).text });
      end = i + 2;
    } else if (
      cityFollows &&
      end === words.length &&
      !opensNote(word, true) &&
      !word.digit &&
      word.text !== 'PRECINCT'
    ) {
      return { units, urbanization, cityFrom: i };
    }
    i = end;
  }
  return { units, urbanization, cityFrom: words.length };
}

export const NO_UNITS: readonly UnitPart[] = [];

/** `(APT 4)` and `(REAR)` are units, `(rear entrance)` is not. */
export function unitsInNotes(notes: readonly string[]): readonly UnitPart[] {
  if (notes.length === 0) return NO_UNITS;
  return notes.flatMap((note) => {
    const words = cutWords(note)?.words ?? [];
    const unit = unitAt(words, 0, true);
    return unit !== undefined && unit.next === words.length ? [unit.part] : [];
  });
}
