/**
 * US addresses: parse, standardize, compare, match.
 *
 * A wrong match hands out a stranger's data and a miss costs nothing, so every doubt is decided against a
 * match.
 */
import { agreement, readingsOf } from './match/agreement.js';
import type { Difference, Grade } from './match/grades.js';
import { exactKey, keysOf, nearKeysOf, numbersOf, type MatchKey } from './match/keys.js';
import { parseAddress, parsed, type Address } from './parse/parse.js';
import { standardForm, type StandardAddress } from './standardize.js';

export type { AddressInput, AddressKind, NumberForm, ParsedAddress } from './types.js';
export { type StandardAddress, standardForm, unitOf } from './standardize.js';
export type { Difference, Grade } from './match/grades.js';
export { type Candidate, type MissReason, type Outcome, decide } from './match/decide.js';
export type { MatchKey } from './match/keys.js';
export {
  type AddressRecord,
  type Matcher,
  type MatchResult,
  inOneCity,
  createMatcher,
} from './match/matcher.js';
export { type NameHint, type OwnerName, chooseOwner } from './match/owner.js';
export { withoutApostrophes } from './words.js';
export { repairedText } from './repair.js';
export { parseAddress, type Address } from './parse/parse.js';
export { streetEntries, type Rival, type StreetEntry, type StreetsOnFile } from './match/evidence.js';
export { isInitial } from './match/agreement.js';
export { pack, unpack } from './pack.js';
export {
  describeReason,
  explain,
  explanation,
  explanationLines,
  type ComparedAddress,
  type Explanation,
} from './explain.js';

/** Number of times a standard line is read again. A line that still changes then is left as it is. */
const MAX_ROUNDS = 5;

/**
 * The address as USPS Publication 28 writes it. The line is read again until it no longer changes, five times at
 * most, so standardizing an address twice changes nothing, but for a few lines of unusual words.
 */
export function standardize(address: Address): StandardAddress {
  let form = standardForm(parsed(address));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { line, city, state, zip } = form;
    const next = standardForm(parseAddress({ address: line, city, state, zip }));
    if (next.line === line && next.city === city && next.state === state && next.zip === zip) break;
    form = next;
  }
  return form;
}

/**
 * The keys an address is stored under and looked up by, most exact first. Records are stored under all their keys. A lead
 * asks for its exact keys, and for the others if `decide` finds no `exact` match among those records.
 */
export function matchKeys(address: Address): readonly MatchKey[] {
  return keysOf(parsed(address));
}

/**
 * Keys to find the stored addresses that an address has to be compared with. A stored (`kept`) and a looked-up (`asked`) address share
 * one whenever `compare` says `same` or `compatible`.
 */
export function nearKeys(address: Address, as: 'kept' | 'asked'): readonly string[] {
  return nearKeysOf(parsed(address), as === 'kept');
}

/** All house numbers that an address may have: of each reading, and both ends of a range. */
export function houseNumbers(address: Address): readonly string[] {
  return [...new Set(readingsOf(parsed(address)).flatMap((reading) => numbersOf(reading)))];
}

/** One string per property: records with the same key are at the same property. Empty unless the address has a number, a street and a place. */
export function propertyKey(address: Address): string {
  const a = parsed(address);
  return a.kind === 'street' && a.numberKey !== '' && a.streetKey !== '' ? exactKey(a) : '';
}

export interface Comparison {
  /** `compatible`: they may be the same, but only a directory can tell (`createMatcher`). */
  readonly verdict: 'same' | 'compatible' | 'different' | 'undecided';
  /** The grade of agreement, or the part that differs or is missing. */
  readonly reason: Grade | Difference;
}

/** Differences that come from a missing part: the two addresses may still be the same. */
const UNDECIDED: ReadonlySet<Difference> = new Set<Difference>([
  'not_an_address',
  'not_a_property',
  'no_number',
  'no_house',
  'no_street',
  'no_place',
  'city_unconfirmed',
  'unit_missing',
]);

/** Whether two addresses are the same property. Symmetric; `same` only if every part of one is in the other. */
export function compare(a: Address, b: Address): Comparison {
  const { grade, difference = 'not_an_address' } = agreement(parsed(a), parsed(b));
  if (grade !== undefined) return { verdict: grade === 'compatible' ? 'compatible' : 'same', reason: grade };
  return { verdict: UNDECIDED.has(difference) ? 'undecided' : 'different', reason: difference };
}

/**
 * Words of the line that was asked for which the property's address doesn't have, as they were typed: for a person to
 * check. Empty if the line only omits or abbreviates parts of it.
 */
export function wordsBesides(line: string, property: string): readonly string[] {
  const asked = standardize(line);
  // Only the city of one property may differ: its ZIP decides.
  const words = wordsOf(compare(line, property).reason === 'exact' ? asked.city : asked.text);
  const known = new Set([...wordsOf(standardize(property).text), ...wordsOf(property)]);
  const typed = line.match(WORD) ?? [];
  return words
    .filter((word) => !known.has(word))
    .map((word) => typed.find((one) => one.toUpperCase() === word) ?? word);
}

const WORD = /[^\s,]+/g;
const wordsOf = (text: string): string[] => text.toUpperCase().match(WORD) ?? [];
