/** The line after the number: finds the end of the street. */
import { NO_FACTS } from '../lexicon.js';
import { type Word, type Words, at, isBreak } from '../words.js';
import { boxAt } from './mail.js';
import { roadAt } from './roads.js';
import { NUMBERED } from './street.js';
import { gluedUnit, isBareUnit, isMark, unitAt } from './unit.js';

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
      const goesOn = continuesStreet(words, from, i);
      if (goesOn !== 'yes') return goesOn === 'no' ? i : i + 1;
    }
    // Fast path: most words are only a name.
    if (i > from && (is !== NO_FACTS || word.digit || text.length === 1)) {
      if (opensNote(word, settled) && at(words, i + 1).text !== '') return i;
      if (is.urbanization || (text !== 'BOX' && boxAt(words, i)?.box)) return i;
      if (
        unitAt(words, i, settled) !== undefined ||
        (settled && gluedUnit(words, i) !== undefined) ||
        opensUnit(words, i, settled)
      )
        return i;
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
  return text === '#' || (is.plain && (settled || is.unit !== 'STE') && !at(words, i + 1).is.strong);
}

/** `12 OAK ST 4 DOVER DE`, `12 OAK ST A DOVER DE`: a number or a letter between a suffix and the city. */
export function isUnitBeforeCity(words: Words, from: number, i: number): boolean {
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
 * Whether a word after a comma still belongs to the street: a suffix or direction standing alone does (`ELM, ST`), and
 * a direction of two letters before the city is its `last` word, `RIVERSIDE DRIVE, SW CARTERSVILLE`.
 */
function continuesStreet(words: Words, from: number, i: number): 'yes' | 'last' | 'no' {
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
  if (is.direction !== '') return alone ? 'yes' : is.direction.length === 2 ? 'last' : 'no';
  const hasSuffix = words.slice(from + 1, i).some((word) => word.is.strong);
  if (is.suffix === '' || hasSuffix) return 'no';
  return alone || (is.strong && next.is.direction !== '') ? 'yes' : 'no';
}
