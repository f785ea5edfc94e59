/**
 * Numbered roads under all their names: `CO RD 9`, `ST RT 9`, `PA-51`, `US-20`, `I-70`, `FM 471`, `HWY 9`.
 *
 * Each gets one standard name (Publication 28, Appendix F "Highway Designations") and a key of class and number. Class
 * and number must agree; only a bare highway is compatible with a state or US road (match/agreement.ts).
 */
import { roadLetters, states } from '../data/states.js';
import { at, type Words } from '../words.js';
import { stripZeros } from './number.js';

const NAMES = {
  CR: 'COUNTY ROAD',
  SR: 'STATE ROUTE',
  US: 'US HIGHWAY',
  I: 'INTERSTATE',
  FM: 'FM',
  RM: 'RANCH ROAD',
  TWP: 'TOWNSHIP ROAD',
  FS: 'FOREST ROAD',
  PARISH: 'PARISH ROAD',
  PVT: 'PRIVATE ROAD',
  HIGHWAY: 'HIGHWAY',
  ROUTE: 'ROUTE',
};
type RoadClass = keyof typeof NAMES;

export interface Road {
  readonly name: string;
  readonly key: string;
  /** Index of its first word, and of the first word after it. */
  readonly from: number;
  readonly next: number;
}

/** The class of bare highways and routes. */
export const BARE = 'HWY ';

const ROAD_KEY = new RegExp(`^(?:HWY|${Object.keys(NAMES).join('|')}) `);

/** Whether a street is compared as a numbered road. */
export function isRoadKey(streetKey: string): boolean {
  return ROAD_KEY.test(streetKey);
}

/** Classes by a single word with the number directly after it. */
const SHORT: ReadonlyMap<string, RoadClass> = classes(
  'CR CR,CRD CR,CTH CR,CSAH CR,SR SR,SH SR,STH SR,SRT SR,US US,I I,IH I,INTERSTATE I,FM FM,RM RM,TR TWP,TSR TWP,FS FS,FSR FS',
);
/** Classes by a first word that needs `ROAD`, `ROUTE` or `HIGHWAY` after it. */
const LONG: ReadonlyMap<string, RoadClass> = classes(
  'COUNTY CR,CO CR,CTY CR,CNTY CR,STATE SR,ST SR,TOWNSHIP TWP,TWP TWP,FOREST FS,PARISH PARISH,PRIVATE PVT,PVT PVT',
);
/** Words of LONG with the number directly after them, too: `COUNTY 43`. */
const ALONE = /^(?:COUNTY|STATE)$/;

function classes(table: string): ReadonlyMap<string, RoadClass> {
  return new Map(table.split(',').map((row) => row.split(' ') as [string, RoadClass]));
}

/** `SR9`, `US-20`, `PA-51`, `INTERSTATE-70`. */
const GLUED = /^([A-Z]{1,10})-?(\d{1,5}[A-Z]?)$/;
/** `9`, `9A`, `9-A`. */
const ID = /^\d{1,5}(?:-?[A-Z])?$/;
/** Two roads in one, `US 15-501`. */
const TWO_IDS = /^\d{1,3}[-/]\d{1,3}$/;
/** `B-2`, `A1A`. */
const LETTERED_ID = /^[A-Z]-?\d{1,3}[A-Z]?$/;
const LETTERED_CLASS = /^(?:CR|SR|HIGHWAY|ROUTE)$/;
/** Letters of a county's or Missouri's roads: `K`, `ZZZ`. */
const LETTERS = /^(?:([A-Z])\1{0,2}|[A-Z]{2})$/;

/** The road with a designation that begins at `i`, for an address in `state`. */
export function roadAt(words: Words, i: number, state: string): Road | undefined {
  const { text, is, digit, number } = at(words, i);
  if (digit) {
    if (number) return undefined;
    const [, prefix = '', id = ''] = GLUED.exec(text) ?? [];
    const found = shortClass(prefix, state) ?? bareClass(prefix);
    return found === undefined ? undefined : road(found, id, i, i + 1);
  }
  if (is.suffix === 'AVE') return letteredAvenue(words, i, state);
  if (!is.road) return undefined;
  const [found, next] = classAt(words, i, state);
  if (found === undefined) return undefined;
  const marked = at(words, next).is.mark && at(words, next + 1).digit ? next + 1 : next;
  const id = at(words, marked);
  if (id.before === ',') return undefined;
  const [after, direction] = [at(words, marked + 1), at(words, marked + 2).is.direction];
  // `US 15 501 N`: without the direction, `501` may be a unit.
  if (id.number && after.number && after.before === '' && direction !== '')
    return road(found, id.text + '-' + after.text, i, marked + 2);
  if (id.digit && !id.number && TWO_IDS.test(id.text))
    return road(found, id.text.replace('/', '-'), i, marked + 1);
  if (ID.test(id.text) || (LETTERED_ID.test(id.text) && LETTERED_CLASS.test(found)))
    return road(found, id.text.replace('-', ''), i, marked + 1);
  const spelled = found === 'CR' || (next > i + 1 && (found === 'SR' || found === 'TWP'));
  return spelled && LETTERS.test(id.text) && id.is.suffix === ''
    ? road(found, id.text, i, marked + 1)
    : undefined;
}

/**
 * `AVENUE K 6`, `AVENUE K-6`, `AVENUE K6`: the number or letter behind a lettered avenue is part of it. `WEST AVE K6` is a unit, but in
 * California, which has such avenues.
 */
function letteredAvenue(words: Words, i: number, state: string): Road | undefined {
  const before = at(words, i - 1);
  if (before.is.direction !== '' && before.text.length > 1 && state !== 'CA') return undefined;
  const [letter, id, after] = [at(words, i + 1), at(words, i + 2), at(words, i + 3)];
  if (letter.before !== '') return undefined;
  const isSpaced =
    LETTER.test(letter.text) &&
    id.before === '' &&
    ((id.number && id.text.length < 3) ||
      (LETTER.test(id.text) && id.is.direction === '' && (after.text === '' || after.before !== '')));
  if (!isSpaced && !LETTERED_NUMBER.test(letter.text)) return undefined;
  const name = isSpaced ? letter.text + ' ' + id.text : letter.text.replace('-', '');
  const key = 'AVENUE' + name.replace(' ', '');
  return { name: 'AVENUE ' + name, key, from: i, next: isSpaced ? i + 3 : i + 2 };
}

const LETTER = /^[A-Z]$/;
const LETTERED_NUMBER = /^[A-Z]-?\d{1,2}$/;

function shortClass(word: string, state: string): RoadClass | undefined {
  if (word === 'RR') return state === 'TX' ? 'RM' : undefined;
  if (word === 'PR') return state === 'LA' ? 'PARISH' : state === 'TX' ? 'PVT' : undefined;
  // `PA-51` and Michigan's `M-43` are the state's own roads; another state's letters mean something else.
  const isOwn = state !== '' && (states.get(word) === state || roadLetters.get(state) === word);
  return SHORT.get(word) ?? (isOwn ? 'SR' : undefined);
}

function bareClass(word: string): RoadClass | undefined {
  if (word === 'ROUTE' || word === 'RTE' || word === 'RT') return 'ROUTE';
  return word.startsWith('H') && HIGHWAY.test(word) ? 'HIGHWAY' : undefined;
}

const HIGHWAY = /^H(?:IGH|I)?G?WA?Y$/;

type FoundClass = readonly [found: RoadClass | undefined, next: number];
const NO_CLASS: FoundClass = [undefined, 0];

/** The class named at `i`, and the index of the word after its name. */
function classAt(words: Words, i: number, state: string): FoundClass {
  const { text } = at(words, i);
  const second = at(words, i + 1).text;
  const long = LONG.get(text);
  if (long !== undefined) {
    const trunk = second === 'TRUNK' || (long === 'FS' && second === 'SERVICE') ? i + 2 : i + 1;
    // Minnesota's `COUNTY STATE AID HIGHWAY 9`
    if (long === 'CR' && second === 'STATE' && at(words, i + 2).text === 'AID')
      return ['CR', pastRoad(words, i + 3)];
    if (isRoad(words, trunk)) return [long, trunk + 1];
    if ((long === 'CR' && trunk > i + 1) || (ALONE.test(text) && at(words, trunk).number))
      return [long, trunk];
    return NO_CLASS;
  }
  // `S R 9`, `C R 9`, `U S 20`, `F M 471`
  if (text.length === 1 && second.length === 1 && at(words, pastRoad(words, i + 2)).digit)
    return [SHORT.get(text + second), pastRoad(words, i + 2)];
  if (text === 'UNITED') return second === 'STATES' ? ['US', pastRoad(words, i + 2)] : NO_CLASS;
  if (text === 'FARM' || text === 'RANCH') {
    const found = text === 'FARM' ? 'FM' : 'RM';
    const market = second === 'TO' ? i + 2 : i + 1;
    if (at(words, market).text === 'MARKET') return [found, pastRoad(words, market + 1)];
    return (found === 'RM' || state === 'TX') && isRoad(words, i + 1) ? [found, i + 2] : NO_CLASS;
  }
  const bare = bareClass(text);
  // `HWY US 20`
  if (bare !== undefined) return second === 'US' ? ['US', i + 2] : [bare, i + 1];
  const short = shortClass(text, state);
  // `PA STATE ROUTE 51`
  const inner = short === 'SR' && states.has(text) ? classAt(words, i + 1, state) : NO_CLASS;
  return inner[0] === 'SR' ? inner : [short, pastRoad(words, i + 1)];
}

/** A word for a road of any class. */
function isRoad(words: Words, i: number): boolean {
  const { text, is } = at(words, i);
  return is.suffix === 'RD' || bareClass(text) !== undefined;
}

function pastRoad(words: Words, i: number): number {
  return isRoad(words, i) ? i + 1 : i;
}

/** A direction written onto the number is kept: `9W` is another road than `9`. */
function road(found: RoadClass, written: string, from: number, next: number): Road {
  const id = stripZeros(written) || '0';
  return {
    name: NAMES[found] + ' ' + id,
    key: (found === 'HIGHWAY' || found === 'ROUTE' ? BARE : found + ' ') + id,
    from,
    next,
  };
}
