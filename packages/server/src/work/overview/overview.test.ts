// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer } from '../../testing/server.js';

let server: Awaited<ReturnType<typeof temporaryServer>>;
beforeAll(async () => {
  server = await temporaryServer({
    env: {
      TERMS_URL: 'https://example.com/terms',
      TOPUP_URL: 'https://pay.example.com/add?account={accountId}&email={email}',
    },
  });
});
afterAll(() => server.close());

const read = async (key: string) => (await server.call('getAccount', { key })).json;
const lookUp = (key: string, json: object) => server.call('skipTraceSingle', { key, json });

describe('an account as its customer sees it', () => {
  it('has the contract’s prices and limits unless the operator set others', async () => {
    const { apiKey } = await server.createAccount(100);
    expect(await read(apiKey)).toMatchObject({
      name: 'Test',
      mode: 'live',
      balanceCents: 100,
      pricePerMatchCents: 4,
      dailyMisses: { limit: 250, used: 0, remaining: 250 },
      requestsPerMinute: { single: 500, bulk: 250, jobs: 3_000 },
      rowsPerJob: 250_000,
      termsUrl: 'https://example.com/terms',
    });
  });

  it('has a link to add money with the account’s own values, except for a test key', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    const page = `https://pay.example.com/add?account=${accountId}`;
    expect((await read(apiKey))['topUpUrl']).toBe(`${page}&email=`);
    await server.service.accounts.change(accountId, { email: 'a+b&c@example.com' });
    expect((await read(apiKey))['topUpUrl']).toBe(`${page}&email=a%2Bb%26c%40example.com`);
    const test = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, accountId, { mode: 'test' }),
    );
    expect(await read(test.apiKey)).not.toHaveProperty('topUpUrl');
  });

  it('counts down its limits from the next request on', async () => {
    const { apiKey } = await server.createAccount(100);
    await lookUp(apiKey, MATCH);
    await lookUp(apiKey, MISS);
    const account = await read(apiKey);
    expect(account).toMatchObject({ balanceCents: 96, dailyMisses: { used: 1, remaining: 249 } });
    const { resetsAt } = account.dailyMisses as { resetsAt: string };
    expect(resetsAt).toMatch(/T00:00:00\.000Z$/);
    expect(Date.parse(resetsAt)).toBeGreaterThan(server.clock.now());
  });

  it('does not count as use of the key', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    await read(apiKey);
    const [key] = await server.service.accounts.listKeys(accountId);
    expect(key?.lastUsedAt).toBeNull();
  });
});

describe('terms of one account', () => {
  it('are what its lookups, bulks and jobs cost', async () => {
    const { accountId, apiKey } = await server.createAccount(1_000);
    await server.service.accounts.change(accountId, { terms: { priceCents: 15 } });
    expect((await read(apiKey)).pricePerMatchCents).toBe(15);
    expect((await lookUp(apiKey, MATCH)).json).toMatchObject({ charged: 15 });
    const bulk = await server.call('skipTraceBulk', { key: apiKey, json: { addresses: [MATCH, MISS] } });
    expect(bulk.json).toMatchObject({ matched: 1, totalCharged: 15 });
    expect((await read(apiKey)).balanceCents).toBe(970);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('refuse what the balance does not cover at that price', async () => {
    const { accountId, apiKey } = await server.createAccount(14);
    await server.service.accounts.change(accountId, { terms: { priceCents: 15 } });
    const { status, json } = await lookUp(apiKey, MATCH);
    expect([status, json.balanceRequired]).toEqual([402, 15]);
  });

  it('may be free: nothing is charged, and a single lookup writes no ledger record', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    await server.service.accounts.change(accountId, { terms: { priceCents: 0 } });
    expect((await lookUp(apiKey, MATCH)).json).toMatchObject({ found: true, charged: 0 });
    const bulk = await server.call('skipTraceBulk', { key: apiKey, json: { addresses: [MATCH, MISS] } });
    expect(bulk.json).toMatchObject({ matched: 1, totalCharged: 0 });
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('keep the original charge in a replay', async () => {
    const { accountId, apiKey } = await server.createAccount(100);
    const headers = { 'idempotency-key': 'one' };
    const first = await server.call('skipTraceSingle', { key: apiKey, json: MATCH, headers });
    await server.service.accounts.change(accountId, { terms: { priceCents: 50 } });
    const again = await server.call('skipTraceSingle', { key: apiKey, json: MATCH, headers });
    expect(again.json).toEqual(first.json);
    expect((await read(apiKey)).balanceCents).toBe(96);
  });

  it('set the free misses per day and the requests per minute', async () => {
    const { accountId, apiKey } = await server.createAccount(100);
    await server.service.accounts.change(accountId, { terms: { dailyMisses: 1, singlePerMinute: 3 } });
    expect((await lookUp(apiKey, MISS)).status).toBe(200);
    const capped = await lookUp(apiKey, MISS);
    expect([capped.status, capped.json.dailyMissLimit]).toEqual([429, 1]);
    expect((await lookUp(apiKey, MISS)).headers.get('ratelimit-limit')).toBe('3');
    const limited = await lookUp(apiKey, MISS);
    expect([limited.status, limited.json.dailyMissLimit]).toEqual([429, undefined]);
  });
});
