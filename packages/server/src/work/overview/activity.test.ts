// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../platform/clock.js';
import { leads, MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer();
  // At noon, so that the minutes that a test waits never end the day.
  server.clock.shiftMs = 1.5 * MS_PER_DAY - (Date.now() % MS_PER_DAY);
});
afterEach(() => server.close());

const lookUp = async (address: object) => {
  expect((await server.call('skipTraceSingle', { json: address })).status).toBe(200);
};

describe('the activity of the service', () => {
  it('has every day, oldest first, with its spending and matches', async () => {
    await lookUp(MATCH);
    await lookUp(MISS);
    server.clock.shiftMs += 2 * MS_PER_DAY;
    await lookUp(MATCH);
    const bulk = await server.call('skipTraceBulk', { json: { addresses: [MATCH, MISS, MISS] } });
    expect(bulk.status).toBe(200);
    const days = await server.service.activity(4);
    const price = days[3] === undefined ? 0 : days[3].spentCents / 2;
    expect(price).toBeGreaterThan(0);
    expect(days.map(({ spentCents, matches, misses }) => [spentCents, matches, misses])).toEqual([
      [0, 0, 0],
      [price, 1, 1],
      [0, 0, 0],
      [2 * price, 2, 2],
    ]);
    expect(days.map(({ date }) => Date.parse(date))).toEqual(
      days.map((_, at) => Date.parse(days[0]?.date ?? '') + at * MS_PER_DAY),
    );
  });

  it('keeps past days unchanged, and refreshes the current one after a minute', async () => {
    await lookUp(MATCH);
    expect((await server.service.activity(1))[0]?.matches).toBe(1);
    await lookUp(MATCH);
    server.clock.shiftMs += 60_000;
    expect((await server.service.activity(1))[0]?.matches).toBe(2);
    server.clock.shiftMs += MS_PER_DAY;
    expect((await server.service.activity(2)).map(({ matches }) => matches)).toEqual([2, 0]);
  });

  it('has a paid job on the day of its charge, without rows that lack an address, and no refunded job', async () => {
    await server.service.startWorker();
    const price = 4;
    const blank = { ...MISS, address: '' };
    const paid = async () => server.complete(await server.preview(leads(MATCH, MISS, blank, MISS)));
    await paid();
    const refunded = await paid();
    const today = async () =>
      (await server.service.activity(1)).map((day) => [day.spentCents, day.matches, day.misses]);
    expect(await today()).toEqual([[2 * price, 2, 4]]);
    // A refund, as when its file cannot be built.
    await server.service.database.writeFor(server.account.accountId, (tx) =>
      server.service.billing.post(tx, {
        accountId: server.account.accountId,
        type: 'job_refund',
        amountCents: price,
        reference: refunded,
      }),
    );
    server.clock.shiftMs += 60_000;
    expect(await today()).toEqual([[price, 1, 2]]);
  });

  it('has a job without a match on the day it was created, even if it was approved days later', async () => {
    await server.service.startWorker();
    const jobId = await server.preview(leads(MISS));
    server.clock.shiftMs += 3 * MS_PER_DAY;
    expect((await server.service.activity(4)).map(({ misses }) => misses)).toEqual([0, 0, 0, 0]);
    await server.complete(jobId);
    server.clock.shiftMs += 60_000;
    expect((await server.service.activity(4)).map(({ misses }) => misses)).toEqual([1, 0, 0, 0]);
  });
});
