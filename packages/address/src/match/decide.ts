/**
 * The one procedure that settles a match, run over candidates found by key, in memory or in a database.
 *
 * Candidates that agree in every part beat equivalent ones, those beat merely compatible ones. If the best belong to
 * two properties the address is ambiguous: a miss, never a guess. The order of the candidates never matters.
 */
import type { ParsedAddress } from '../types.js';
import { agreement, whyNoProperty } from './agreement.js';
import { type Agreement, type Difference, type Grade, better } from './grades.js';

export interface Candidate<T> {
  readonly address: ParsedAddress;
  readonly record: T;
}

/** Why nothing matched: `ambiguous`, `no_candidates` (no such number there), or the part the nearest candidate differs in. */
export type MissReason = 'ambiguous' | 'no_candidates' | Difference;

export type Outcome<T> =
  | {
      readonly matched: true;
      /** Every candidate at the one property (co-owners), in the order given. */
      readonly records: readonly T[];
      /** `exact` is final; with another grade a candidate under a key not asked for yet may still change the outcome. */
      readonly how: Grade;
    }
  | { readonly matched: false; readonly reason: MissReason };

export function decide<T>(lead: ParsedAddress, candidates: readonly Candidate<T>[]): Outcome<T> {
  const refusal = whyNoMatch(lead);
  if (refusal !== undefined) return { matched: false, reason: refusal };

  let best: Agreement | undefined;
  let fitting: Candidate<T>[] = [];
  let suffixDiffers = false;
  let directionDiffers = false;
  for (const candidate of candidates) {
    const found = agreement(lead, candidate.address);
    suffixDiffers ||= found.difference === 'suffix';
    directionDiffers ||= found.difference === 'directional';
    if (found.rank > 0 && found.rank === best?.rank) fitting.push(candidate);
    else if (best === undefined || found.rank > best.rank) {
      best = found;
      fitting = [candidate];
    } else best = better(best, found);
  }
  if (best === undefined) return { matched: false, reason: 'no_candidates' };
  if (best.grade === undefined) return { matched: false, reason: best.difference ?? 'no_candidates' };
  if (fitting.length > 1 && !isOneProperty(fitting)) return { matched: false, reason: 'ambiguous' };
  // `5 N FIR ST` is on record beside `5 FIR ST`: which of them the latter is, nobody knows, so `5 S FIR ST` is neither.
  const [winner] = fitting;
  const isDoubtful =
    best.rank === 1 &&
    winner !== undefined &&
    ((suffixDiffers && winner.address.suffix === '' && lead.suffix !== '') ||
      (directionDiffers && !hasDirection(winner.address) && hasDirection(lead)));
  if (isDoubtful) return { matched: false, reason: 'ambiguous' };
  return { matched: true, records: fitting.map(({ record }) => record), how: best.grade };
}

function hasDirection({ predirectional, postdirectional }: ParsedAddress): boolean {
  return predirectional !== '' || postdirectional !== '';
}

/** What keeps a lead from matching anything, whatever the directory holds. */
export function whyNoMatch(lead: ParsedAddress): Difference | undefined {
  const refusal = whyNoProperty(lead);
  if (refusal !== undefined) return refusal;
  return isPlaced(lead) || lead.otherReadings.some(isPlaced) ? undefined : 'no_place';
}

function isPlaced({ zip5, cityKey, stateKey }: ParsedAddress): boolean {
  return zip5 !== '' || (cityKey !== '' && stateKey !== '');
}

function isOneProperty<T>(candidates: readonly Candidate<T>[]): boolean {
  for (let i = 1; i < candidates.length; i++) {
    for (let j = 0; j < i; j++) {
      const a = candidates[i]?.address;
      const b = candidates[j]?.address;
      if (a !== undefined && b !== undefined && agreement(a, b).rank < 3) return false;
    }
  }
  return true;
}
