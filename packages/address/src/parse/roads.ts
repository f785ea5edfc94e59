/**
 * Numbered roads under all their names: `CO RD 9`, `ST RT 9`, `PA-51`, `US-20`, `I-70`, `FM 471`, `HWY 9`.
 *
 * Each gets one standard name (Publication 28, Appendix F "Highway Designations") and a key of class and number. Class
 * and number must agree; only a bare highway is compatible with a state or US road (match/street.ts).
 */
import { states } from '../data/states.js';
import { type Words, at } from '../words.js';
import { stripZeros } from './number.js';

const NAMES = {
  CR: 'COUNTY ROAD',
  SR: 'STATE ROUTE',
  US: 'US HIGHWAY',
  I: 'INTERSTATE',
  FM: 'FM',
  RM: 'RANCH ROAD',
  TWP: 'TOWNSHIP ROAD',
  HIGHWAY: 'HIGHWAY',
  ROUTE: 'ROUTE',
};
type RoadClass = keyof typeof NAMES;

export interface Road {
  readonly name: string;
  readonly key: string;
  /** A direction written onto the number: `60E`. */
  readonly direction: string;
  readonly next: number;
}

/** Bare highways and routes are one class. */
export const BARE = 'HWY ';

/** Class of a single word that the number follows. */
const SHORT: ReadonlyMap<string, RoadClass> = new Map([
  ['CR', 'CR'],
  ['CTH', 'CR'],
  ['SR', 'SR'],
  ['SH', 'SR'],
  ['STH', 'SR'],
  ['SRT', 'SR'],
  ['US', 'US'],
  ['I', 'I'],
  ['IH', 'I'],
  ['INTERSTATE', 'I'],
  ['FM', 'FM'],
  ['RM', 'RM'],
]);
/** Class of a first word that needs `ROAD`, `ROUTE` or `HIGHWAY` after it. */
const LONG: ReadonlyMap<string, RoadClass> = new Map([
  ['COUNTY', 'CR'],
  ['CO', 'CR'],
  ['CTY', 'CR'],
  ['CNTY', 'CR'],
  ['STATE', 'SR'],
  ['ST', 'SR'],
  ['TOWNSHIP', 'TWP'],
  ['TWP', 'TWP'],
]);

/** `SR9`, `US-20`, `PA-51`. */
const GLUED = /^([A-Z]{1,3})-?(\d{1,5}[A-Z]?)$/;
/** `9`, `9A`. */
const ID = /^\d{1,5}[A-Z]?$/;
/** Letters of a county's or Missouri's roads: `K`, `ZZZ`. */
const LETTERS = /^(?:([A-Z])\1{0,2}|[A-Z]{2})$/;

/** The road whose designation begins at `i`, for an address in `state`. */
export function roadAt(words: Words, i: number, state: string): Road | undefined {
  const { text, is, digit } = at(words, i);
  if (digit) {
    const [, prefix = '', id = ''] = GLUED.exec(text) ?? [];
    const found = shortClass(prefix, state) ?? bareClass(words, i, prefix);
    return found === undefined ? undefined : withId(words, found, id, i + 1);
  }
  if (!is.road) return undefined;
  const [found, next] = classAt(words, i, state);
  if (found === undefined) return undefined;
  const marked =
    /^(?:#|NO|NUMBER)$/.test(at(words, next).text) && at(words, next + 1).digit ? next + 1 : next;
  const id = at(words, marked);
  if (id.before === ',') return undefined;
  if (ID.test(id.text)) return withId(words, found, id.text, marked + 1);
  const spelled = found === 'CR' || (next > i + 1 && (found === 'SR' || found === 'TWP'));
  return spelled && LETTERS.test(id.text) && id.is.suffix === ''
    ? withId(words, found, id.text, marked + 1)
    : undefined;
}

function shortClass(word: string, state: string): RoadClass | undefined {
  if (word === 'RR') return state === 'TX' ? 'RM' : undefined;
  // `PA-51` is Pennsylvania's own state road; another state's letters mean something else.
  return SHORT.get(word) ?? (state !== '' && states.get(word) === state ? 'SR' : undefined);
}

function bareClass(words: Words, i: number, word = at(words, i).text): RoadClass | undefined {
  if (word === 'ROUTE' || word === 'RTE' || word === 'RT') return 'ROUTE';
  return /^H(?:IGH|I)?G?WA?Y$/.test(word) ? 'HIGHWAY' : undefined;
}

/** The class named at `i`, and the index of the word after its name. */
function classAt(words: Words, i: number, state: string): [RoadClass | undefined, number] {
  const { text } = at(words, i);
  const isRoad = (j: number) => at(words, j).is.suffix === 'RD' || bareClass(words, j) !== undefined;
  const past = (j: number) => (isRoad(j) ? j + 1 : j);
  const second = at(words, i + 1).text;
  const long = LONG.get(text);
  if (long !== undefined) {
    const trunk = second === 'TRUNK' ? i + 2 : i + 1;
    if (isRoad(trunk)) return [long, trunk + 1];
    return long === 'CR' && trunk > i + 1 ? [long, trunk] : [undefined, i];
  }
  if (text === 'U' || text === 'F') {
    const pair = SHORT.get(text + second);
    return [pair, past(i + 2)];
  }
  if (text === 'FARM' || text === 'RANCH') {
    const found = text === 'FARM' ? 'FM' : 'RM';
    const market = second === 'TO' ? i + 2 : i + 1;
    if (at(words, market).text === 'MARKET') return [found, past(market + 1)];
    return found === 'RM' && isRoad(i + 1) ? [found, i + 2] : [undefined, i];
  }
  const bare = bareClass(words, i);
  return bare === undefined ? [shortClass(text, state), past(i + 1)] : [bare, i + 1];
}

function withId(words: Words, found: RoadClass, written: string, next: number): Road {
  let id = stripZeros(written) || '0';
  let direction = '';
  const following = at(words, next);
  if (/\d[NSEW]$/.test(id) && (following.before === ',' || following.is.direction === '')) {
    direction = id.slice(-1);
    id = id.slice(0, -1);
  }
  const key = found === 'HIGHWAY' || found === 'ROUTE' ? BARE : found + ' ';
  return { name: NAMES[found] + ' ' + id, key: key + id, direction, next };
}
