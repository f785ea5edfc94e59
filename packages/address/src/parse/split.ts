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
  /** A suffix, a numbered road or a letter avenue stands before the city. */
  readonly ended: boolean;
}

const MAX_CITY_WORDS = 5;
const MAX_SPLITS = 6;

/** Ends of the street that begins at `from`, likeliest first; a single end at `to` when there is no city. */
export function splitStreetFromCity(
  tokens: readonly Token[],
  from: number,
  to: number,
  state: string,
): readonly Split[] {
  const predirectional =
    direction(tokens[from]) !== '' && tokens[from + 1]?.word?.suffix === undefined ? 1 : 0;
  const name = from + predirectional;
  const whole = [{ cityFrom: to, needsCity: false, ended: false }];
  if (to - name < 2) return whole;
  const certain = certainEnd(tokens, name, to, state);
  if (certain?.at === to) return whole;
  const ended = certain !== undefined;
  const ends =
    certain === undefined
      ? uncertainEnds(tokens, name, to)
      : withDirections(tokens, certain.at, to, predirectional > 0, certain.alternatives);
  const splits = ends.filter((cityFrom) => !hasDigit(tokens, cityFrom, to)).slice(0, MAX_SPLITS);
  const needsCity = !ended || splits.length > 1;
  return splits.length === 0 ? whole : splits.map((cityFrom) => ({ cityFrom, needsCity, ended }));
}

function hasDigit(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (/\d/.test(tokens[i]?.text ?? '')) return true;
  return false;
}

function direction(token: Token | undefined): string {
  return token?.word?.direction ?? '';
}

interface End {
  readonly at: number;
  /** Other ends as good as this one. */
  readonly alternatives: readonly number[];
}

/** After these a number is the road's: `COUNTRY ROAD 183`. */
const NUMBERED = new Set(['RD', 'HWY', 'LOOP']);

/** The end after a numbered road, a letter avenue or the last suffix of a row; `to` when nothing is left for a city. */
function certainEnd(tokens: readonly Token[], name: number, to: number, state: string): End | undefined {
  const road = roadAt(tokens, name, to, state);
  if (road !== undefined && tokens[road.next]?.word?.suffix?.strong !== true)
    return { at: road.next, alternatives: [] };
  const lettered = tokens[name]?.word?.suffix?.code === 'AVE' && tokens[name + 1]?.text.length === 1;
  if (lettered) return { at: name + 2, alternatives: [] };
  const ends: number[] = [];
  let saint = 0;
  for (let i = name + 1; i < to - 1 && saint === 0; i++) {
    const suffix = tokens[i]?.word?.suffix;
    if (suffix?.strong !== true || tokens[i]?.text === 'LA') continue;
    if (isSaint(tokens, i, to)) saint = i;
    else ends.push(NUMBERED.has(suffix.code) && isDigits(tokens[i + 1]?.text ?? '') ? i + 2 : i + 1);
  }
  let at = ends[0];
  if (at === undefined) {
    // `MARSIELLE ST LOUIS` may be Marsielle in St Louis or Marsielle Street in Louis.
    if (saint > 0) return { at: saint, alternatives: [saint + 1] };
    return tokens[to - 1]?.word?.suffix?.strong === true ? { at: to, alternatives: [] } : undefined;
  }
  // `AVON ST EXT`, `PARK CIRCLE EAST RD`: the last suffix of a row ends the street.
  for (const end of ends) if (end > at && end - at <= 2) at = end;
  if (at === to - 1 && tokens[at]?.word?.suffix?.code === 'EXT') return { at: to, alternatives: [] };
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
): readonly number[] {
  const dir = direction(tokens[at]);
  if (dir === '') return [at, ...alternatives];
  const next = tokens[at + 1];
  const isPair =
    (dir === 'N' || dir === 'S') &&
    tokens[at]?.text.length === 1 &&
    next?.text.length === 1 &&
    'EW'.includes(next.text);
  const after = isPair ? at + 2 : at + 1;
  if (after >= to) return [to];
  const known = directedCities.get(dir)?.has(next?.text ?? '') === true;
  const opensCity = !isPair && dir.length === 1 && (tokens[at]?.before === ',' || hasPredirectional || known);
  if (opensCity) return [at, after, ...alternatives];
  return isPair ? [after, ...alternatives] : [after, at, ...alternatives];
}

/** No strong suffix: any end is possible. */
function uncertainEnds(tokens: readonly Token[], name: number, to: number): readonly number[] {
  const ends: number[] = [likelyEnd(tokens, name, to)];
  for (let end = to - 1; end > name && to - end <= MAX_CITY_WORDS; end--)
    if (!ends.includes(end)) ends.push(end);
  return ends;
}

function likelyEnd(tokens: readonly Token[], name: number, to: number): number {
  const first = tokens[name];
  // `W 1100`, `91ST`: a number is a whole name, perhaps with a direction after it.
  if (first !== undefined && (isDigits(first.text) || /^\d+(?:ST|ND|RD|TH)$/.test(first.text))) {
    const dir = direction(tokens[name + 1]);
    return dir !== '' && name + 2 < to && directedCities.get(dir)?.has(tokens[name + 2]?.text ?? '') !== true
      ? name + 2
      : name + 1;
  }
  // A weak suffix with room for a city after it: `SEQUOIA FALL / SAN ANTONIO`.
  for (let i = name + 1; i < to - 1; i++) {
    if (tokens[i]?.word?.suffix === undefined || (cityOpeners.has(tokens[i]?.text ?? '') && i > name + 1))
      continue;
    let end = i + 1;
    while (
      end < to - 1 &&
      tokens[end]?.word?.suffix !== undefined &&
      !cityOpeners.has(tokens[end]?.text ?? '')
    )
      end++;
    return end;
  }
  let end = to - 1;
  // `OAK / PARK`, `SAINT / LOUIS`, `NEW / YORK`: the city has two words.
  if (end - 1 > name && (CITY_ENDS.has(tokens[end]?.text ?? '') || tokens[end]?.word?.suffix !== undefined))
    end--;
  while (end - 1 > name && to - end < 3 && cityOpeners.has(tokens[end - 1]?.text ?? '')) end--;
  return end;
}

const CITY_ENDS = new Set([
  'CITY',
  'BEACH',
  'BH',
  'PARK',
  'PK',
  'TOWNSHIP',
  'TWP',
  'VALLEY',
  'WD',
  'RIDGE',
  'TOWN',
  'VILLAGE',
]);
