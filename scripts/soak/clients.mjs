// Lookups of simulated customers, with every answer recorded.
import { randomUUID } from 'node:crypto';

const MATCHES = [
  { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' },
  { address: '200 Sandbox Absentee Ave', city: 'Dayton', state: 'OH', zip: '45402' },
  { address: '400 Sandbox Nulls Ln', city: 'Boise', state: 'ID', zip: '83702' },
];
const MISS = { address: '404 Sandbox Miss Blvd', city: 'Reno', state: 'NV', zip: '89501' };
const MATCH_SHARE = 0.85;
const MAX_BULK = 20;
export const MATCH_CENTS = 4;

export const MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };

/**
 * Everything that was asked, and what came back. `answer` is null for a request that lost its answer.
 * @typedef {{ accountId: string, route: string, key: string | undefined,
 *   answer: { status: number, requestId: string | null, replayed: boolean, chargedCents: number, text: string } | null }} Asked
 */

/** An address that is found, more often than not; without `mayMatch` never. */
export const madeUpAddress = (random, mayMatch = true) =>
  mayMatch && random.chance(MATCH_SHARE) ? random.pick(MATCHES) : MISS;

/** A lookup, or a bulk, of an account. */
export function madeUpRequest(random, mayMatch) {
  const address = () => madeUpAddress(random, mayMatch);
  const key = randomUUID();
  // A bulk may exceed the daily cap by its own misses; singles meet it exactly.
  if (!mayMatch || random.chance(0.6)) return { key, body: address() };
  return { key, body: { addresses: Array.from({ length: random.whole(1, MAX_BULK) }, address) } };
}

/** The record of an answer. */
export function answerOf(status, header, text) {
  const { charged, totalCharged } = JSON.parse(text);
  return {
    status,
    requestId: header('x-request-id'),
    replayed: header('idempotency-replayed') === 'true',
    chargedCents: charged ?? totalCharged ?? 0,
    text,
  };
}

/** A file of the given number of rows, and the number of them that are found. */
export function madeUpLeads(random, rows) {
  const addresses = Array.from({ length: rows }, () => madeUpAddress(random));
  const lines = addresses.map(({ address, city, state, zip }) => `${address},${city},${state},${zip}\n`);
  const matches = addresses.filter((address) => address !== MISS).length;
  return { csv: `Address,City,State,Zip\n${lines.join('')}`, matches };
}
