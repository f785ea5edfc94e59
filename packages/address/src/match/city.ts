/** Two towns of one ZIP may both have a `12 OAK ST`: on file together they are two properties, which only the city tells apart. */
import type { ParsedAddress } from '../types.js';
import { readingsOf } from './agreement.js';
import type { Candidate } from './decide.js';
import { isCitySlip } from './slip.js';

/**
 * Of the records at one address those in the lead's city. All of them where they are in one city, however the lead calls it,
 * and undefined where they are in several and the lead names none of these: it may mean any.
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
