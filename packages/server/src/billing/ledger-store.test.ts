import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../testing/engines.js';
import { NO_MOVES, settleLedger, temporaryBilling } from '../testing/temporary.js';

describe.each(engines)('a ledger on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  beforeEach(async () => {
    parts = await temporaryBilling(100, engine);
  });
  afterEach(() => parts.remove());

  const scopeOf = (...reservationIds: string[]) => ({ accountIds: [parts.accountId], reservationIds });
  const record = (sequence: number, amountCents: number, balanceCents: number) => ({
    id: `record-${sequence}`,
    accountId: parts.accountId,
    sequence,
    type: 'adjustment' as const,
    amountCents,
    balanceCents,
    reference: null,
    createdAt: parts.clock.ms,
  });

  it('knows the accounts it has, and no others', async () => {
    const { accountId, ledger } = parts;
    expect(await ledger.balances([accountId, 'unknown'])).toEqual(new Map([[accountId, 100]]));
    expect(await ledger.statement('unknown')).toEqual({ records: [], balanceCents: 0 });
  });

  it('gives a transaction what it decides on, and keeps what that writes', async () => {
    const { accountId, database, ledger } = parts;
    await database.write(async (tx) => {
      const state = await ledger.read(tx, scopeOf());
      expect(state.pages).toEqual(new Map([[accountId, { balanceCents: 100, lastSequence: 1 }]]));
      const moved = [{ accountId, cents: -30 }];
      await ledger.write(tx, { ...NO_MOVES, moved, records: [record(2, -30, 70)] });
    });
    expect(await ledger.balances([accountId])).toEqual(new Map([[accountId, 70]]));
    expect((await ledger.records(accountId, 1))[0]).toEqual(record(2, -30, 70));
    expect((await ledger.statement(accountId)).records).toHaveLength(2);
  });

  it('writes nothing at all when a balance would go below zero, whatever was decided', async () => {
    const { accountId, ledger, settlements } = parts;
    const nothing = { tallies: { accountIds: [], day: '' }, replays: [] };
    const overdraw = settlements.settle({ ledger: scopeOf(), ...nothing }, () => {
      const moved = [{ accountId, cents: -101 }];
      const ledgerChanges = { ...NO_MOVES, moved, records: [record(2, -101, 0)] };
      return { value: null, changes: { ledger: ledgerChanges, tallies: [], replays: [] } };
    });
    await expect(overdraw).rejects.toThrow();
    expect(await ledger.balances([accountId])).toEqual(new Map([[accountId, 100]]));
    expect(await ledger.records(accountId, 10)).toHaveLength(1);
  });

  it('moves nothing of an account it does not have', async () => {
    const { ledger, settlements } = parts;
    const nothing = { tallies: { accountIds: [], day: '' }, replays: [] };
    const unknown = settlements.settle({ ledger: scopeOf(), ...nothing }, () => {
      const accountId = 'unknown';
      const moved = [{ accountId, cents: 5 }];
      const ledgerChanges = { ...NO_MOVES, moved, records: [{ ...record(1, 5, 5), accountId }] };
      return { value: null, changes: { ledger: ledgerChanges, tallies: [], replays: [] } };
    });
    await expect(unknown).rejects.toThrow();
    expect(await ledger.balances(['unknown'])).toEqual(new Map());
  });

  it('tells held reservations from closed ones, and since when they are held', async () => {
    const { accountId, clock, ledger } = parts;
    const settle = settleLedger(parts);
    const reserve = (reference: string) =>
      settle(scopeOf(), (books) => books.reserve(accountId, { entries: 5, priceCents: 4 }, reference));
    const first = await reserve('first');
    clock.ms += 1_000;
    const second = await reserve('second');
    expect(await ledger.heldSince(clock.ms - 1)).toEqual([first]);
    expect(await settle(scopeOf(first.id), (books) => books.release(first))).toBe(true);
    expect(await settle(scopeOf(first.id), (books) => books.release(first))).toBe(false);
    expect(await ledger.heldSince(clock.ms)).toEqual([second]);
    expect(await ledger.bulkMismatches()).toEqual([]);
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
