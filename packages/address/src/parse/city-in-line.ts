// Finds where the street of a line ends and its city begins.
import { NO_FACTS } from '../lexicon.js';
import { type Words, at, isBreak, textOf } from '../words.js';
import type { ParsedAddress } from '../types.js';
import { takeNumber } from './number.js';
import { type City, NO_CITY, type Place, cityKey, cityOf } from './place.js';
import { withoutPlaces } from './rest.js';
import { type HouseNumber, NO_DOUBTS, NO_READINGS, address } from './result.js';
import { splitStreetFromCity } from './split.js';
import { readStreet } from './street.js';
import { type UnitPart, cleanId } from './unit.js';

/**
 * The parts of a line with a street, as positions in its words. The end of the street and the beginning of a
 * city are still unknown.
 */
export interface Line {
  readonly words: Words;
  readonly place: Place;
  /** True if the line names its own state or ZIP. */
  readonly hasTail: boolean;
  /** True if the line was given without other fields. */
  readonly alone: boolean;
  readonly number: HouseNumber | undefined;
  /** Index where the number was looked for: it is read again when the city becomes known. */
  readonly numberAt: number;
  /** First word of the street. */
  readonly from: number;
  /** Index after the last word of the street, and of a city that follows it without a comma. */
  readonly end: number;
  readonly units: readonly UnitPart[];
  readonly urbanization: string;
  /** The parts of the text that were not understood. */
  readonly unread: readonly Words[];
  /** Index of the first word of a city after a comma or a unit; the number of words if there is no city. */
  readonly cityFrom: number;
}

/**
 * Reads a line with the city given in a field: everything is street, except for the city's name where the line repeats it.
 */
export function besideGivenCity(line: Line): ParsedAddress {
  const { words, place, end, cityFrom } = line;
  const { city, state } = place;
  const to = beforeRepeatedCity(line, city.key, line.hasTail);
  if (to === end && cityFrom >= words.length) return readUpTo(line, to, city);
  const named = to < end ? cityOf(words, to, end, state) : cityOf(words, cityFrom, words.length, state);
  return readUpTo(line, to, city, { ...NO_DOUBTS, lineCity: named.key === city.key ? '' : named.key });
}

/** Reads a line where a comma or a unit shows that a city begins at `cityFrom`. */
export function beforeCity(line: Line): ParsedAddress {
  const { words, place, end, cityFrom } = line;
  const city = cityOf(words, cityFrom, words.length, place.state);
  const to = beforeRepeatedCity(line, city.key, false);
  // A comma parts `, LU JAMAICA NY` from the street, but nothing parts it from the city.
  const parted = isBreak(at(words, cityFrom)) && cityFrom === words.length - 1;
  // If the state or ZIP has a field of its own, the words after a comma may be anything.
  const doubts = {
    ...NO_DOUBTS,
    needsCity: (!line.hasTail && !line.alone) || mayBeUnit(words, cityFrom, words.length),
    lineCity: parted ? '' : city.key,
  };
  // `1 FIRST ST, E SAN JOSE` is East San Jose, or First St E or flat E in San Jose if a city confirms it.
  const isOpen =
    cityFrom === end &&
    at(words, end).is.direction !== '' &&
    words.length - end > 1 &&
    at(words, end - 1).is.strong;
  if (!isOpen) return readUpTo(line, to, city, doubts);
  const withoutDirection = cityOf(words, end + 1, words.length, place.state);
  const unconfirmed = { ...NO_DOUBTS, needsCity: true };
  const otherReadings = [readUpTo(line, end + 1, withoutDirection, unconfirmed)];
  const { text } = at(words, end);
  if (text.length === 1) {
    const flat = { ...line, units: [...line.units, { type: '', id: text }] };
    otherReadings.push(readUpTo(flat, end, withoutDirection, unconfirmed));
  }
  return readUpTo(line, to, city, { ...unconfirmed, otherReadings });
}

/** Reads a line with nothing between street and city: `430 WEBSTER ST PALO ALTO`. */
export function splitFromCity(line: Line): ParsedAddress {
  const { words, place, hasTail, from, end } = line;
  const { ends, ended } = splitStreetFromCity(words.slice(from, end), place.stateKey);
  // Without ZIP or state in the line only a suffix shows that a city follows.
  if (!hasTail && (!ended || line.number === undefined)) return readUpTo(line, end, NO_CITY);
  const [likeliest = end - from, ...others] = ends;
  // `4315 WEBSTER AVENUE LH`: no city name is that short.
  if (likeliest === end - from - 1 && at(words, end - 1).text.length < 3) return readUpTo(line, end, NO_CITY);
  const cityFollows = likeliest < end - from;
  // If the state or ZIP has a field of its own, the line may also be the street alone.
  const mayBeStreetAlone = cityFollows && !hasTail && !line.alone;
  const needsCity = mayBeStreetAlone || (cityFollows && (!ended || others.length > 0));
  const split = (length: number, otherReadings = NO_READINGS) => {
    const city = cityOf(words, from + length, end, place.state);
    const unconfirmed = needsCity || mayBeUnit(words, from + length, end);
    const lineCity = unconfirmed ? '' : city.key;
    return readUpTo(line, from + length, city, {
      ...NO_DOUBTS,
      needsCity: unconfirmed,
      otherReadings,
      lineCity,
    });
  };
  if (mayBeStreetAlone)
    return readUpTo(line, end, NO_CITY, { ...NO_DOUBTS, otherReadings: [split(likeliest)] });
  return split(likeliest, others.length === 0 ? NO_READINGS : others.map((other) => split(other)));
}

/**
 * True for words that may be a unit: `20 ELM ST UPPER 10001` and `20 ELM ST, BLK 2 10001` hardly lie in
 * cities of these names.
 */
function mayBeUnit(words: Words, from: number, to: number): boolean {
  const city = words.slice(from, to);
  if (city.length === 0) return false;
  return (
    city.some(({ is, digit }) => digit || is.plain || is.unit === 'FL') ||
    city.every(
      ({ text, is }) =>
        text.length < 3 || text === 'AND' || is.unit !== '' || is.ordinal > 0 || is.cardinal > 0,
    )
  );
}

/** The address if its street ends before the word `to`. */
function readUpTo(
  { words, place, number, numberAt, from, units, urbanization, unread }: Line,
  to: number,
  city: City,
  known = NO_DOUBTS,
): ParsedAddress {
  const street = readStreet(words.slice(from, to), place.stateKey);
  const all = street.bareUnit === '' ? units : [{ type: '', id: cleanId(street.bareUnit) }, ...units];
  const doubts =
    unread.length === 0
      ? known
      : {
          ...known,
          unread: withoutPlaces(unread, city, place.state, textOf(words, numberAt, words.length)),
        };
  if (city === place.city) return address(number, street, all, urbanization, place, doubts);
  const there = { ...place, city };
  // The meaning of a hyphen in the number may depend on the city.
  const numberThere = number && takeNumber(words, numberAt, there);
  return address(numberThere, street, all, urbanization, there, doubts);
}

/** `K` and `KK`, names of county roads and avenues. */
const ROAD_LETTERS = /^([A-Z])\1?$/;

/** End of the street, at `end` or before: in `105 CEDAR ST STONEFORT` with the city Stonefort the repeated name goes. */
function beforeRepeatedCity({ words, place, from, end }: Line, key: string, hasTail: boolean): number {
  for (let to = end - 1; to > from && to >= end - 4; to--) {
    const { text, is: facts } = at(words, to);
    if ((facts === NO_FACTS && text.charCodeAt(0) !== key.charCodeAt(0)) || cityKey(words, to, end) !== key)
      continue;
    const { is, digit, text: lastName } = at(words, to - 1);
    const isOver =
      digit || (to - 1 > from && (is.suffix !== '' || is.direction !== '' || ROAD_LETTERS.test(lastName)));
    return isOver || hasTail ? to : end;
  }
  if (!hasTail) return end;
  const { ends, ended } = splitStreetFromCity(words.slice(from, end), place.stateKey);
  const to = from + (ends[0] ?? 0);
  // `5 ELM RD B`: no city name is that short.
  const isShort = to === end - 1 && at(words, to).text.length < 3;
  return ended && ends.length === 1 && !isShort ? to : end;
}
