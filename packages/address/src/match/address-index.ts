/**
 * Finds in memory every record that may agree with a lead: what shares a loose key of `keysOf`, without building keys.
 *
 * Where both sides have a ZIP it must agree, so the ZIP and the number are enough; without one the city or the street
 * in its state lead there.
 */
import { rangeEnds } from '../parse/number.js';
import type { ParsedAddress } from '../types.js';
import { whyNoProperty } from './agreement.js';
import type { Candidate } from './decide.js';

type ByNumber<T> = Map<string, Candidate<T>[]>;
type ByPlace<T> = Map<string, ByNumber<T>>;

export class AddressIndex<T> {
  readonly #byZip: ByPlace<T> = new Map();
  /** By city and by street: all records, and only those without a ZIP. */
  readonly #byName: ByPlace<T> = new Map();
  readonly #byNameWithoutZip: ByPlace<T> = new Map();

  add(candidate: Candidate<T>): void {
    eachReading(candidate.address, (reading, number) => {
      if (reading.zip5 !== '') insert(this.#byZip, reading.zip5, number, candidate);
      for (const name of namesOf(reading)) {
        insert(this.#byName, name, number, candidate);
        if (reading.zip5 === '') insert(this.#byNameWithoutZip, name, number, candidate);
      }
    });
  }

  /** Each once. */
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
      take(this.#byZip.get(reading.zip5)?.get(number));
      const byName = reading.zip5 === '' ? this.#byName : this.#byNameWithoutZip;
      if (byName.size > 0) for (const name of namesOf(reading)) take(byName.get(name)?.get(number));
    });
    return all === undefined ? found : [...all];
  }
}

/** Every reading that may be a property, under each number it stands for. */
function eachReading(address: ParsedAddress, visit: (reading: ParsedAddress, number: string) => void): void {
  visitNumbers(address, visit);
  for (const reading of address.otherReadings) visitNumbers(reading, visit);
}

function visitNumbers(reading: ParsedAddress, visit: (reading: ParsedAddress, number: string) => void): void {
  if (whyNoProperty(reading) !== undefined) return;
  if (reading.numberForm === 'range') for (const end of rangeEnds(reading.number)) visit(reading, end);
  else visit(reading, reading.numberKey);
}

function namesOf({ stateKey, cityKey, streetKey }: ParsedAddress): readonly string[] {
  return stateKey === '' || cityKey === '' ? [] : [stateKey + ' ' + cityKey, stateKey + '/' + streetKey];
}

function insert<T>(index: ByPlace<T>, place: string, number: string, candidate: Candidate<T>): void {
  let byNumber = index.get(place);
  if (byNumber === undefined) index.set(place, (byNumber = new Map<string, Candidate<T>[]>()));
  const bucket = byNumber.get(number);
  if (bucket === undefined) byNumber.set(number, [candidate]);
  else if (bucket.at(-1) !== candidate) bucket.push(candidate);
}
