import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountTerms } from '../accounts/index.js';
import { DEFAULT_TERMS } from '../accounts/index.js';
import { MS_PER_DAY, utcDay } from '../clock.js';
import { Replays } from '../idempotency/index.js';
import { DailyMisses } from '../limits/index.js';
import { randomIds } from '../ids.js';
import { Repeats } from '../repeats/index.js';
import { engineOfTests } from '../testing/engines.js';
import { temporaryBilling } from '../testing/temporary.js';
import type { Charge, Entry } from './ports.js';
import { Settlements } from './settlements.js';

const DAYS = 2;
const PRICE = 4;
const TERMS: AccountTerms = { ...DEFAULT_TERMS, repeats: { days: DAYS, secret: 'secret' } };

/** A property by its hash, or a miss. */
const property = fc.constantFrom(null, 'a', 'b', 'c', 'd');
/** What arrives at the same time: lookups with one entry, bulks with several. */
const arrivals = fc.array(fc.array(property, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });
const days = fc.array(fc.record({ arrivals, daysUntil: fc.integer({ min: 0, max: 3 }) }), {
  minLength: 1,
  maxLength: 5,
});

let parts: Awaited<ReturnType<typeof temporaryBilling>> | undefined;
afterEach(() => parts?.remove());

describe('whatever is looked up when', () => {
  it('the ledger is what was answered; nothing is charged twice in a term, or free without a charge in it', async () => {
    const world = (parts = await temporaryBilling(1_000_000, engineOfTests));
    const { accountId, billing, clock, database, settlements: store } = world;
    const repeats = new Repeats({ ...world, ids: randomIds });
    const settlements = new Settlements({
      ...{ database, store, billing, repeats },
      misses: new DailyMisses(world.tallies, clock),
      replays: new Replays(world.replays, clock),
    });
    const payer = { accountId, terms: TERMS };
    let requests = 0;

    const settle = async (run: string, wanted: readonly (string | null)[]): Promise<Charge[]> => {
      const requestId = `request ${(requests += 1)}`;
      const entries = wanted.map((name): Entry => ({
        found: name !== null,
        property: name === null ? null : `${run}/${name}`,
      }));
      const [only] = entries;
      const noReceipt = { scope: null, receiptOf: () => null };
      if (entries.length === 1 && only !== undefined)
        return [await settlements.settleSingle({ ...payer, ...only, ...noReceipt, requestId })];
      const bulk = { ...payer, requestId, requestFingerprint: null, entries: entries.length };
      return (await settlements.reserveBulk(bulk)).settle({ entries, ...noReceipt });
    };

    let run = 0;
    await fc.assert(
      fc.asyncProperty(days, async (all) => {
        const name = String((run += 1));
        const before = await billing.balanceCents(accountId);
        let answered = 0;
        const paidOn = new Map<string, string[]>();
        for (const { arrivals: together, daysUntil } of all) {
          clock.ms += daysUntil * MS_PER_DAY;
          const today = utcDay(clock.ms);
          const firstFree = utcDay(clock.ms - DAYS * MS_PER_DAY);
          const answers = await Promise.all(together.map((wanted) => settle(name, wanted)));
          const charges = together.flatMap((wanted, index) =>
            wanted.map((what, at) => ({ what, charge: answers[index]?.[at] })),
          );
          for (const { what } of charges.filter((one) => one.charge?.priceCents === PRICE)) {
            expect(what).not.toBeNull();
            const earlier = paidOn.get(what ?? '') ?? [];
            expect(earlier.filter((day) => day >= firstFree)).toEqual([]);
            paidOn.set(what ?? '', [...earlier, today]);
          }
          for (const { what, charge } of charges.filter((one) => one.charge?.priceCents !== PRICE)) {
            expect(charge?.priceCents).toBe(0);
            if (what === null) expect(charge).toEqual({ priceCents: 0 });
            else {
              expect(paidOn.get(what)).toContain(charge?.paidOn);
              expect((charge?.paidOn ?? '') >= firstFree).toBe(true);
            }
          }
          answered += charges.reduce((sum, { charge }) => sum + (charge?.priceCents ?? 0), 0);
        }
        expect(before - (await billing.balanceCents(accountId))).toBe(answered);
      }),
      { numRuns: 40 },
    );
    expect(await repeats.findings()).toEqual([]);
  });
});
