/**
 * Finds where the street ends and the city begins in a line without commas.
 *
 * A suffix or a direction never becomes part of the city. Where the words allow several ends, each becomes a
 * reading that counts only against an address in that very city; the first is the likeliest.
 */
import { cityOpeners, directedCities, saintNames } from '../data/cities.js';
import { type Words, at } from '../words.js';
import { roadAt } from './roads.js';
import { NUMBERED } from './street.js';

export interface Splits {
  /** Index of the first word of the city, likeliest first; the number of words if there is no city. */
  readonly ends: readonly number[];
  /**
   * True if a suffix, a numbered road or a letter avenue stands before the city; otherwise the city must confirm the end.
   */
  readonly ended: boolean;
}

const MAX_CITY_WORDS = 5;
const MAX_ENDS = 6;

/** Splits words that hold a street and perhaps a city. */
export function splitStreetFromCity(words: Words, state: string): Splits {
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
  if (first === undefined)
    return saint > 0 ? [saint, saint + 1] : at(words, length - 1).is.strong ? [length] : undefined;
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
