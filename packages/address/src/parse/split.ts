/**
 * Where the street ends and the city begins in a line without commas.
 *
 * A suffix or a direction never slides into the city. Where the words allow more than one end, each becomes a reading
 * that counts only against an address in that very city; the first is the likeliest.
 */
import { cityOpeners, directedCities, saintNames } from '../data/cities.js';
import type { Token } from '../tokens.js';
import { roadAt } from './roads.js';
import { isDigits } from './number.js';

export interface Split {
  /** Index of the first word of the city. */
  readonly cityFrom: number;
  /** Another end is possible, so the city must confirm this one. */
  readonly needsCity: boolean;
}

const MAX_CITY_WORDS = 5;
const MAX_SPLITS = 6;

/** Ends of the street that begins at `from`; at least one word is left for the city. */
export function splitStreetFromCity(tokens: readonly Token[], from: number, to: number, state: string): readonly Split[] {
  if (to - from < 2) return [{ cityFrom: to, needsCity: false }];
  const predirectional = direction(tokens[from]) !== '' && tokens[from + 1]?.word?.suffix === undefined ? 1 : 0;
  const name = from + predirectional;
  const certain = certainEnd(tokens, name, to, state);
  if (certain !== undefined) return withDirections(tokens, certain.at, to, predirectional > 0, certain.alternatives);
  return uncertain(tokens, name, to);
}

function direction(token: Token | undefined): string {
  return token?.word?.direction ?? '';
}

interface End {
  readonly at: number;
  /** Other ends as good as this one. */
  readonly alternatives: readonly number[];
}

/** The end after a numbered road, a letter avenue or the last suffix that leaves words for the city. */
function certainEnd(tokens: readonly Token[], name: number, to: number, state: string): End | undefined {
  const road = roadAt(tokens, name, to, state);
  if (road !== undefined && road.next < to && tokens[road.next]?.word?.suffix?.strong !== true) return { at: road.next, alternatives: [] };
  const lettered = tokens[name]?.word?.suffix?.code === 'AVE' && tokens[name + 1]?.text.length === 1;
  if (lettered && name + 2 < to) return { at: name + 2, alternatives: [] };
  const ends: number[] = [];
  let saint = 0;
  for (let i = name + 1; i < to - 1 && saint === 0; i++) {
    if (tokens[i]?.word?.suffix?.strong !== true) continue;
    if (isSaint(tokens, i, to)) saint = i;
    else ends.push(i + 1);
  }
  let at = ends[0];
  // `MARSIELLE ST LOUIS` may be Marsielle in St Louis or Marsielle Street in Louis.
  if (at === undefined) return saint === 0 ? undefined : { at: saint, alternatives: [saint + 1] };
  // `AVON ST EXT`, `PARK CIRCLE EAST RD`: the last suffix of a row ends the street.
  for (const end of ends) if (end > at && end - at <= 2) at = end;
  const settled = at;
  const later = ends.filter((end) => end > settled);
  return { at, alternatives: saint === at && saint + 1 < to ? [...later, saint + 1] : later };
}

function isSaint(tokens: readonly Token[], i: number, to: number): boolean {
  const text = tokens[i]?.text;
  return (text === 'ST' || text === 'STE') && i + 1 < to && saintNames.has(tokens[i + 1]?.text ?? '');
}

/** A direction after the end may close the street or open the city: both readings need the city. */
function withDirections(
  tokens: readonly Token[],
  at: number,
  to: number,
  hasPredirectional: boolean,
  alternatives: readonly number[],
): readonly Split[] {
  const dir = direction(tokens[at]);
  const ends = [at, ...alternatives];
  if (dir !== '' && at + 1 < to) {
    const pair = (dir === 'N' || dir === 'S') && tokens[at]?.text.length === 1 && tokens[at + 1]?.text.length === 1 && 'EW'.includes(direction(tokens[at + 1]) || '-');
    const after = pair && at + 2 < to ? at + 2 : at + 1;
    const comma = tokens[at]?.before === ',';
    const known = directedCities.get(dir)?.has(tokens[at + 1]?.text ?? '') === true;
    const opensCity = !pair && dir.length === 1 && (comma || hasPredirectional || known);
    if (opensCity) ends.splice(1, 0, after);
    else ends.splice(0, 1, after, ...(pair ? [] : [at]));
  } else if (dir !== '') {
    return [{ cityFrom: at + 1, needsCity: false }];
  }
  const needsCity = ends.length > 1;
  return ends.slice(0, MAX_SPLITS).map((cityFrom) => ({ cityFrom, needsCity }));
}

/** No strong suffix: any end is possible. */
function uncertain(tokens: readonly Token[], name: number, to: number): readonly Split[] {
  const ends: number[] = [likelyEnd(tokens, name, to)];
  for (let end = to - 1; end > name && to - end <= MAX_CITY_WORDS; end--) if (!ends.includes(end)) ends.push(end);
  return ends.slice(0, MAX_SPLITS).map((cityFrom) => ({ cityFrom, needsCity: true }));
}

function likelyEnd(tokens: readonly Token[], name: number, to: number): number {
  const first = tokens[name];
  // `W 1100`, `91ST`: a number is a whole name, perhaps with a direction after it.
  if (first !== undefined && (isDigits(first.text) || /^\d+(?:ST|ND|RD|TH)$/.test(first.text))) {
    const dir = direction(tokens[name + 1]);
    return dir !== '' && name + 2 < to && directedCities.get(dir)?.has(tokens[name + 2]?.text ?? '') !== true ? name + 2 : name + 1;
  }
  // A weak suffix with room for a city after it: `SEQUOIA FALL / SAN ANTONIO`.
  for (let i = name + 1; i < to - 1; i++) {
    if (tokens[i]?.word?.suffix === undefined || cityOpeners.has(tokens[i]?.text ?? '') && i > name + 1) continue;
    let end = i + 1;
    while (end < to - 1 && tokens[end]?.word?.suffix !== undefined && !cityOpeners.has(tokens[end]?.text ?? '')) end++;
    return end;
  }
  let end = to - 1;
  // `OAK / PARK`, `SAINT / LOUIS`, `NEW / YORK`: the city has two words.
  if (end - 1 > name && (CITY_ENDS.has(tokens[end]?.text ?? '') || tokens[end]?.word?.suffix !== undefined)) end--;
  while (end - 1 > name && to - end < 3 && cityOpeners.has(tokens[end - 1]?.text ?? '')) end--;
  return end;
}

const CITY_ENDS = new Set(['CITY', 'BEACH', 'BH', 'PARK', 'PK', 'TOWNSHIP', 'TWP', 'VALLEY', 'WD', 'RIDGE', 'TOWN', 'VILLAGE']);
