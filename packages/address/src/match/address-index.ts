/**
 * Finds in memory every record that may agree with a lead: the records that share a loose key of `keysOf`
 * with it, without building keys.
 *
 * Where both sides have a ZIP it must agree, so the ZIP and the number are enough. Without a ZIP, the index
 * uses the state with the city or with the street.
 */
import { rangeEnds } from '../parse/number.js';
import type { ParsedAddress } from '../types.js';
import { whyNoProperty } from './agreement.js';
import type { Candidate } from './decide.js';
import { type StreetsOnFile, streetEntries } from './evidence.js';

type ByKey<T> = Map<string, Candidate<T>[]>;

export class AddressIndex<T> {
  readonly #byZip: ByKey<T> = new Map();
  /** By city and by street: all records, and only those without a ZIP. */
  readonly #byName: ByKey<T> = new Map();
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
