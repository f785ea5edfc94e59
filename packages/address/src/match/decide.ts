/**
 * The one procedure that decides a match, run over candidates found by key, in memory or in a database.
 *
 * Candidates that agree in every part beat equivalent ones, and equivalent ones beat merely compatible ones.
 * If the best belong to two properties the address is ambiguous: a miss, never a guess. A match that is less
 * than exact also needs that no street on file contradicts it (evidence.ts). The order of the candidates
 * never matters.
 */
import type { ParsedAddress } from '../types.js';
import { agreement, whyNoProperty, isElsewhere, isInitial, mayBeShortFor } from './agreement.js';
import {
  rivalOf,
  rivalTown,
  streetQuestions,
  townQuestions,
  type Rival,
  type StreetsOnFile,
} from './evidence.js';
import { better, type Agreement, type Difference, type Grade } from './grades.js';
import { isCut, isTooMuch } from './street.js';

export interface Candidate<T> {
  readonly address: ParsedAddress;
  readonly record: T;
}

/**
 * Reason for a miss: `ambiguous`, `no_candidates` (no such number there), the part in which the nearest candidate differs,
 * a rival among the streets on file, or `street_unasked`, where the streets on file were not given.
 */
export type MissReason = 'ambiguous' | 'no_candidates' | 'street_unasked' | Rival['reason'] | Difference;

export type Outcome<T> =
  | {
      readonly matched: true;
      /** Every candidate at the one property (co-owners), in the order given. */
      readonly records: readonly T[];
      /** `exact` is final; with another grade a candidate under a key not asked for yet may still change the outcome. */
      readonly grade: Grade;
    }
  | {
      readonly matched: false;
      readonly reason: MissReason;
      /** With `street_unasked`: keys of the streets that decide. */
      readonly questions?: readonly string[];
      readonly rival?: Rival;
    };

/**
 * @param streets what the directory noted (`streetEntries`) under the keys of `questions`; without them a lead that differs from
 * its record in a direction, a suffix, a letter or the name of the city is a miss, `street_unasked`
 */
export function decide<T>(
  lead: ParsedAddress,
  candidates: readonly Candidate<T>[],
  streets?: StreetsOnFile,
): Outcome<T> {
  const refusal = whyNoMatch(lead);
  if (refusal !== undefined) return { matched: false, reason: refusal };

  let best: Agreement | undefined;
  let fitting: Candidate<T>[] = [];
  let isUnitMissing = false;
  let elsewhere: Rival | undefined;
  const others: ParsedAddress[] = [];
  const alike: ParsedAddress[] = [];
  // Cache by town, because a large building has thousands of records in one.
  const towns = new Map<ParsedAddress | string, Rival | undefined>();
  const townAgainst = (address: ParsedAddress, onFile: StreetsOnFile): Rival | undefined => {
    const { otherReadings, needsZip, zip5, cityKey } = address;
    const town = otherReadings.length > 0 || needsZip ? address : zip5 + cityKey;
    if (!towns.has(town)) towns.set(town, rivalTown(lead, address, onFile));
    return towns.get(town);
  };
  for (const candidate of candidates) {
    const found = agreement(lead, candidate.address);
    const rival =
      found.rank === 0 || streets === undefined ? undefined : townAgainst(candidate.address, streets);
    if (rival !== undefined) {
      elsewhere = rival;
      continue;
    }
    if (found.rank > 0) alike.push(candidate.address);
    if (found.difference === 'unit') others.push(candidate.address);
    isUnitMissing ||= found.difference === 'unit_missing';
    if (found.rank > 0 && found.rank === best?.rank) fitting.push(candidate);
    else if (best === undefined || found.rank > best.rank) {
      best = found;
      fitting = [candidate];
    } else best = better(best, found);
  }
  if (elsewhere !== undefined && best?.grade === undefined)
    return { matched: false, reason: elsewhere.reason, rival: elsewhere };
  if (best === undefined) return { matched: false, reason: 'no_candidates' };
  if (best.grade === undefined) return { matched: false, reason: best.difference ?? 'no_candidates' };
  const addresses = [...new Set(fitting.map(({ address }) => address))];
  if (!isOneProperty(addresses)) return { matched: false, reason: 'ambiguous' };
  // If the field cut off the lead's suffix (`BOULEV`), it may have cut off a unit, too.
  if (isUnitMissing && addresses.some((address) => isCut(lead, address)))
    return { matched: false, reason: 'ambiguous' };
  if (best.rank < 3 && addresses.some((address) => isElsewhere(lead, address, besides(address, candidates))))
    return { matched: false, reason: 'unit' };
  if (isInitial(lead) && others.some((other) => mayBeShortFor(lead, other)))
    return { matched: false, reason: 'ambiguous' };
  if (best.doubtful && addresses.some((address) => isTooMuch(lead, address)))
    return { matched: false, reason: 'street' };
  const doubt = doubtOf(lead, addresses, alike, streets, best.rank === 3);
  return doubt ?? { matched: true, records: fitting.map(({ record }) => record), grade: best.grade };
}

/** The reason against a match that is less than exact, or in a city of another name. */
function doubtOf(
  lead: ParsedAddress,
  fitting: readonly ParsedAddress[],
  alike: readonly ParsedAddress[],
  streets: StreetsOnFile | undefined,
  isExact: boolean,
): Outcome<never> | undefined {
  if (streets === undefined) {
    const questions = new Set<string>();
    for (const address of fitting) for (const key of townQuestions(lead, address)) questions.add(key);
    // If the best turn out to lie in another town, the others are next, and must not be taken without these answers.
    for (const address of questions.size > 0 ? new Set(alike) : isExact ? [] : fitting) {
      for (const key of townQuestions(lead, address)) questions.add(key);
      for (const key of streetQuestions(lead, address)) questions.add(key);
    }
    return questions.size === 0
      ? undefined
      : { matched: false, reason: 'street_unasked', questions: [...questions] };
  }
  if (isExact) return undefined;
  for (const address of fitting) {
    const rival = rivalOf(lead, address, streets);
    if (rival !== undefined) return { matched: false, reason: rival.reason, rival };
  }
  return undefined;
}

/** The addresses that differ from `address` in their unit alone. */
function besides(address: ParsedAddress, candidates: readonly Candidate<unknown>[]): () => ParsedAddress[] {
  return () =>
    candidates.flatMap((one) => (agreement(address, one.address).difference === 'unit' ? [one.address] : []));
}

/** The reason why a lead cannot match anything, whatever the directory holds. */
export function whyNoMatch(lead: ParsedAddress): Difference | undefined {
  const refusal = whyNoProperty(lead);
  if (refusal !== undefined) return refusal;
  return isPlaced(lead) || lead.otherReadings.some(isPlaced) ? undefined : 'no_place';
}

function isPlaced({ zip5, cityKey, stateKey }: ParsedAddress): boolean {
  return zip5 !== '' || (cityKey !== '' && stateKey !== '');
}

function isOneProperty(addresses: readonly ParsedAddress[]): boolean {
  for (let i = 1; i < addresses.length; i++) {
    for (let j = 0; j < i; j++) {
      const a = addresses[i];
      const b = addresses[j];
      if (a !== undefined && b !== undefined && agreement(a, b).rank < 3) return false;
    }
  }
  return true;
}
