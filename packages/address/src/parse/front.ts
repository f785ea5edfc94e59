/** Words before the number: `APT 4, 20 ELM`, `#42 233 S WACKER`, `URB ALTURAS 5 CALLE 2`, `CITY HALL, 12 OAK ST`. */
import { type Words, at, isBreak, makeWord, textOf } from '../words.js';
import { mailFormAt } from './mail.js';
import { takeNumber } from './number.js';
import type { Place } from './place.js';
import { type UnitPart, gluedUnit, isMark, unitAt } from './unit.js';

export interface Front {
  readonly units: readonly UnitPart[];
  /** Puerto Rico: `ALTURAS`. */
  readonly urbanization: string;
  /** Index of the word where the number is expected. */
  readonly next: number;
}

const SPANISH_STREETS = /^(?:CALLE|CLLE?|AVE|AVENIDA|AVDA|CARR|CARRETERA|CAMINO|PASEO|VIA|BLVD|PASAJE)$/;
const MAX_URBANIZATION_WORDS = 8;

export function takeFront(words: Words, place: Place): Front {
  const units: UnitPart[] = [];
  let next = 0;
  const { text, digit } = at(words, 0);
  const isMarked = (text === 'NO' || text === '#') && at(words, 1).digit && !at(words, 2).digit;
  if (isMarked) next = 1;
  else if (mailFormAt(words, 0) === undefined) {
    for (let unit = unitBefore(words, next); unit !== undefined; unit = unitBefore(words, next)) {
      units.push(unit.part);
      next = unit.next;
    }
  }
  const named = at(words, next).is.urbanization;
  if (named || (place.state === 'PR' && !digit && takeNumber(words, next, place) === undefined)) {
    const inPuertoRico = { ...place, state: 'PR', stateKey: 'PR' };
    for (let i = next + 1; i < words.length && i - next < MAX_URBANIZATION_WORDS; i++) {
      const number = takeNumber(words, i, inPuertoRico);
      if (number === undefined || !(at(words, i).digit || at(words, i + 1).number)) continue;
      if (!named && !SPANISH_STREETS.test(at(words, number.next).text)) continue;
      const to = at(words, i - 1).text === '#' ? i - 1 : i;
      return { units, urbanization: textOf(words, named ? next + 1 : next, to), next: i };
    }
  }
  return { units, urbanization: '', next };
}

/** A unit at `i` with a number or another unit after it. */
function unitBefore(words: Words, i: number) {
  const { text, is } = at(words, i);
  const isDesignated = text === '#' || is.unit !== '' || at(words, i + 1).is.unit !== '';
  const unit = isDesignated ? unitAt(words, i, true) : gluedUnit(words, i);
  if (unit === undefined) return undefined;
  const { digit, is: following } = at(words, unit.next);
  return digit || following.unit !== '' ? unit : undefined;
}

/** Index of a number after the name of a building, in a later part of the line. */
export function numberBehindBuilding(words: Words, from: number, place: Place): number | undefined {
  for (let i = from; i < words.length; i++) {
    const { digit, is, before } = at(words, i);
    if (
      i > from &&
      before === ',' &&
      digit &&
      at(words, i + 1).text !== '' &&
      at(words, i + 1).before !== ','
    ) {
      return takeNumber(words, i, place) === undefined ? undefined : i;
    }
    if (digit || is.strong) return undefined;
  }
  return undefined;
}

/** Puerto Rico: `AVE PONCE DE LEON 435`, `CALLE LUNA # 12 APT 3`, with the number moved to the front. */
export function numberBehindStreet(words: Words, from: number, { stateKey }: Place): Words | undefined {
  const { text } = at(words, from);
  if (stateKey !== 'PR' || !SPANISH_STREETS.test(text) || text.startsWith('CARR')) return undefined;
  for (let i = from + 2; i < words.length; i++) {
    const word = at(words, i);
    const next = at(words, i + 1);
    const isLast =
      next.text === '' || isBreak(next) || next.text === '#' || next.is.unit !== '' || next.is.urbanization;
    if (word.number && isLast) {
      const nameTo = isMark(words, i - 1) ? i - 1 : i;
      if (nameTo < from + 2) return undefined;
      const number = makeWord(word.text, '', true, true);
      return [number, ...words.slice(from, nameTo), ...words.slice(i + 1), ...words.slice(0, from)];
    }
    if ((isBreak(next) && !next.number) || word.is.unit !== '') return undefined;
  }
  return undefined;
}
