import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryBilling } from '../testing/temporary.js';
import { RESERVATION_LIFETIME_MS } from './billing.js';
import { InsufficientBalanceError, ReservationExpiredError } from './errors.js';
import { ledgerFaults } from './ledger.js';

let parts: Awaited<ReturnType<typeof temporaryBilling>>;
beforeEach(async () => {
  parts = await temporaryBilling(100);
});
afterEach(() => parts.remove());

const charge = (amountCents: number) => {
  const { accountId, billing, database } = parts;
  return database.write((tx) =>
    billing.post(tx, { accountId, type: 'lookup_charge', amountCents: -amountCents, reference: 'r' }),
  );
};
const balance = () => parts.billing.balanceCents(parts.accountId);
const faults = async () =>
  ledgerFaults((await parts.billing.records(parts.accountId, 10_000)).reverse(), await balance());

describe('the ledger', () => {
  it('adds up, never goes below zero and keeps exactly the charges that were acknowledged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 25 }), async (amounts) => {
        const before = await balance();
        const results = await Promise.allSettled(amounts.map(charge));
        const charged = amounts.filter((_, index) => results[index]?.status === 'fulfilled');
        expect(await balance()).toBe(before - charged.reduce((sum, amount) => sum + amount, 0));
        expect(await faults()).toEqual([]);
        const { accountId, billing, database } = parts;
        await database.write((tx) =>
          billing.post(tx, { accountId, type: 'top_up', amountCents: 50, reference: null }),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('refuses what the balance cannot cover and says what is needed', async () => {
    await expect(charge(101)).rejects.toMatchObject({ balanceRequiredCents: 101 });
    await expect(charge(101)).rejects.toBeInstanceOf(InsufficientBalanceError);
    expect(await balance()).toBe(100);
  });

  it('notices each kind of damage', async () => {
    await charge(4);
    const records = (await parts.billing.records(parts.accountId, 10)).reverse();
    const [topUp, lookup] = records;
    if (topUp === undefined || lookup === undefined) throw new Error('two records were written');
    expect(ledgerFaults(records, 96)).toEqual([]);
    expect(ledgerFaults(records, 97)).toEqual(['the account shows 97, its records add up to 96']);
    expect(ledgerFaults([topUp], 96)).not.toEqual([]);
    expect(ledgerFaults([topUp, { ...lookup, balanceCents: 95 }], 96)).toHaveLength(1);
    expect(ledgerFaults([topUp, { ...lookup, amountCents: 4, balanceCents: 104 }], 104)).toEqual([
      'record 2 (lookup_charge) has the wrong sign: 4',
    ]);
    expect(ledgerFaults([topUp, { ...lookup, amountCents: -104, balanceCents: -4 }], -4)).toEqual([
      'the balance is negative after record 2 (lookup_charge)',
    ]);
  });
});

describe('a reservation', () => {
  const reserve = (amountCents: number) => {
    const { accountId, billing, database } = parts;
    return database.write((tx) => billing.reserve(tx, accountId, amountCents, 'request'));
  };
  const types = async () =>
    (await parts.billing.records(parts.accountId, 10)).map(({ type }) => type).reverse();

  it('keeps what matched and gives the rest back, both in the history', async () => {
    const reservation = await reserve(40);
    expect(await balance()).toBe(60);
    await parts.database.write((tx) => parts.billing.settle(tx, reservation, 12));
    expect(await balance()).toBe(88);
    expect(await types()).toEqual(['top_up', 'bulk_reservation', 'bulk_refund']);
    expect(await faults()).toEqual([]);
  });

  it('leaves no refund when everything matched', async () => {
    const reservation = await reserve(40);
    await parts.database.write((tx) => parts.billing.settle(tx, reservation, 40));
    expect(await types()).toEqual(['top_up', 'bulk_reservation']);
  });

  it('is refunded whole when its process died, and settling then comes too late', async () => {
    const reservation = await reserve(40);
    parts.clock.ms += RESERVATION_LIFETIME_MS - 1;
    expect(await parts.billing.sweepReservations()).toBe(0);
    parts.clock.ms += 1;
    expect(await parts.billing.sweepReservations()).toBe(1);
    expect(await balance()).toBe(100);
    await expect(
      parts.database.write((tx) => parts.billing.settle(tx, reservation, 12)),
    ).rejects.toBeInstanceOf(ReservationExpiredError);
    expect(await parts.billing.sweepReservations()).toBe(0);
    expect(await balance()).toBe(100);
  });

  it('is settled or swept, never both, whoever comes first', async () => {
    const reservation = await reserve(40);
    parts.clock.ms += RESERVATION_LIFETIME_MS;
    const settling = parts.database.write((tx) => parts.billing.settle(tx, reservation, 8));
    const [settled] = await Promise.allSettled([settling, parts.billing.sweepReservations()]);
    expect(await balance()).toBe(settled.status === 'fulfilled' ? 92 : 100);
    expect(await faults()).toEqual([]);
  });
});
