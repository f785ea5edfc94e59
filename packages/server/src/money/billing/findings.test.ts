import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engineOfTests } from '../../testing/engines.js';
import { settleLedger, temporaryBilling } from '../../testing/temporary.js';
import { ledgerFindings } from './billing.js';

let parts: Awaited<ReturnType<typeof temporaryBilling>>;
beforeEach(async () => {
  parts = await temporaryBilling(100);
  const { accountId } = parts;
  const scope = { accountIds: [accountId], reservationIds: [], requestFingerprints: [] };
  await settleLedger(parts)(scope, (books) => {
    books.post({ accountId, type: 'lookup_charge', amountCents: -4, reference: 'lookup' });
    books.reserve({ accountId, entries: 10, priceCents: 4, requestId: 'bulk', requestFingerprint: null });
  });
  await parts.database.write((tx) =>
    tx.query(
      "INSERT INTO daily_lookups (account_id, day, misses, matches, charged_cents) VALUES ($1, '2026-01-01', 0, 1, 4)",
      [accountId],
    ),
  );
});
afterEach(() => parts.remove());

const findings = () => ledgerFindings(parts);
const damage = (sql: string) => parts.database.write((tx) => tx.query(sql));

describe('the doctor', () => {
  it('finds nothing in a sound ledger, and no fault in an account without records', async () => {
    await parts.database.write((tx) => parts.accounts.create(tx, { name: 'New', email: null }));
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['a balance that is not the sum', 'UPDATE accounts SET balance_cents = 57', 'add up to 56'],
    ['a record that is gone', 'DELETE FROM ledger_records WHERE sequence = 2', 'out of sequence'],
    [
      'a charge that its day does not count',
      'UPDATE daily_lookups SET charged_cents = 0',
      'its days count 0',
    ],
    ['all records gone', 'DELETE FROM ledger_records', 'add up to 0'],
    [
      'a wrong running balance',
      'UPDATE ledger_records SET balance_cents = 95 WHERE sequence = 2',
      'holds the balance',
    ],
    [
      'a charge that gives money',
      'UPDATE ledger_records SET amount_cents = 4 WHERE sequence = 2',
      'wrong sign',
    ],
    [
      'a charge higher than any price',
      'UPDATE ledger_records SET amount_cents = -1001 WHERE sequence = 2',
      'more than a match can cost',
    ],
    [
      'a ledger that was below zero',
      'UPDATE ledger_records SET amount_cents = 2 WHERE sequence = 1',
      'is negative',
    ],
    [
      'a balance too large for an exact number',
      'UPDATE accounts SET balance_cents = 9007199254740993',
      'more than an account can hold',
    ],
    [
      'an amount larger than an account can hold',
      'UPDATE ledger_records SET amount_cents = -9223372036854775807 WHERE sequence = 3',
      'moves more than an account can hold',
    ],
    ['a reservation without its record', "UPDATE reservations SET reference = 'other'", 'bulk other'],
    ['a reservation that is gone', 'DELETE FROM reservations', 'missing'],
    [
      'a refund that was never written',
      "UPDATE reservations SET status = 'refunded'",
      '40 cents were taken and 0',
    ],
  ])('finds %s', async (_, sql, sentence) => {
    await damage(sql);
    expect((await findings()).join('\n')).toContain(sentence);
  });

  // PostgreSQL's columns hold only whole numbers.
  it.runIf(engineOfTests.name === 'SQLite').each([
    [
      'a balance with a part of a cent',
      'UPDATE accounts SET balance_cents = 56.5',
      'not in whole cents: 56.5',
    ],
    [
      'a record with a part of a cent',
      'UPDATE ledger_records SET amount_cents = 99.5 WHERE sequence = 1',
      'not in whole cents',
    ],
  ])('finds %s', async (_, sql, sentence) => {
    await damage(sql);
    expect((await findings()).join('\n')).toContain(sentence);
  });

  it('finds one cent, wherever it is added or missing', async () => {
    const columns = fc.constantFrom(
      { table: 'accounts', column: 'balance_cents', rows: 1 },
      { table: 'ledger_records', column: 'amount_cents', rows: 3 },
      { table: 'ledger_records', column: 'balance_cents', rows: 3 },
      { table: 'reservations', column: 'amount_cents', rows: 1 },
    );
    await fc.assert(
      fc.asyncProperty(columns, fc.nat(2), fc.constantFrom(1, -1), async (at, place, cents) => {
        const row = `(SELECT id FROM ${at.table} ORDER BY id LIMIT 1 OFFSET ${place % at.rows})`;
        const move = (by: number) =>
          damage(`UPDATE ${at.table} SET ${at.column} = ${at.column} + (${by}) WHERE id = ${row}`);
        await move(cents);
        expect(await findings()).not.toEqual([]);
        await move(-cents);
        expect(await findings()).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('finds reserved money that is never given back', async () => {
    parts.clock.ms += 10 * 60_000;
    expect((await findings()).join('\n')).toContain('40 cents are still reserved for bulk bulk');
  });
});
