/**
 * Numbered roads under all their names: `CO RD 9`, `ST RT 9`, `PA-51`, `US-20`, `I-70`, `FM 471`, `HWY 9`.
 *
 * Each gets one standard name (Publication 28, Appendix F "Highway Designations") and a key of class and number. Class
 * and number must agree; only a bare highway is compatible with a state or US road (match/street.ts).
 */
import { states } from '../data/states.js';
import type { Token } from '../tokens.js';
import { stripZeros } from './number.js';

export type RoadClass = 'CR' | 'SR' | 'US' | 'I' | 'FM' | 'RM' | 'TWP' | 'HWY';

export interface Road {
  readonly name: string;
  readonly key: string;
  /** A direction written onto the number: `60E`. */
  readonly direction: string;
  readonly next: number;
}

const HIGHWAY = new Set(['HIGHWAY', 'HWY', 'HIWAY', 'HGWY', 'HIWY', 'HIGHWY', 'HWAY']);
const ROUTE = new Set(['ROUTE', 'RTE', 'RT']);
const ROAD = new Set(['ROAD', 'RD']);
const NAMES: Readonly<Record<RoadClass, string>> = {
  CR: 'COUNTY ROAD',
  SR: 'STATE ROUTE',
  US: 'US HIGHWAY',
  I: 'INTERSTATE',
  FM: 'FM',
  RM: 'RANCH ROAD',
  TWP: 'TOWNSHIP ROAD',
  HWY: 'HIGHWAY',
};

/** The road whose designation begins at `at`, for an address in `state`. */
export function roadAt(tokens: readonly Token[], at: number, end: number, state: string): Road | undefined {
  const text = tokens[at]?.text ?? '';
  const glued = GLUED.exec(text);
  if (glued !== null) return gluedRoad(tokens, at, end, state, glued[1] ?? '', glued[2] ?? '');
  if (tokens[at]?.word?.road !== true) return undefined;
  const found = classAt(tokens, at, end, state);
  if (found === undefined) return undefined;
  const [roadClass, afterClass, display] = found;
  return finish(tokens, afterClass, end, roadClass, display);
}

/** `SR9`, `US-20`, `PA-51`. */
const GLUED = /^([A-Z]{1,3})-?(\d{1,5}[A-Z]?)$/;

function gluedRoad(
  tokens: readonly Token[],
  at: number,
  end: number,
  state: string,
  prefix: string,
  id: string,
): Road | undefined {
  const roadClass =
    shortClass(prefix, state) ?? (HIGHWAY.has(prefix) || ROUTE.has(prefix) ? 'HWY' : undefined);
  if (roadClass === undefined) return undefined;
  return withId(roadClass, ROUTE.has(prefix) ? 'ROUTE' : undefined, id, at + 1, tokens[at + 1], at + 1 < end);
}

/** Class named by one short word, which must be followed by the number. */
function shortClass(word: string, state: string): RoadClass | undefined {
  switch (word) {
    case 'CR':
    case 'CTH':
      return 'CR';
    case 'SR':
    case 'SH':
    case 'STH':
    case 'SRT':
      return 'SR';
    case 'US':
      return 'US';
    case 'I':
    case 'IH':
    case 'INTERSTATE':
      return 'I';
    case 'FM':
      return 'FM';
    case 'RM':
      return 'RM';
    case 'RR':
      return state === 'TX' ? 'RM' : undefined;
    default:
      // `PA-51` is Pennsylvania's own state road; another state's letters mean something else.
      return state !== '' && states.get(word) === state ? 'SR' : undefined;
  }
}

type Found = readonly [RoadClass, number, string | undefined];

function classAt(tokens: readonly Token[], at: number, end: number, state: string): Found | undefined {
  const word = (i: number) => (i < end ? (tokens[i]?.text ?? '') : '');
  const first = word(at);
  const second = word(at + 1);
  const kind = HIGHWAY.has(second) || ROUTE.has(second) || ROAD.has(second);
  switch (first) {
    case 'COUNTY':
    case 'CO':
    case 'CTY':
    case 'CNTY':
      if (second === 'TRUNK') return ['CR', at + (HIGHWAY.has(word(at + 2)) ? 3 : 2), undefined];
      return kind ? ['CR', at + 2, undefined] : undefined;
    case 'STATE':
    case 'ST':
      if (second === 'TRUNK' && HIGHWAY.has(word(at + 2))) return ['SR', at + 3, undefined];
      return kind ? ['SR', at + 2, undefined] : undefined;
    case 'TOWNSHIP':
    case 'TWP':
      return kind ? ['TWP', at + 2, undefined] : undefined;
    case 'US':
    case 'SR':
    case 'I':
    case 'INTERSTATE':
    case 'SH':
    case 'CR':
    case 'FM':
    case 'RM': {
      const roadClass = shortClass(first, state);
      return roadClass === undefined ? undefined : [roadClass, at + (kind ? 2 : 1), undefined];
    }
    case 'U':
      if (second !== 'S') return undefined;
      return ['US', at + (HIGHWAY.has(word(at + 2)) || ROUTE.has(word(at + 2)) ? 3 : 2), undefined];
    case 'F':
      return second === 'M' ? ['FM', at + (ROAD.has(word(at + 2)) ? 3 : 2), undefined] : undefined;
    case 'FARM': {
      const to = second === 'TO' ? at + 2 : at + 1;
      return word(to) === 'MARKET' ? ['FM', to + (ROAD.has(word(to + 1)) ? 2 : 1), undefined] : undefined;
    }
    case 'RANCH': {
      if (ROAD.has(second)) return ['RM', at + 2, undefined];
      const to = second === 'TO' ? at + 2 : at + 1;
      return word(to) === 'MARKET' ? ['RM', to + (ROAD.has(word(to + 1)) ? 2 : 1), undefined] : undefined;
    }
    default:
  }
  if (HIGHWAY.has(first)) return ['HWY', at + 1, 'HIGHWAY'];
  if (ROUTE.has(first)) return ['HWY', at + 1, 'ROUTE'];
  const own = shortClass(first, state);
  return own === undefined ? undefined : [own, at + (kind ? 2 : 1), undefined];
}

/** `9`, `9A`, letters of a county's or Missouri's roads: `K`, `ZZZ`. */
const ID = /^\d{1,5}[A-Z]?$/;
const LETTERS = /^([A-Z])\1{0,2}$|^[A-Z]{2}$/;

function finish(
  tokens: readonly Token[],
  at: number,
  end: number,
  roadClass: RoadClass,
  display: string | undefined,
): Road | undefined {
  let i = at;
  const marker = tokens[i]?.text;
  if (i + 1 < end && (marker === '#' || marker === 'NO' || marker === 'NUMBER')) i++;
  const token = i < end ? tokens[i] : undefined;
  if (token === undefined || token.before === ',') return undefined;
  if (ID.test(token.text)) return withId(roadClass, display, token.text, i + 1, tokens[i + 1], i + 1 < end);
  const lettered = roadClass === 'CR' || roadClass === 'SR' || roadClass === 'TWP';
  if (!lettered || !LETTERS.test(token.text) || token.word?.suffix !== undefined) return undefined;
  if (i - at === 0 && tokens[at - 1]?.word?.suffix === undefined && roadClass !== 'CR') return undefined;
  return withId(roadClass, display, token.text, i + 1, tokens[i + 1], i + 1 < end);
}

function withId(
  roadClass: RoadClass,
  display: string | undefined,
  written: string,
  next: number,
  following: Token | undefined,
  more: boolean,
): Road {
  let id = stripZeros(written);
  let direction = '';
  const last = id.slice(-1);
  const followed = more && following?.before !== ',' && (following?.word?.direction ?? '') !== '';
  if (id.length > 1 && 'NSEW'.includes(last) && ID.test(id) && !followed) {
    direction = last;
    id = id.slice(0, -1);
  }
  return { name: (display ?? NAMES[roadClass]) + ' ' + id, key: roadClass + ' ' + id, direction, next };
}
