// Engines: SQLite, PostgreSQL at a release

import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_TERMS, type AccountTerms } from '../../money/accounts/index.js';
import { DailyMisses } from '../../money/limits/index.js';
import { verify } from '../../money/log/index.js';
import { Replays, Repeats } from '../../money/receipts/index.js';
import { MS_PER_DAY, utcDay } from '../../platform/clock.js';
import { randomIds } from '../../platform/ids.js';
import { engineOfTests } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { SavedBook } from '../saved/index.js';
import type { Charge, Entry } from './lookup.js';
import { Settlements } from './settlements.js';

const DAYS = 2;
const PRICE = 4;
const TERMS: AccountTerms = { ...DEFAULT_TERMS, repeats: { days: DAYS, secret: 'secret' } };

/** A miss, or a property in one of two spellings of a lead. Each import writes its record differently. */
const property = fc.option(
  fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), lead: fc.integer({ min: 1, max: 2 }) }),
);
type PersonSearch = { name: string; lead: number } | null;
/** Requests that arrive at the same time: lookups with one entry, bulks with several. */
const arrivals = fc.array(fc.array(property, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });
const days = fc.array(
  fc.record({ arrivals, daysUntil: fc.integer({ min: 0, max: 3 }), imports: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 5,
  },
);

let parts: Awaited<ReturnType<typeof temporaryBilling>> | undefined;
afterEach(() => parts?.remove());

describe('any sequence of lookups', () => {
  it('the ledger equals the answers; nothing is charged twice in a term, or free without a charge in it', async () => {
    const world = (parts = await temporaryBilling(1_000_000, engineOfTests));
    const { accountId, billing, clock, database, settlements: store } = world;
    const repeats = new Repeats({ ...world, ids: randomIds });
    const settlements = new Settlements({
      database,
      store,
      billing,
      repeats,
      audit: world.audit,
      misses: new DailyMisses(world.tallies, clock),
      replays: new Replays(world.replays, clock),
      saved: { open: () => new SavedBook(clock.now()), isSaved: () => Promise.resolve(false) },
    });
    const payer = { accountId, keyId: 'key', origin: 'api', terms: TERMS } as const;
    let requests = 0;
    let imports = 0;

    const hashesOf = (run: string, { name, lead }: NonNullable<PersonSearch>) => [
      `${run}/${name} of import ${imports}`,
      `${run}/${name} of lead ${lead}`,
    ];
    const settle = async (run: string, wanted: readonly PersonSearch[]): Promise<Charge[]> => {
      const requestId = `request ${(requests += 1)}`;
      const entries = wanted.map((one): Entry => ({
        found: one !== null,
        property: one === null ? null : hashesOf(run, one),
        disclosed: one === null ? [] : [{ recordId: 1, property: 'AAAAAAAAAAAAAAAAAAAAAA' }],
      }));
      const [only] = entries;
      const noReceipt = { scope: null, receiptOf: () => null, toSave: null };
      if (entries.length === 1 && only !== undefined)
        return [await settlements.settleSingle({ ...payer, ...only, ...noReceipt, requestId })];
      const bulk = { ...payer, requestId, requestFingerprint: null, entries: entries.length };
      return (await settlements.reserveBulk(bulk)).settle({ entries, ...noReceipt });
    };

    let [run, matches, cents] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(days, async (all) => {
        const name = String((run += 1));
        const before = await billing.balanceCents(accountId);
        let answered = 0;
        // Day of the charge for each hash recorded with it.
        const paidOn = new Map<string, string>();
        for (const { arrivals: together, daysUntil, imports: isImported } of all) {
          imports += isImported ? 1 : 0;
          clock.ms += daysUntil * MS_PER_DAY;
          const today = utcDay(clock.ms);
          const firstFree = utcDay(clock.ms - DAYS * MS_PER_DAY);
          const answers = await Promise.all(together.map((wanted) => settle(name, wanted)));
          // In order: a bulk is settled after the lookups that arrive with it, in its own commit.
          const charges = together.flatMap((wanted, index) =>
            wanted.map((what, at) => ({ what, isBulk: wanted.length > 1, charge: answers[index]?.[at] })),
          );
          charges.sort((one, other) => Number(one.isBulk) - Number(other.isBulk));
          for (const { what, charge } of charges) {
            if (what === null) {
              expect(charge).toEqual({ priceCents: 0 });
              continue;
            }
            const hashes = hashesOf(name, what);
            const free = hashes.flatMap((hash) => paidOn.get(hash) ?? []).filter((day) => day >= firstFree);
            if (free.length === 0) expect(charge).toEqual({ priceCents: PRICE });
            else {
              expect(charge?.priceCents).toBe(0);
              expect(free).toContain(charge?.paidOn);
            }
            const unnoted = hashes.filter((hash) => (paidOn.get(hash) ?? '') < firstFree);
            for (const hash of unnoted) paidOn.set(hash, charge?.paidOn ?? today);
          }
          answered += charges.reduce((sum, { charge }) => sum + (charge?.priceCents ?? 0), 0);
        }
        expect(before - (await billing.balanceCents(accountId))).toBe(answered);
        cents += answered;
        matches += all.flatMap((day) => day.arrivals.flat()).filter((wanted) => wanted !== null).length;
      }),
      { numRuns: 40 },
    );
    expect(await repeats.findings()).toEqual([]);
    // The log has an entry for each, with its cost.
    const entries = await world.auditStore.entries(accountId, 0, 100_000);
    const disclosed = entries.filter(({ kind }) => kind === 'lookup' || kind === 'bulk');
    expect(disclosed.reduce((sum, entry) => sum + entry.cents, 0)).toBe(cents);
    const recordsIn = ({ details }: { details: string }) =>
      (JSON.parse(details) as { records: unknown[] }).records.length;
    expect(disclosed.reduce((sum, entry) => sum + recordsIn(entry), 0)).toBe(matches);
    // No server seals this log, so no time has passed for the check.
    expect((await verify(world.auditStore, { keys: [], now: 0 })).faults).toEqual([]);
  });
});
