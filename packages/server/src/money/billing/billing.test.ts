// Engines: SQLite, PostgreSQL

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batched, outcomeOf } from '../../platform/lib/batches.js';
import { settleLedger, temporaryBilling } from '../../testing/temporary.js';
import { ledgerFindings, RESERVATION_LIFETIME_MS } from './billing.js';
import { ReservationExpiredError } from './books.js';
import {
  BalanceLimitError,
  InsufficientBalanceError,
  MAX_BALANCE_CENTS,
  UnusableAmountError,
  type LedgerRecord,
  type Reservation,
} from './ledger.js';

let parts: Awaited<ReturnType<typeof temporaryBilling>>;
/** The operations as lookups use them: in batches that share statements and commits. */
let charge: (amountCents: number) => Promise<LedgerRecord>;
let reserve: (bulk: { entries: number; priceCents: number }) => Promise<Reservation>;
let settle: (bulk: { reservation: Reservation; matches: number }) => Promise<void>;
let requests = 0;

beforeEach(async () => {
  parts = await temporaryBilling(100);
  const { accountId } = parts;
  const settleOnBooks = settleLedger(parts);
  const scope = { accountIds: [accountId], reservationIds: [], requestFingerprints: [] };
  charge = batched(
    (amounts) =>
      settleOnBooks(scope, (books) =>
        amounts.map((amountCents) =>
          outcomeOf(() =>
            books.post({ accountId, type: 'adjustment', amountCents: -amountCents, reference: null }),
          ),
        ),
      ),
    1_000,
  );
  reserve = batched(
    (bulks) =>
      settleOnBooks(scope, (books) =>
        bulks.map((bulk) =>
          outcomeOf(() => {
            const requestId = `request-${++requests}`;
            return books.reserve({ ...bulk, accountId, requestId, requestFingerprint: null });
          }),
        ),
      ),
    1_000,
  );
  settle = batched((bulks) => {
    const reservationIds = bulks.map(({ reservation }) => reservation.id);
    return settleOnBooks({ ...scope, reservationIds }, (books) =>
      bulks.map(({ reservation, matches }) =>
        outcomeOf(() => books.settle(reservation, { matches, requestId: reservation.reference })),
      ),
    );
  }, 1_000);
});
afterEach(() => parts.remove());

/** A bulk of ten addresses, 40 cents in all. */
const TEN = { entries: 10, priceCents: 4 };

const balance = () => parts.billing.balanceCents(parts.accountId);
const findings = () => ledgerFindings(parts);
const topUp = (amountCents: number) => {
  const { accountId, billing, database } = parts;
  return database.write((tx) =>
    billing.post(tx, { accountId, type: 'top_up', amountCents, reference: null }),
  );
};

describe('the ledger', () => {
  it('adds up, never goes below zero and keeps exactly the charges that were acknowledged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 25 }), async (amounts) => {
        const before = await balance();
        const results = await Promise.allSettled(amounts.map(charge));
        const charged = amounts.filter((_, index) => results[index]?.status === 'fulfilled');
        expect(await balance()).toBe(before - charged.reduce((sum, amount) => sum + amount, 0));
        expect(await findings()).toEqual([]);
        await topUp(50);
      }),
      { numRuns: 30 },
    );
  });

  it('gives every record the balance after it, whether movements share a unit of work or not', async () => {
    const acknowledged = await Promise.all([charge(10), topUp(5), charge(20), charge(1), topUp(7)]);
    const records = await parts.billing.records(parts.accountId, 10);
    expect(records.map(({ sequence }) => sequence)).toEqual([6, 5, 4, 3, 2, 1]);
    for (const record of acknowledged) expect(records).toContainEqual(record);
    expect(records[0]?.balanceCents).toBe(81);
  });

  it('keeps every balance exact up to the most an account can hold, and refuses what would go beyond', async () => {
    const near = fc.oneof(
      fc.integer({ min: -MAX_BALANCE_CENTS, max: MAX_BALANCE_CENTS }),
      fc.integer({ min: 0, max: 9 }).map((less) => MAX_BALANCE_CENTS - less),
      fc.integer({ min: -9, max: 9 }),
    );
    const { accountId, billing, database } = parts;
    await fc.assert(
      fc.asyncProperty(fc.array(near, { maxLength: 12 }), async (amounts) => {
        for (const amountCents of amounts) {
          const before = await balance();
          const posting = { accountId, type: 'adjustment', amountCents, reference: null } as const;
          const outcome = await database
            .write((tx) => billing.post(tx, posting))
            .then(
              () => 'posted',
              (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
            );
          const exact = BigInt(before) + BigInt(amountCents);
          const allowed =
            exact < 0n
              ? 'insufficient_balance'
              : amountCents > 0 && exact > BigInt(MAX_BALANCE_CENTS)
                ? 'balance_limit'
                : 'posted';
          expect([amountCents, outcome]).toEqual([amountCents, allowed]);
          expect(BigInt(await balance())).toBe(allowed === 'posted' ? exact : BigInt(before));
        }
        expect(await findings()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it.each([0.5, NaN, Infinity, -Infinity, 2 ** 53, MAX_BALANCE_CENTS + 1, -MAX_BALANCE_CENTS - 1])(
    'moves no %s cents',
    async (amountCents) => {
      await expect(topUp(amountCents)).rejects.toBeInstanceOf(UnusableAmountError);
      expect(await balance()).toBe(100);
      expect(await findings()).toEqual([]);
    },
  );

  it('refunds its charge, even to an account that was filled to the limit in between', async () => {
    const reservation = await reserve(TEN);
    await topUp(MAX_BALANCE_CENTS - 60);
    await expect(topUp(1)).rejects.toBeInstanceOf(BalanceLimitError);
    await settle({ reservation, matches: 1 });
    expect(await balance()).toBe(MAX_BALANCE_CENTS + 36);
    expect(await findings()).toEqual([]);
    await charge(36);
  });

  it('refuses an amount that the balance cannot cover, and states the required balance', async () => {
    await expect(charge(101)).rejects.toMatchObject({ balanceRequiredCents: 101 });
    await expect(charge(101)).rejects.toBeInstanceOf(InsufficientBalanceError);
    expect(await balance()).toBe(100);
  });
});

describe('a reservation', () => {
  const types = async () =>
    (await parts.billing.records(parts.accountId, 10)).map(({ type }) => type).reverse();

  it('keeps the price of the matches and refunds the rest, both in the history', async () => {
    const reservation = await reserve(TEN);
    expect(await balance()).toBe(60);
    await settle({ reservation, matches: 3 });
    expect(await balance()).toBe(88);
    expect(await types()).toEqual(['top_up', 'bulk_reservation', 'bulk_refund']);
    expect(await findings()).toEqual([]);
  });

  it('leaves no refund when everything matched', async () => {
    await settle({ reservation: await reserve(TEN), matches: 10 });
    expect(await types()).toEqual(['top_up', 'bulk_reservation']);
  });

  it('is refunded whole when its process died, and settling then comes too late', async () => {
    const reservation = await reserve(TEN);
    parts.clock.ms += RESERVATION_LIFETIME_MS - 1;
    expect(await parts.billing.sweepReservations()).toBe(0);
    parts.clock.ms += 1;
    expect(await parts.billing.sweepReservations()).toBe(1);
    expect(await balance()).toBe(100);
    await expect(settle({ reservation, matches: 3 })).rejects.toBeInstanceOf(ReservationExpiredError);
    expect(await parts.billing.sweepReservations()).toBe(0);
    expect(await balance()).toBe(100);
  });

  it('is settled, released or swept once, in any order, at any price', async () => {
    const { billing, clock, database } = parts;
    const outcome = fc.constantFrom('settle', 'release', 'sweep');
    const bulk = fc.record({
      priceCents: fc.nat(20),
      matches: fc.nat(3),
      ends: fc.array(outcome, { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(bulk, { minLength: 1, maxLength: 8 }), async (bulks) => {
        const before = await balance();
        const reserved = await Promise.allSettled(
          bulks.map(({ priceCents }) => reserve({ entries: 3, priceCents })),
        );
        clock.ms += RESERVATION_LIFETIME_MS;
        let spentCents = 0;
        await Promise.allSettled(
          reserved.flatMap((result, index) => {
            if (result.status === 'rejected') return [];
            const reservation = result.value;
            const { matches, priceCents, ends } = bulks[index] ?? { matches: 0, priceCents: 0, ends: [] };
            return ends.map(async (end) => {
              if (end === 'release') await database.write((tx) => billing.release(tx, reservation));
              else if (end === 'sweep') await billing.sweepReservations();
              else {
                await settle({ reservation, matches });
                spentCents += matches * priceCents;
              }
            });
          }),
        );
        await billing.sweepReservations();
        expect(await balance()).toBe(before - spentCents);
        expect(await findings()).toEqual([]);
        await topUp(40);
      }),
      { numRuns: 25 },
    );
  });
});
