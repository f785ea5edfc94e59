/**
 * Two towns that share a ZIP may both have a `12 OAK ST`. If both are on file they are two properties, and
 * only the city tells them apart.
 */
import type { ParsedAddress } from '../types.js';
import { readingsOf } from './agreement.js';
import type { Candidate } from './decide.js';
import { isCitySlip } from './slip.js';

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
