// Engines: SQLite, PostgreSQL at a release

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batched, outcomeOf } from '../../platform/lib/batches.js';
import { NO_MOVES, temporaryBilling } from '../../testing/temporary.js';
import { DailyMisses, DailyMissLimitError, netMisses, type LookupCounts } from './index.js';

const CAP = 250;

let parts: Awaited<ReturnType<typeof temporaryBilling>>;
let misses: DailyMisses;
beforeEach(async () => {
  parts = await temporaryBilling(0);
  misses = new DailyMisses(parts.tallies, parts.clock);
});
afterEach(() => parts.remove());

/** Counts if there is room, as one of several requests that share a unit of work. */
const counting = () =>
  batched<LookupCounts, void>((items) => {
    const today = misses.today([parts.accountId]);
    const ledger = { accountIds: [], reservationIds: [], requestFingerprints: [] };
    return parts.settlements.settle({ ledger, tallies: today.scope, replays: [], paid: [] }, (state) => {
      const tallies = today.open(state.tallies);
      const value = items.map((found) =>
        outcomeOf(() => {
          tallies.requireRoom(parts.accountId, CAP);
          tallies.count(parts.accountId, found);
        }),
      );
      const rest = { replays: [], paid: [], saved: [], audit: [] };
      return { value, changes: { ledger: NO_MOVES, tallies: tallies.changes(), ...rest } };
    });
  }, 1_000);
const count = (found: LookupCounts) => counting()(found);
const NONE = { misses: 0, matches: 0 };

describe('the daily cap on free misses', () => {
  it('refuses at 250 net misses and opens again at the next UTC midnight', async () => {
    parts.clock.ms = Date.UTC(2026, 0, 31, 23, 59, 58, 500);
    await count({ misses: CAP - 1, matches: 0 });
    await count(NONE);
    await count({ misses: 1, matches: 0 });
    await expect(count(NONE)).rejects.toMatchObject({
      dailyMissLimit: 250,
      retryAfterSeconds: 2,
    });
    parts.clock.ms = Date.UTC(2026, 1, 1);
    await count(NONE);
  });

  it('lets exactly five of twenty parallel misses pass at 245', async () => {
    await count({ misses: 245, matches: 0 });
    const shared = counting();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        // Half of the requests share a unit of work; each of the others has its own.
        (index % 2 === 0 ? shared : counting())({ misses: 1, matches: 0 }),
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
