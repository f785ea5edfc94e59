// Engines: SQLite, PostgreSQL

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILURE, MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { countToday } from '../../testing/temporary.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

/** A new account and its requests. */
async function customer(balanceCents: number) {
  const { accountId, apiKey } = await server.createAccount(balanceCents);
  const { billing } = server.service;
  return {
    accountId,
    lookUp: (json: unknown, key?: string) =>
      server.call('skipTraceSingle', {
        key: apiKey,
        json,
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      }),
    balanceCents: () => billing.balanceCents(accountId),
    ledger: async () =>
      (await billing.records(accountId, 100)).map(({ type, amountCents, reference }) => ({
        type,
        amountCents,
        reference,
      })),
  };
}

describe('a single lookup', () => {
  it('charges 4 cents for a match, under the id of the request', async () => {
    const { lookUp, ledger, balanceCents } = await customer(100);
    const { json, headers } = await lookUp(MATCH);
    expect(json).toMatchObject({ success: true, found: true, charged: 4 });
    expect((await ledger())[0]).toEqual({
      type: 'lookup_charge',
      amountCents: -4,
      reference: headers.get('x-request-id'),
    });
    expect(await balanceCents()).toBe(96);
  });

  it('answers a miss with no charge, phones or emails, and writes no record', async () => {
    const { lookUp, ledger } = await customer(100);
    const { status, json } = await lookUp(MISS);
    expect([status, json]).toEqual([200, { success: true, found: false, contact: null }]);
    expect(await ledger()).toHaveLength(1);
  });

  it('is refused below 4 cents, match or miss, and runs at exactly 4', async () => {
    const poor = await customer(3);
    for (const address of [MATCH, MISS]) {
      const { status, json } = await poor.lookUp(address);
      expect([status, json.balanceRequired]).toEqual([402, 4]);
    }
    const exact = await customer(4);
    expect((await exact.lookUp(MATCH)).status).toBe(200);
    expect(await exact.balanceCents()).toBe(0);
    expect((await exact.lookUp(MATCH)).status).toBe(402);
  });

  it('charges nothing when it fails, and counts nothing towards the daily cap', async () => {
    const { accountId, lookUp, ledger } = await customer(100);
    expect((await lookUp(FAILURE)).status).toBe(500);
    expect(await ledger()).toHaveLength(1);
    expect(await today(accountId)).toBeUndefined();
  });

  it('never lets parallel requests spend more than there is', async () => {
    const { lookUp, balanceCents, ledger } = await customer(42);
    const answers = await Promise.all(Array.from({ length: 30 }, () => lookUp(MATCH)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 402)).toHaveLength(20);
    for (const { status, json } of answers) if (status === 402) expect(json).not.toHaveProperty('contact');
    expect(await balanceCents()).toBe(2);
    expect(await ledger()).toHaveLength(11);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });
});

describe('a single lookup with an Idempotency-Key', () => {
  it('is charged once and answered the same again, also when it is sent many times at once', async () => {
    const { lookUp, balanceCents } = await customer(100);
    const answers = await Promise.all(Array.from({ length: 10 }, () => lookUp(MATCH, 'k-1')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect(replayed).toHaveLength(9);
    for (const { headers } of answers) expect(headers.get('idempotency-key')).toBe('k-1');
    expect(await balanceCents()).toBe(96);
  });

  it('is replayed with an empty balance and over the daily cap, because it was paid for', async () => {
    const { accountId, lookUp, balanceCents } = await customer(4);
    const first = await lookUp(MATCH, 'k-2');
    await missAsOften(accountId, 250);
    expect((await lookUp(MATCH)).status).toBe(429);
    const again = await lookUp(MATCH, 'k-2');
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await balanceCents()).toBe(0);
  });

  it('counts a replayed miss once', async () => {
    const { accountId, lookUp } = await customer(100);
    for (let sent = 0; sent < 3; sent += 1) await lookUp(MISS, 'k-3');
    expect(await today(accountId)).toMatchObject({ misses: 1, matches: 0 });
  });

  it('is refused with a different body, and not tied to a refusal or a failure', async () => {
    const { lookUp, balanceCents } = await customer(8);
    await lookUp(MATCH, 'k-4');
    const other = await lookUp(MISS, 'k-4');
    expect([other.status, other.json.error]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
    expect((await lookUp(FAILURE, 'k-5')).status).toBe(500);
    expect((await lookUp(MATCH, 'k-5')).status).toBe(200);
    expect(await balanceCents()).toBe(0);
    expect((await lookUp(MATCH, 'k-6')).status).toBe(402);
    const { accountId } = server.account;
    expect(await server.service.billing.balanceCents(accountId)).toBe(100_000);
  });

  it('belongs to the account and the operation', async () => {
    const [one, two] = [await customer(100), await customer(100)];
    expect((await one.lookUp(MATCH, 'k-7')).headers.get('idempotency-replayed')).toBeNull();
    expect((await two.lookUp(MATCH, 'k-7')).headers.get('idempotency-replayed')).toBeNull();
    const bulk = await server.call('skipTraceBulk', {
      json: { addresses: [MATCH] },
      headers: { 'idempotency-key': 'k-7' },
    });
    expect([bulk.status, bulk.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });

  it('runs again after 24 hours', async () => {
    const { lookUp, balanceCents } = await customer(100);
    await lookUp(MATCH, 'k-8');
    server.clock.shiftMs += 24 * 3_600_000;
    try {
      expect((await lookUp(MATCH, 'k-8')).headers.get('idempotency-replayed')).toBeNull();
      expect(await balanceCents()).toBe(92);
    } finally {
      server.clock.shiftMs = 0;
    }
  });
});

/** Sets the account's misses of today to this number. */
function missAsOften(accountId: string, misses: number): Promise<void> {
  const { engine, misses: cap } = server.service;
  return countToday({ settlements: engine.settlements, misses: cap }, accountId, { misses, matches: 0 });
}

/** The account's counts for today. */
async function today(accountId: string) {
  const { engine, misses } = server.service;
  return (await engine.tallies.counts(misses.today([accountId]).scope)).get(accountId);
}
