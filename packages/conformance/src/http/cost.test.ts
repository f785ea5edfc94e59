import { describe, expect, test } from 'vitest';
import { chargedCents, Wallet, worstCaseCents, type Outgoing, Skip } from './exchange.js';

const known = { payers: new Set(['pc_pays']), miss: '404 Nowhere Rd', jobs: new Map([['7', 12]]) };
const request = (json: unknown, key = 'pc_pays'): Outgoing => ({ method: 'POST', path: '/', key, json });
const single = (json: unknown, key?: string) => worstCaseCents('skipTraceSingle', request(json, key), known);

test('a lookup may cost 4 cents, unless nothing in it can match', () => {
  expect(single({ address: '1 Main St' })).toBe(4);
  expect(single({ address: '404 Nowhere Rd, Reno, NV' })).toBe(0);
  for (const body of [{}, { address: '' }, { address: 7 }, null, []]) expect(single(body)).toBe(0);
});

test('a request without a key that can pay costs nothing', () => {
  expect(single({ address: '1 Main St' }, 'pc_revoked')).toBe(0);
});

test('a bulk may cost 4 cents for every entry that can match', () => {
  const addresses = [{ address: '1 Main St' }, { address: '404 Nowhere Rd' }, { address: '2 Main St' }, 5];
  expect(worstCaseCents('skipTraceBulk', request({ addresses }), known)).toBe(8);
});

test('a body that the suite writes itself is examined too', () => {
  const raw = { method: 'POST', path: '/', key: 'pc_pays', body: '{"address":"1 Main St"}' };
  expect(worstCaseCents('skipTraceSingle', raw, known)).toBe(4);
  expect(worstCaseCents('skipTraceSingle', { ...raw, body: '{' }, known)).toBe(0);
});

test("a confirm may cost as much as the rows of its job's file can match", () => {
  const confirm = { method: 'POST', path: '/api/user/skip-trace/7/confirm', key: 'pc_pays' };
  expect(worstCaseCents('confirmSkipTraceJob', confirm, known)).toBe(12);
});

test('the charge is read from the answer; a server fault does not state it', () => {
  expect(chargedCents('skipTraceSingle', 200, { charged: 4 })).toBe(4);
  expect(chargedCents('skipTraceBulk', 200, { totalCharged: 8 })).toBe(8);
  expect(chargedCents('confirmSkipTraceJob', 200, { totalChargeCents: 12 })).toBe(12);
  expect(chargedCents('skipTraceSingle', 200, { found: false })).toBe(0);
  expect(chargedCents('skipTraceSingle', 402, { error: 'no' })).toBe(0);
  expect(chargedCents('skipTraceSingle', 500, { error: 'no' })).toBeNull();
});

test('reading a job charges nothing, although it states the total of its confirm', () => {
  expect(chargedCents('getSkipTraceJob', 200, { totalChargeCents: 12 })).toBe(0);
  expect(chargedCents(undefined, 404, undefined)).toBe(0);
});

describe('the wallet', () => {
  test('refuses a request that could exceed the budget', () => {
    const wallet = new Wallet(10);
    wallet.reserve(4);
    wallet.reserve(4);
    expect(() => wallet.reserve(4)).toThrow(Skip);
    expect(wallet.spentCents).toBe(8);
  });

  test('returns uncharged amounts, once', () => {
    const wallet = new Wallet(400);
    const settle = wallet.reserve(400);
    settle(8);
    settle(0);
    expect(wallet.spentCents).toBe(8);
  });

  test('continues after a server charged more than allowed: no further paid request is sent', () => {
    const wallet = new Wallet(4);
    wallet.reserve(0)(8);
    expect(wallet.spentCents).toBe(8);
    expect(() => wallet.require(1)).toThrow('only $0.00 is left');
    expect(() => wallet.require(0)).toThrow(Skip);
  });
});
