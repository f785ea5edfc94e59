/** An index in memory over any records that hold an address. */
import { parseAddress } from '../parse/parse.js';
import type { AddressInput, ParsedAddress } from '../types.js';
import type { Grade } from './grades.js';
import { AddressIndex } from './address-index.js';
import { type Candidate, type MissReason, type Outcome, decide } from './decide.js';
import { type NameHint, type OwnerName, chooseOwner } from './owner.js';
import { readingsOf } from './agreement.js';
import { isCitySlip } from './street.js';

/** A record as `createMatcher` reads it; its other fields are returned unchanged. */
export interface AddressRecord extends AddressInput, OwnerName {}

export type MatchResult<T> =
  | {
      readonly matched: true;
      /** The owner the name hint chose, else the first. */
      readonly record: T;
      /** Everyone on record for the property. */
      readonly records: readonly T[];
      readonly how: Grade;
    }
  | { readonly matched: false; readonly reason: MissReason };

export interface Matcher<T> {
  /** The record at the address, or a miss with its reason. The result does not depend on the order of the records. */
  match(address: string | AddressInput | ParsedAddress, hint?: NameHint): MatchResult<T>;
  readonly size: number;
}

export function createMatcher<T extends AddressRecord>(records: Iterable<T>): Matcher<T> {
  const index = new AddressIndex<Candidate<T>>();
  let size = 0;
  for (const record of records) {
    const address = parseAddress(record);
    index.add({ address, record: { address, record } });
    size++;
  }

  return {
    size,
    match(input, hint) {
      const lead = toParsed(input);
      return withOwner(lead, decide(lead, index.near(lead), index.streets), hint);
    },
  };
}

function toParsed(input: string | AddressInput | ParsedAddress): ParsedAddress {
  return typeof input === 'object' && 'otherReadings' in input ? input : parseAddress(input);
}

function withOwner<T extends AddressRecord>(
  lead: ParsedAddress,
  outcome: Outcome<Candidate<T>>,
  hint: NameHint | undefined,
): MatchResult<T> {
  if (!outcome.matched) return outcome;
  const there = inOneCity(lead, outcome.records);
  if (there === undefined) return { matched: false, reason: 'ambiguous' };
  const { how } = outcome;
  const records = there.map((one) => one.record);
  const record = chooseOwner(records, hint);
  return record === undefined
    ? { matched: false, reason: 'no_candidates' }
    : { matched: true, record, records, how };
}

/**
 * Two towns that share a ZIP may both have a `12 OAK ST`. If both are on file they are two properties, and
 * only the city tells them apart.
 */

/**
 * The records at one address that are in the lead's city. If all are in one city, all of them, whatever city the lead names;
 * if they are in several and the lead names none of these, undefined: it may mean any of them.
 */
export function inOneCity<T>(
  lead: ParsedAddress,
  found: readonly Candidate<T>[],
): readonly Candidate<T>[] | undefined {
  if (found.length < 2 || areInOneCity(found)) return found;
  const cities = new Set(readingsOf(lead).map(({ cityKey }) => cityKey));
  const there = found.filter(({ address: { cityKey } }) => cityKey !== '' && cities.has(cityKey));
  return there.length > 0 && areInOneCity(there) ? there : undefined;
}

function areInOneCity(found: readonly Candidate<unknown>[]): boolean {
  const keys = [...new Set(found.map(({ address }) => address.cityKey))].filter((key) => key !== '');
  return keys.every((key) => keys.every((other) => key === other || isCitySlip(key, other)));
}
