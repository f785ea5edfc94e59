import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryBilling } from '../testing/temporary.js';
import {
  DailyLookupsEntity,
  DailyMisses,
  DailyMissLimitError,
  DAILY_MISS_LIMIT,
  netMisses,
} from './daily-misses.js';

let parts: Awaited<ReturnType<typeof temporaryBilling>>;
let misses: DailyMisses;
beforeEach(async () => {
  parts = await temporaryBilling(0, [DailyLookupsEntity]);
  misses = new DailyMisses(parts.database, parts.clock);
});
afterEach(() => parts.remove());

const count = (found: { misses: number; matches: number }) =>
  parts.database.write((tx) => misses.count(tx, parts.accountId, found));

describe('the daily cap on free misses', () => {
  it('refuses at 250 net misses and opens again at the next UTC midnight', async () => {
    parts.clock.ms = Date.UTC(2026, 0, 31, 23, 59, 58, 500);
    await count({ misses: DAILY_MISS_LIMIT - 1, matches: 0 });
    await misses.requireRoom(parts.accountId);
    await count({ misses: 1, matches: 0 });
    await expect(misses.requireRoom(parts.accountId)).rejects.toMatchObject({
      dailyMissLimit: 250,
      retryAfterSeconds: 2,
    });
    parts.clock.ms = Date.UTC(2026, 1, 1);
    await misses.requireRoom(parts.accountId);
  });

  it('lets exactly five of twenty parallel misses pass at 245', async () => {
    await count({ misses: 245, matches: 0 });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        parts.database.write(async (tx) => {
          await misses.requireRoom(parts.accountId, tx);
          await misses.count(tx, parts.accountId, { misses: 1, matches: 0 });
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(DailyMissLimitError);
  });

  it('forgives one miss for four matches, in any order, and never counts below zero', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(2_000), (missed, matched) => {
        const net = netMisses({ misses: missed, matches: matched });
        expect(net).toBeGreaterThanOrEqual(0);
        expect(net).toBe(Math.max(0, missed - Math.floor(matched / 4)));
      }),
    );
    expect(netMisses({ misses: 250, matches: 3 })).toBe(250);
    expect(netMisses({ misses: 250, matches: 4 })).toBe(249);
  });
});
