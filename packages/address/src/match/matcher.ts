/** An index in memory over any records that hold an address. */
import { rangeEnds } from '../parse/number.js';
import { parseAddress, parsed, type Address } from '../parse/parse.js';
import type { AddressInput, ParsedAddress } from '../types.js';
import { readingsOf, whyNoProperty } from './agreement.js';
import { decide, type Candidate, type MissReason, type Outcome } from './decide.js';
import { streetEntries, type StreetsOnFile } from './evidence.js';
import type { Grade } from './grades.js';
import { chooseOwner, type NameHint, type OwnerName } from './owner.js';
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
      readonly grade: Grade;
    }
  | { readonly matched: false; readonly reason: MissReason };

export interface Matcher<T> {
  /** The record at the address, or a miss with its reason. The result does not depend on the order of the records. */
  match(address: Address, hint?: NameHint): MatchResult<T>;
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
      const lead = parsed(input);
      return withOwner(lead, decide(lead, index.near(lead), index.streets), hint);
    },
  };
}

function withOwner<T extends AddressRecord>(
  lead: ParsedAddress,
  outcome: Outcome<Candidate<T>>,
  hint: NameHint | undefined,
): MatchResult<T> {
  if (!outcome.matched) return outcome;
  const there = inOneCity(lead, outcome.records);
  if (there === undefined) return { matched: false, reason: 'ambiguous' };
  const { grade } = outcome;
  const records = there.map((one) => one.record);
  const record = chooseOwner(records, hint);
  return record === undefined
    ? { matched: false, reason: 'no_candidates' }
    : { matched: true, record, records, grade };
}

/**
 * The records at one address that are in the lead's city: two towns that share a ZIP may both have a `12 OAK ST`. If all are in one city, all of them, whatever city the lead names;
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

type ByKey<T> = Map<string, Candidate<T>[]>;

/**
 * Finds in memory every record that may agree with a lead: the records that share a loose key of `keysOf`
 * with it, without building keys.
 *
 * Where both sides have a ZIP it must agree, so the ZIP and the number are enough. Without a ZIP, the index
 * uses the state with the city or with the street.
 */
class AddressIndex<T> {
  readonly #byZip: ByKey<T> = new Map();
  /** All records, by city and by street. */
  readonly #byName: ByKey<T> = new Map();
  /** Records without a ZIP, by city and by street. */
  readonly #byNameWithoutZip: ByKey<T> = new Map();

  readonly #streets = new Map<string, string[]>();

  add(candidate: Candidate<T>): void {
    for (const { key, street } of streetEntries(candidate.address)) {
      const known = this.#streets.get(key);
      if (known === undefined) this.#streets.set(key, [street]);
      else if (!known.includes(street)) known.push(street);
    }
    eachReading(candidate.address, (reading, number) => {
      const { zip5 } = reading;
      if (zip5 !== '') insert(this.#byZip, zip5 + number, candidate);
      for (const key of keysByName(reading, number)) {
        insert(this.#byName, key, candidate);
        if (zip5 === '') insert(this.#byNameWithoutZip, key, candidate);
      }
    });
  }

  get streets(): StreetsOnFile {
    return this.#streets;
  }

  /** The candidates, each once. */
  near(lead: ParsedAddress): readonly Candidate<T>[] {
    let found: readonly Candidate<T>[] = [];
    let all: Set<Candidate<T>> | undefined;
    const take = (more: readonly Candidate<T>[] | undefined) => {
      if (more === undefined || more === found) return;
      if (found.length === 0) found = more;
      else {
        all ??= new Set(found);
        for (const candidate of more) all.add(candidate);
      }
    };
    eachReading(lead, (reading, number) => {
      if (reading.zip5 !== '') take(this.#byZip.get(reading.zip5 + number));
      const byName = reading.zip5 === '' ? this.#byName : this.#byNameWithoutZip;
      if (byName.size > 0) for (const key of keysByName(reading, number)) take(byName.get(key));
    });
    return all === undefined ? found : [...all];
  }
}

/** Visits every reading that may be a property, under each house number it stands for. */
function eachReading(address: ParsedAddress, visit: (reading: ParsedAddress, number: string) => void): void {
  visitNumbers(address, visit);
  for (const reading of address.otherReadings) visitNumbers(reading, visit);
}

function visitNumbers(reading: ParsedAddress, visit: (reading: ParsedAddress, number: string) => void): void {
  if (whyNoProperty(reading) !== undefined) return;
  if (reading.numberForm === 'range') for (const end of rangeEnds(reading.number)) visit(reading, end);
  else visit(reading, reading.numberKey);
}

function keysByName({ stateKey, cityKey, streetKey }: ParsedAddress, number: string): readonly string[] {
  if (stateKey === '' || cityKey === '') return [];
  return [stateKey + ' ' + cityKey + '/' + number, stateKey + '/' + number + ' ' + streetKey];
}

function insert<T>(index: ByKey<T>, key: string, candidate: Candidate<T>): void {
  const bucket = index.get(key);
  if (bucket === undefined) index.set(key, [candidate]);
  else if (bucket.at(-1) !== candidate) bucket.push(candidate);
}
