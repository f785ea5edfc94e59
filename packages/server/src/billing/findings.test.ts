import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asking, writeAll } from '../database/index.js';
import { temporaryBilling } from '../testing/temporary.js';
import { ledgerFindings } from './findings.js';

let parts: Awaited<ReturnType<typeof temporaryBilling>>;
beforeEach(async () => {
  parts = await temporaryBilling(100);
  const { accountId, billing, database } = parts;
  await database.write(async (tx) => {
    const books = await billing.openBooks(asking(tx), { accountIds: [accountId] });
    books.post({ accountId, type: 'lookup_charge', amountCents: -4, reference: 'lookup' });
    books.reserve(accountId, 40, 'bulk');
    await writeAll(tx, books.writes());
  });
});
afterEach(() => parts.remove());

const findings = () => ledgerFindings(parts.database, parts.clock);
const damage = (sql: string) => parts.database.write((tx) => tx.query(sql));

describe('the doctor', () => {
  it('finds nothing in a sound ledger, and no fault in an account without records', async () => {
    await parts.database.write((tx) => parts.accounts.create(tx, { name: 'New', email: null }));
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['a balance that is not the sum', 'UPDATE accounts SET balanceCents = 57', 'add up to 56'],
    ['a record that is gone', 'DELETE FROM ledger_records WHERE sequence = 2', 'out of sequence'],
    ['all records gone', 'DELETE FROM ledger_records', 'add up to 0'],
    [
      'a wrong running balance',
      'UPDATE ledger_records SET balanceCents = 95 WHERE sequence = 2',
      'holds the balance',
    ],
    [
      'a charge that gives money',
      'UPDATE ledger_records SET amountCents = 4 WHERE sequence = 2',
      'wrong sign',
    ],
    [
      'a charge of another price',
      'UPDATE ledger_records SET amountCents = -5 WHERE sequence = 2',
      'price of one match',
    ],
    [
      'a ledger that was below zero',
      'UPDATE ledger_records SET amountCents = 2 WHERE sequence = 1',
      'is negative',
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

  it('finds money that nobody gives back', async () => {
    parts.clock.ms += 10 * 60_000;
    expect((await findings()).join('\n')).toContain('40 cents are still reserved for bulk bulk');
  });
});
