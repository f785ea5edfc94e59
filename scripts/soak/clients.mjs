// Lookups of simulated customers, with every answer recorded: singles and bulks, with and without Idempotency-Key.
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
 * @typedef {{ accountId: string, apiKey: string, route: string,
 *   body: { addresses?: { address: string }[], address?: string }, key: string | null,
 *   answer: { status: number, requestId: string | null, replayed: boolean, chargedCents: number, text: string } | null }} Asked
 */

/** @returns {Asked} what is about to be asked; its answer is noted when it comes */
export const unanswered = (request) => ({ ...request, answer: null });

/** An address that is found, more often than not; without `mayMatch` never. */
export const madeUpAddress = (random, mayMatch = true) =>
  mayMatch && random.chance(MATCH_SHARE) ? random.pick(MATCHES) : MISS;

/** A lookup, or a bulk, of an account; `keyedShare` of them with an Idempotency-Key. */
export function madeUpRequest({ accountId, apiKey }, random, { keyedShare = 0.5, mayMatch = true } = {}) {
  const address = () => madeUpAddress(random, mayMatch);
  const sender = { accountId, apiKey, key: random.chance(keyedShare) ? randomUUID() : null };
  // A bulk may exceed the daily cap by its own misses; singles meet it exactly.
  if (!mayMatch || random.chance(0.6)) return { ...sender, route: '/api/v1/skip-trace', body: address() };
  const addresses = Array.from({ length: random.whole(1, MAX_BULK) }, address);
  return { ...sender, route: '/api/v1/skip-trace-bulk', body: { addresses } };
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

/** Sends a lookup once; null when no whole answer arrives. */
export async function ask(url, { apiKey, route, body, key }) {
  try {
    const response = await fetch(url + route, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(key !== null && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    return answerOf(response.status, (name) => response.headers.get(name), await response.text());
  } catch {
    return null;
  }
}

/** A file of the given number of rows, and the number of them that are found. */
export function madeUpLeads(random, rows) {
  const addresses = Array.from({ length: rows }, () => madeUpAddress(random));
  const lines = addresses.map(({ address, city, state, zip }) => `${address},${city},${state},${zip}\n`);
  const matches = addresses.filter((address) => address !== MISS).length;
  return { csv: `Address,City,State,Zip\n${lines.join('')}`, matches };
}
