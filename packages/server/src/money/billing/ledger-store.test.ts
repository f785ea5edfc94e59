import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../platform/lib/batches.js';
import { engines } from '../../testing/engines.js';
import { NO_MOVES, settleLedger, temporaryBilling } from '../../testing/temporary.js';
import { ReservationExpiredError } from './books.js';
import { InsufficientBalanceError } from './ledger.js';

describe.each(engines)('a ledger on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  beforeEach(async () => {
    parts = await temporaryBilling(100, engine);
  });
  afterEach(() => parts.remove());

  const scopeOf = (...reservationIds: string[]) => ({
    accountIds: [parts.accountId],
    reservationIds,
    requestFingerprints: [],
  });
  const bulk = (requestId: string) => {
    const { accountId } = parts;
    return { accountId, entries: 5, priceCents: 4, requestId, requestFingerprint: null };
  };
  const record = (sequence: number, amountCents: number, balanceCents: number) => ({
    id: `record-${sequence}`,
    accountId: parts.accountId,
    sequence,
    type: 'adjustment' as const,
    amountCents,
    balanceCents,
    reference: null,
    note: null,
    createdAt: parts.clock.ms,
  });

  it('knows the accounts it has, and no others', async () => {
    const { accountId, ledger } = parts;
    expect(await ledger.balances([accountId, 'unknown'])).toEqual(new Map([[accountId, 100]]));
    expect(await ledger.statement('unknown')).toEqual({ records: [], balanceCents: 0 });
  });

  it('gives a transaction the state it decides on, and keeps what it writes', async () => {
    const { accountId, database, ledger } = parts;
    await database.write(async (tx) => {
      const state = await ledger.read(tx, scopeOf());
      expect(state.books).toEqual(new Map([[accountId, { balanceCents: 100, lastSequence: 1 }]]));
      const moved = [{ accountId, cents: -30 }];
      await ledger.write(tx, { ...NO_MOVES, moved, records: [record(2, -30, 70)] });
    });
    expect(await ledger.balances([accountId])).toEqual(new Map([[accountId, 70]]));
    expect((await ledger.records(accountId, 1))[0]).toEqual(record(2, -30, 70));
    expect((await ledger.statement(accountId)).records).toHaveLength(2);
  });

  it('writes nothing at all when a balance would go below zero, whatever was decided', async () => {
    const { accountId, ledger, settlements } = parts;
    const nothing = { tallies: { accountIds: [], day: '' }, replays: [], paid: [] };
    const overdraw = settlements.settle({ ledger: scopeOf(), ...nothing }, () => {
      const moved = [{ accountId, cents: -101 }];
      const ledgerChanges = { ...NO_MOVES, moved, records: [record(2, -101, 0)] };
      return {
        value: null,
        changes: { ledger: ledgerChanges, tallies: [], replays: [], paid: [], saved: [], audit: [] },
      };
    });
    await expect(overdraw).rejects.toThrow();
    expect(await ledger.balances([accountId])).toEqual(new Map([[accountId, 100]]));
    expect(await ledger.records(accountId, 10)).toHaveLength(1);
  });

  it('moves nothing of an account it does not have', async () => {
    const { ledger, settlements } = parts;
    const nothing = { tallies: { accountIds: [], day: '' }, replays: [], paid: [] };
    const unknown = settlements.settle({ ledger: scopeOf(), ...nothing }, () => {
      const accountId = 'unknown';
      const moved = [{ accountId, cents: 5 }];
      const ledgerChanges = { ...NO_MOVES, moved, records: [{ ...record(1, 5, 5), accountId }] };
      return {
        value: null,
        changes: { ledger: ledgerChanges, tallies: [], replays: [], paid: [], saved: [], audit: [] },
      };
    });
    await expect(unknown).rejects.toThrow();
    expect(await ledger.balances(['unknown'])).toEqual(new Map());
  });

  it('distinguishes held reservations from closed ones, and gives the time they were made', async () => {
    const { clock, ledger } = parts;
    const settle = settleLedger(parts);
    const reserve = (reference: string) => settle(scopeOf(), (books) => books.reserve(bulk(reference)));
    const first = await reserve('first');
    clock.ms += 1_000;
    const second = await reserve('second');
    expect(await ledger.heldFromBefore(clock.ms - 1)).toEqual([first]);
    expect(await settle(scopeOf(first.id), (books) => books.release(first))).toBe(true);
    expect(await settle(scopeOf(first.id), (books) => books.release(first))).toBe(false);
    expect(await ledger.heldFromBefore(clock.ms)).toEqual([second]);
    expect(await ledger.bulkMismatches()).toEqual([]);
  });

  it('gives a repeated request the reservation that it holds', async () => {
    const { accountId, ledger, billing } = parts;
    const settle = settleLedger(parts);
    const reserve = (requestId: string, request: string) => {
      const scope = { ...scopeOf(), requestFingerprints: [request] };
      return settle(scope, (books) => books.reserve({ ...bulk(requestId), requestFingerprint: request }));
    };
    const first = await reserve('first', 'one');
    expect(await reserve('repeat', 'one')).toEqual(first);
    expect(await billing.balanceCents(accountId)).toBe(80);
    expect((await reserve('another', 'two')).id).not.toBe(first.id);
    expect(await billing.balanceCents(accountId)).toBe(60);
    await settle(scopeOf(first.id), (books) => books.release(first));
    expect(await ledger.bulkMismatches()).toEqual([]);
  });

  it.each([5, 3, 0])(
    'gives the reservation of a request back, and takes one at %i cents, where the price changed before the repeat',
    async (priceCents) => {
      const { accountId, ledger, billing } = parts;
      const settle = settleLedger(parts);
      const scope = { ...scopeOf(), requestFingerprints: ['one'] };
      const reserve = (requestId: string, cents: number, entries = 18) =>
        settle(scope, (books) =>
          books.reserve({ ...bulk(requestId), entries, priceCents: cents, requestFingerprint: 'one' }),
        );
      const first = await reserve('first', 4);
      expect(await billing.balanceCents(accountId)).toBe(28);
      const repeat = await reserve('repeat', priceCents);
      expect(repeat).toMatchObject({ reference: 'repeat', priceCents, status: 'held' });
      expect(await billing.balanceCents(accountId)).toBe(100 - 18 * priceCents);
      await expect(
        settle(scopeOf(first.id), (books) => books.settle(first, { matches: 1, requestId: 'first' })),
      ).rejects.toThrow(ReservationExpiredError);
      await settle(scopeOf(repeat.id), (books) => books.settle(repeat, { matches: 2, requestId: 'repeat' }));
      expect(await billing.balanceCents(accountId)).toBe(100 - 2 * priceCents);
      expect(await ledger.bulkMismatches()).toEqual([]);
    },
  );

  it('keeps the reservation of a request with a repeat that costs more than the whole balance', async () => {
    const { accountId, ledger, billing } = parts;
    const settle = settleLedger(parts);
    const scope = { ...scopeOf(), requestFingerprints: ['one'] };
    const reserve = (requestId: string, priceCents: number) =>
      settle(scope, (books) =>
        outcomeOf(() => books.reserve({ ...bulk(requestId), priceCents, requestFingerprint: 'one' })),
      );
    await reserve('first', 4);
    expect(await reserve('repeat', 21)).toEqual({ error: new InsufficientBalanceError(105) });
    expect(await billing.balanceCents(accountId)).toBe(80);
    expect(await ledger.heldFromBefore(parts.clock.ms)).toMatchObject([{ reference: 'first' }]);
  });

  it.each([
    [0, 0],
    [4, 0],
    [4, 3],
    [4, 5],
  ])(
    'gives a shared reservation back and takes that of the request which is answered: %i cents, %i of 5 match',
    async (priceCents, matches) => {
      const { accountId, ledger, billing } = parts;
      const settle = settleLedger(parts);
      const scope = { ...scopeOf(), requestFingerprints: ['one'] };
      const reserve = (requestId: string) =>
        settle(scope, (books) =>
          books.reserve({ ...bulk(requestId), priceCents, requestFingerprint: 'one' }),
        );
      const first = await reserve('first');
      const shared = await reserve('repeat');
      const settled = { matches, requestId: 'repeat' };
      await settle(scopeOf(shared.id), (books) => books.settle(shared, settled));
      expect(await billing.balanceCents(accountId)).toBe(100 - matches * priceCents);
      const centsOf = async (reference: string) =>
        (await ledger.records(accountId, 100))
          .filter((entry) => entry.reference === reference)
          .reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect([await centsOf('first'), await centsOf('repeat')]).toEqual([0, 0 - matches * priceCents]);
      expect(await settle(scopeOf(first.id), (books) => books.release(first))).toBe(false);
      const again = settle(scopeOf(first.id), (books) =>
        books.settle(first, { matches, requestId: 'first' }),
      );
      await expect(again).rejects.toThrow(ReservationExpiredError);
      expect(await ledger.heldFromBefore(parts.clock.ms)).toEqual([]);
      expect(await ledger.bulkMismatches()).toEqual([]);
    },
  );

  it('charges a request that shared a reservation even if the reservation was given back in between', async () => {
    const { accountId, ledger, billing } = parts;
    const settle = settleLedger(parts);
    const first = await settle(scopeOf(), (books) => books.reserve(bulk('first')));
    await settle(scopeOf(first.id), (books) => books.release(first));
    const answer = () =>
      settle(scopeOf(first.id), (books) => books.settle(first, { matches: 3, requestId: 'repeat' }));
    await answer();
    expect(await billing.balanceCents(accountId)).toBe(100 - 3 * 4);
    const posting = { accountId, type: 'adjustment', amountCents: -70, reference: null } as const;
    await settle(scopeOf(), (books) => books.post(posting));
    await expect(answer()).rejects.toThrow(InsufficientBalanceError);
    expect(await billing.balanceCents(accountId)).toBe(18);
    expect(await ledger.heldFromBefore(parts.clock.ms)).toEqual([]);
    expect(await ledger.bulkMismatches()).toEqual([]);
  });

  it('holds a new reservation for the repeat of a request after the first was given back', async () => {
    const settle = settleLedger(parts);
    const scope = { ...scopeOf(), requestFingerprints: ['one'] };
    const reserve = (requestId: string) =>
      settle(scope, (books) => books.reserve({ ...bulk(requestId), requestFingerprint: 'one' }));
    const first = await reserve('first');
    await settle(scopeOf(first.id), (books) => books.release(first));
    expect((await reserve('repeat')).id).not.toBe(first.id);
    expect(await parts.billing.balanceCents(parts.accountId)).toBe(80);
  });

  it('decides settlements of two processes one after the other, and loses none', async () => {
    const other = await engine.openStores(parts.folder);
    const there = settleLedger({ ...parts, settlements: other.settlements });
    const here = settleLedger(parts);
    const posting = {
      accountId: parts.accountId,
      type: 'adjustment',
      amountCents: -2,
      reference: null,
    } as const;
    const all = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? here : there)(scopeOf(), (books) => books.post(posting)),
    );
    const records = await Promise.all(all);
    expect(new Set(records.map(({ sequence }) => sequence)).size).toBe(40);
    expect(await parts.billing.balanceCents(parts.accountId)).toBe(20);
    await other.database.close();
  });
});
