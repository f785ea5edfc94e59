// Finds where the street of a line ends and its city begins.
import { NO_FACTS } from '../lexicon.js';
import type { ParsedAddress } from '../types.js';
import { at, isBreak, textOf, type Words } from '../words.js';
import { takeNumber, type HouseNumber } from './number.js';
import { NO_CITY, cityKey, cityOf, type City, type Place } from './place.js';
import { withoutPlaces } from './rest.js';
import { NO_DOUBTS, NO_READINGS, address } from './result.js';
import { roadAt } from './roads.js';
import { readStreet, NUMBERED } from './street.js';
import { cleanId, type UnitPart } from './unit.js';

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
  // `45 POLK ERIE` in Erie may be Polk Street or Polk Erie Street.
  const repeated = to === end ? startOfRepeated(line, city.key) : end;
  if (repeated < end) {
    const otherReadings = [readUpTo(line, repeated, city)];
    return readUpTo(line, end, city, { ...NO_DOUBTS, otherReadings });
  }
  if (to === end && cityFrom >= words.length) return readUpTo(line, to, city);
  const named = to < end ? cityOf(words, to, end, state) : cityOf(words, cityFrom, words.length, state);
  const needsZip = to < end && mayOpenCity(words, to, place, false);
  const lineCity = named.key === city.key ? '' : named.key;
  return readUpTo(line, to, city, { ...NO_DOUBTS, needsCity: needsZip, needsZip, lineCity });
}

/** Reads a line where a comma or a unit shows that a city begins at `cityFrom`. */
export function beforeCity(line: Line): ParsedAddress {
  const { words, place, cityFrom } = line;
  const city = cityOf(words, cityFrom, words.length, place.state);
  const to = beforeRepeatedCity(line, city.key, false);
  // A comma parts `, LU JAMAICA NY` from the street, but nothing parts it from the city.
  const parted = isBreak(at(words, cityFrom)) && cityFrom === words.length - 1;
  // If the state or ZIP has a field of its own, the words after a comma may be anything.
  const { is, text } = at(words, cityFrom);
  const doubts = {
    ...NO_DOUBTS,
    // `, N DOVER` may be flat N in Dover, too.
    needsCity:
      (!line.hasTail && !line.alone) ||
      (is.direction !== '' && text.length === 1) ||
      mayBeUnit(words, cityFrom, words.length),
    lineCity: parted ? '' : city.key,
  };
  return readUpTo(line, to, city, doubts);
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
    const needsZip =
      from + length < end && mayOpenCity(words, from + length, place, ends.includes(length - 1));
    const unconfirmed = needsCity || needsZip || mayBeUnit(words, from + length, end);
    const lineCity = unconfirmed ? '' : city.key;
    return readUpTo(line, from + length, city, {
      ...NO_DOUBTS,
      needsCity: unconfirmed,
      needsZip,
      otherReadings,
      lineCity,
    });
  };
  if (mayBeStreetAlone)
    return readUpTo(line, end, NO_CITY, {
      ...NO_DOUBTS,
      otherReadings: ends.map((length) => split(length)),
    });
  return split(likeliest, others.length === 0 ? NO_READINGS : others.map((other) => split(other)));
}

/**
 * True if the word before `end` may begin the city that follows there: a direction (`CEDAR ST EAST / LANSING`), or a word like the
 * one of `FERN PARK / FOREST`, if the street may also end before it. A direction after the number of a grid is part of
 * the street (`640 E 300 S`), and so is each in the District of Columbia, which has no other town.
 */
function mayOpenCity(words: Words, end: number, { stateKey }: Place, mayEndBefore: boolean): boolean {
  const { is, text } = at(words, end - 1);
  if (is.direction === '') return mayEndBefore && cityOpeners.has(text);
  return stateKey !== 'DC' && !(at(words, end - 2).number && at(words, end - 3).is.direction !== '');
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

/**
 * Index where the city's name, behind a name of the street, begins that ends at `end`; `end` if there is none. `45 LAKE ERIE` is on Lake
 * Erie.
 */
function startOfRepeated({ words, from, end }: Line, key: string): number {
  for (let to = end - 1; key !== '' && to > from && to >= end - 4; to--)
    if (isCity(words, to, end, key) && at(words, to).is.suffix === '')
      return cityOpeners.has(at(words, to - 1).text) ? end : to;
  return end;
}

/** End of the street, at `end` or before: in `105 CEDAR ST STONEFORT` with the city Stonefort the repeated name goes. */
function beforeRepeatedCity({ words, place, from, end }: Line, key: string, hasTail: boolean): number {
  for (let to = end - 1; to > from && to >= end - 4; to--) {
    if (!isCity(words, to, end, key)) continue;
    const { is, digit, text: lastName } = at(words, to - 1);
    const isOver =
      digit || (to - 1 > from && (is.suffix !== '' || is.direction !== '' || ROAD_LETTERS.test(lastName)));
    if (isOver || hasTail) return to;
  }
  if (!hasTail) return end;
  const { ends, ended } = splitStreetFromCity(words.slice(from, end), place.stateKey);
  const to = from + (ends[0] ?? 0);
  // `5 ELM RD B`: no city name is that short.
  const isShort = to === end - 1 && at(words, to).text.length < 3;
  return ended && ends.length === 1 && !isShort ? to : end;
}

/** Whether the words `from` up to `to` name the city with this key. */
function isCity(words: Words, from: number, to: number, key: string): boolean {
  const { text, is } = at(words, from);
  // Cheap check first: the first letters usually differ.
  if (is === NO_FACTS && text.charCodeAt(0) !== key.charCodeAt(0)) return false;
  return cityKey(words, from, to) === key;
}

interface Splits {
  /** Index of the first word of the city, likeliest first; the number of words if there is no city. */
  readonly ends: readonly number[];
  /**
   * True if a suffix, a numbered road or a letter avenue stands before the city; otherwise the city must confirm the end.
   */
  readonly ended: boolean;
}

const MAX_CITY_WORDS = 5;
const MAX_ENDS = 6;

/**
 * Finds where the street ends and the city begins in words without commas.
 *
 * A suffix or a direction never becomes part of the city. Where the words allow several ends, each becomes a
 * reading that counts only against an address in that very city; the first is the likeliest.
 */
function splitStreetFromCity(words: Words, state: string): Splits {
  const { length } = words;
  const whole = { ends: [length], ended: false };
  const directed =
    at(words, 0).is.direction !== '' &&
    (at(words, 1).is.suffix === '' || roadAt(words, 1, state) !== undefined);
  const name = directed ? 1 : 0;
  if (length - name < 2) return whole;
  const certain = certainEnds(words, name, state);
  if (certain?.[0] === length) return whole;
  const ends = (
    certain === undefined ? uncertainEnds(words, name) : withDirections(words, certain, name > 0)
  ).filter((end) => words.slice(end).every(({ digit }) => !digit));
  return ends.length === 0 ? whole : { ends: ends.slice(0, MAX_ENDS), ended: certain !== undefined };
}

/** Words after the number of a road: `US 264 ALT`. */
const QUALIFIERS = /^(?:ALT|ALTERNATE|BUS|BUSINESS|TRUCK)$/;

/** The end after a numbered road, a letter avenue or the last suffix of a row, then other ends that are just as likely. */
function certainEnds(words: Words, name: number, state: string): number[] | undefined {
  const { length } = words;
  const road = roadAt(words, name, state);
  if (road !== undefined) {
    let end = road.next;
    while (QUALIFIERS.test(at(words, end).text)) end++;
    const { text, is } = at(words, end);
    if (!is.strong) return [end];
    return text === 'ST' && saintNames.has(at(words, end + 1).text) ? [end, end + 1] : [end + 1];
  }
  if (at(words, name + 1).number && NUMBERED.test(at(words, name).is.suffix)) return [name + 2];
  // `E 300 S` is a whole street, unless the direction opens the city.
  if (name > 0 && at(words, name).number && at(words, name + 1).is.direction !== '')
    return [name + 2, name + 1];
  if (at(words, name).is.suffix === 'AVE' && at(words, name + 1).text.length === 1) return [name + 2];
  const ends: number[] = [];
  let saint = 0;
  for (let i = name + 1; i < length && saint === 0; i++) {
    const { is, text } = at(words, i);
    const next = at(words, i + 1);
    if (!is.strong || text === 'LA') continue;
    // The last word ends the street only in a row, `MAPLE LANE AVE`; cities are called `GRAND TERRACE`, too.
    if (i === length - 1 && ends.at(-1) !== i) continue;
    if (text === 'ST' && saintNames.has(next.text)) saint = i;
    else ends.push(NUMBERED.test(is.suffix) && next.number ? i + 2 : i + 1);
  }
  const [first] = ends;
  // `MARSIELLE ST LOUIS` may be Marsielle in St Louis or Marsielle Street in Louis.
  if (first === undefined && saint > 0) {
    const isDirected = saint - 1 > name && at(words, saint - 1).is.direction !== '';
    return isDirected ? [saint - 1, saint, saint + 1] : [saint, saint + 1];
  }
  if (first === undefined) return at(words, length - 1).is.strong ? [length] : undefined;
  // `AVON ST EXT`, `PARK CIRCLE EAST RD`: the last suffix of a row ends the street.
  let end = first;
  for (const later of ends) if (later > end && later - end <= 2) end = later;
  if (end === length - 1 && at(words, end).is.suffix === 'EXT') return [length];
  const later = ends.filter((other) => other > end);
  return saint === end ? [end, ...later, saint + 1] : [end, ...later];
}

/** A direction after the end may close the street or open the city: both readings need the city. */
function withDirections(
  words: Words,
  ends: readonly number[],
  hasPredirectional: boolean,
): readonly number[] {
  const [end = words.length, ...others] = ends;
  const { text, is, before } = at(words, end);
  const next = at(words, end + 1);
  if (is.direction === '') return ends;
  const isPair =
    text.length === 1 && 'NS'.includes(text) && next.text.length === 1 && 'EW'.includes(next.text);
  const after = isPair ? end + 2 : end + 1;
  if (after >= words.length) return [words.length];
  const opensCity =
    is.direction.length === 1 &&
    (before === ',' || hasPredirectional || directedCities.get(is.direction)?.has(next.text));
  if (isPair) return [after, ...others];
  return opensCity === true ? [end, after, ...others] : [after, end, ...others];
}

/** Without a strong suffix any end is possible. */
function uncertainEnds(words: Words, name: number): readonly number[] {
  const ends = [likelyEnd(words, name)];
  for (let end = words.length - 1; end > name && words.length - end <= MAX_CITY_WORDS; end--)
    if (!ends.includes(end)) ends.push(end);
  return ends;
}

const CITY_ENDS = /^(?:CITY|BEACH|BH|TOWN|TOWNSHIP|TWP|WD)$/;

function likelyEnd(words: Words, name: number): number {
  const last = words.length - 1;
  // `W 1100`, `91ST`: a number is a complete name, perhaps with a direction after it.
  if (at(words, name).digit) {
    const { direction } = at(words, name + 1).is;
    const closes =
      direction !== '' &&
      name + 1 < last &&
      directedCities.get(direction)?.has(at(words, name + 2).text) !== true;
    return closes ? name + 2 : name + 1;
  }
  // A weak suffix with room for a city after it: `SEQUOIA FALL / SAN ANTONIO`.
  const opens = (i: number) => cityOpeners.has(at(words, i).text);
  for (let i = name + 1; i < last; i++) {
    if (at(words, i).is.suffix === '' || (opens(i) && i > name + 1)) continue;
    let end = i + 1;
    while (end < last && at(words, end).is.suffix !== '' && !opens(end)) end++;
    return end;
  }
  // `OAK / PARK`, `SAINT / LOUIS`, `NEW / YORK`: the city has two words.
  let end = last;
  if (end - 1 > name && (CITY_ENDS.test(at(words, end).text) || at(words, end).is.suffix !== '')) end--;
  while (end - 1 > name && words.length - end < 3 && opens(end - 1)) end--;
  return end;
}

/** Short lists of words that tell where a city begins in a line without commas. They only choose the first reading. */

/** Names that follow `ST` when it means Saint in a city: `ST LOUIS`. */
const saintNames: ReadonlySet<string> = new Set(
  (
    'ALBANS ANN ANNE ANTHONY AUGUSTINE BERNARD CATHARINE CHARLES CLAIR CLAIRSVILLE CLOUD CROIX DAVID FRANCIS FRANCISVILLE GABRIEL ' +
    'GENEVIEVE GEORGE GERMAIN HELEN HELENA HELENS IGNACE JACOB JAMES JOE JOHN JOHNS JOHNSBURY JOSEPH LAWRENCE LEO LEONARD LOUIS ' +
    'LUCIE MARIE MARTIN MARTINVILLE MARY MARYS MATTHEWS MICHAEL MICHAELS PARIS PAUL PAULS PETER PETERS PETERSBURG REGIS ROBERT ROSE ' +
    'SIMONS STEPHEN STEPHENS THOMAS'
  ).split(' '),
);

/** First words of cities of several words: `SAN ANTONIO`. */
const cityOpeners: ReadonlySet<string> = new Set(
  (
    'SAN SANTA SAINT ST LOS LAS EL LA LE DES DE DEL FORT FT MT MOUNT NEW LAKE PORT PALM GRAND LITTLE BIG BATON CREVE CEDAR COLORADO ' +
    'CORAL COUNCIL DALY FLOWERY GARDEN GREEN HUNTINGTON IOWA KANSAS LAGUNA LITCHFIELD LONG MIAMI MYRTLE OAK OKLAHOMA PALO PANAMA PARK ' +
    'POMPANO POWDER ROCK ROCKY ROUND SALT SIGNAL SILVER SIOUX SPRING STATEN TEMPLE UNION VIRGINIA WEBSTER WHITE WINTER NORTH SOUTH ' +
    'EAST WEST N S E W'
  ).split(' '),
);

/** Second words of cities that begin with a direction: behind a suffix the direction opens the city. */
const directedCities: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    'N:ADAMS ANDOVER ARLINGTON AUGUSTA AURORA BEND BERGEN BRUNSWICK CANTON CHARLESTON CHESTERFIELD CHICAGO HAVEN HIGHLANDS HILLS ' +
    'HOLLYWOOD HUNTINGDON KINGSTOWN LAS LAUDERDALE LITTLE LITTE MIAMI MYRTLE OLMSTED PLATTE PORT PROVIDENCE SALT TONAWANDA VERNON|' +
    'S:AMBOY BELOIT BEND BOSTON BURLINGTON CHARLESTON EL ELGIN EUCLID GATE HADLEY HOLLAND HOUSTON JORDAN LAKE MIAMI MILWAUKEE ' +
    'OGDEN ORANGE PADRE PASADENA PLAINFIELD PORTLAND SALT SAN SIOUX WINDSOR YARMOUTH|' +
    'E:AURORA BRUNSWICK CHICAGO CLEVELAND ELMHURST FALMOUTH GRAND GREENBUSH GREENVILLE HAMPTON HANOVER HARTFORD HAVEN HAZEL ' +
    'HELENA ISLIP LANSING LIVERPOOL LONGMEADOW MEADOW MOLINE ORANGE PALO PEORIA POINT PROVIDENCE ROCHESTER RUTHERFORD WINDSOR|' +
    'W:ALLIS BABYLON BEND BLOOMFIELD BOUNTIFUL BRIDGEWATER CALDWELL CHESTER CHICAGO COLUMBIA COVINA DES FARGO HARTFORD HAVEN ' +
    'HEMPSTEAD HOLLYWOOD ISLIP JORDAN LAFAYETTE LINN LONG MELBOURNE MEMPHIS MIFFLIN MILFORD MONROE NEW NEWTON NYACK ORANGE PALM ' +
    'POINT ROXBURY SACRAMENTO SALEM SENECA SPRINGFIELD ST VALLEY WARWICK YARMOUTH'
  )
    .split('|')
    .map((row) => [row.slice(0, 1), new Set(row.slice(2).split(' '))]),
);
