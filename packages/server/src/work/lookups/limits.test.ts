// Engines: SQLite, PostgreSQL at a release

import { operationPolicies, type OperationId } from '@skiptrace/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { countToday } from '../../testing/temporary.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

async function customer(found = { misses: 0, matches: 0 }) {
  const { accountId, apiKey: key } = await server.createAccount(100_000);
  const { engine, misses } = server.service;
  await countToday({ settlements: engine.settlements, misses }, accountId, found);
  return {
    accountId,
    single: (json: unknown) => server.call('skipTraceSingle', { key, json }),
    bulk: (addresses: readonly unknown[]) => server.call('skipTraceBulk', { key, json: { addresses } }),
    balanceCents: () => server.service.billing.balanceCents(accountId),
  };
}

describe('the limits a minute', () => {
  /** Uses up the window except for one request. */
  const nearlyFull = async (id: OperationId, accountId: string) => {
    const { name, limit } = operationPolicies[id].rateLimit;
    const requests = Array.from({ length: limit - 1 }, () =>
      server.service.rate.consume(name, `live:${accountId}`),
    );
    await Promise.all(requests);
  };

  it('take 500 single lookups, refuse the next without a charge, and count bulks apart', async () => {
    const { accountId, single, bulk, balanceCents } = await customer();
    await nearlyFull('skipTraceSingle', accountId);
    const last = await single(MATCH);
    expect(last.status).toBe(200);
    expect(last.headers.get('ratelimit-limit')).toBe('500');
    expect(last.headers.get('ratelimit-remaining')).toBe('0');
    const refused = await single(MATCH);
    expect(refused.status).toBe(429);
    expect(refused.json).not.toHaveProperty('dailyMissLimit');
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await bulk([MATCH])).status).toBe(200);
    expect(await balanceCents()).toBe(100_000 - 8);
  });

  it('take 250 bulks, of one account', async () => {
    const { accountId, bulk } = await customer();
    await nearlyFull('skipTraceBulk', accountId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => bulk([MATCH])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
    expect((await (await customer()).bulk([MATCH])).status).toBe(200);
  });
});

describe('the daily cap on misses', () => {
  it('lets exactly five of twenty parallel misses pass at 245', async () => {
    const { single } = await customer({ misses: 245, matches: 0 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => single(MISS)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const { status, json, headers } of answers) {
      if (status === 200) continue;
      expect([status, json.dailyMissLimit]).toEqual([429, 250]);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    }
  });

  it('refuses matches too once it is reached, and charges nothing for them', async () => {
    const { single, bulk, balanceCents } = await customer({ misses: 250, matches: 3 });
    for (const answer of [await single(MATCH), await bulk([MATCH])]) {
      expect([answer.status, answer.json.dailyMissLimit]).toEqual([429, 250]);
    }
    expect(await balanceCents()).toBe(100_000);
  });

  it('forgives a miss for four matches, over singles and bulks together', async () => {
    const { single, bulk } = await customer({ misses: 249, matches: 0 });
    expect((await bulk([MATCH, MATCH, MISS])).status).toBe(200);
    expect((await single(MATCH)).status).toBe(429);
    const forgiven = await customer({ misses: 249, matches: 0 });
    expect((await forgiven.bulk([MATCH, MATCH, MATCH, MATCH])).status).toBe(200);
    expect((await forgiven.single(MISS)).status).toBe(200);
    expect((await forgiven.single(MISS)).status).toBe(200);
    expect((await forgiven.single(MISS)).status).toBe(429);
  });

  it('checks a bulk when it begins, and then runs it whole', async () => {
    const { bulk } = await customer({ misses: 249, matches: 0 });
    expect((await bulk(Array.from({ length: 10 }, () => MISS))).json).toMatchObject({
      total: 10,
      matched: 0,
    });
    expect((await bulk([MISS])).status).toBe(429);
  });

  it('states the time until midnight UTC, and ends then', async () => {
    const { single } = await customer({ misses: 250, matches: 0 });
    const before = await single(MISS);
    const seconds = Number(before.headers.get('retry-after'));
    const day = 86_400_000;
    const toMidnight = day - (Date.now() % day);
    expect(Math.abs(seconds - toMidnight / 1000)).toBeLessThan(30);
    server.clock.shiftMs += toMidnight;
    try {
      expect((await single(MISS)).status).toBe(200);
    } finally {
      server.clock.shiftMs = 0;
    }
  });
});
