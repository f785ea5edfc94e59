// Engines: SQLite, PostgreSQL

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Work } from '../../platform/database/index.js';
import { randomIds } from '../../platform/ids.js';
import { engineOfTests } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { acceptanceOf } from '../accounts/index.js';
import { Audit } from '../log/index.js';
import { Billing } from './billing.js';
import { creditOnce } from './credits.js';
import { openAccount } from './open-account.js';

const KEY = '0d2f2e1c-7d3b-4a53-8a53-1d8c1f2f8d11';

describe.each([engineOfTests])('credit on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  beforeEach(async () => {
    parts = await temporaryBilling(1_000, engine);
  });
  afterEach(() => parts.remove());

  const credit = (cents: number, key = KEY, note: string | null = null) =>
    creditOnce(parts, { accountId: parts.accountId, cents, note }, key);
  const balance = () => parts.billing.balanceCents(parts.accountId);
  const sound = async () => {
    const { records, balanceCents } = await parts.ledger.statement(parts.accountId);
    expect(records.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(balanceCents);
  };

  it('moves money once for a key, and answers the same record again', async () => {
    const first = await credit(500, KEY, 'invoice 7');
    expect(first).toMatchObject({
      isNew: true,
      record: { type: 'top_up', amountCents: 500, balanceCents: 1_500, reference: 'invoice 7' },
    });
    await credit(1, 'another-key-of-16');
    expect(await credit(500, KEY, 'invoice 7')).toEqual({ ...first, isNew: false });
    expect(await balance()).toBe(1_501);
  });

  it('moves it once when two servers are asked many times at the same moment', async () => {
    const stores = await engine.openStores(parts.folder);
    const { database, ledger, auditStore } = stores;
    const audit = new Audit({ database, store: auditStore, clock: parts.clock });
    const there = {
      database,
      billing: new Billing({ database, ledger, clock: parts.clock, ids: randomIds, audit }),
    };
    const asked = { accountId: parts.accountId, cents: 500, note: null };
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => creditOnce(at % 2 === 0 ? parts : there, asked, KEY)),
    );
    expect(new Set(all.map(({ record }) => record.id)).size).toBe(1);
    expect(await balance()).toBe(1_500);
    await sound();
    await database.close();
  });

  it('moves it once when the server dies after the commit, before it answers', async () => {
    const { database, billing } = parts;
    const dies = {
      billing,
      database: {
        read: database.read,
        close: () => database.close(),
        write: <T>(work: Work<T>) => database.write(work),
        writeFor: async <T>(accountId: string, work: Work<T>): Promise<T> => {
          await database.writeFor(accountId, work);
          throw new Error('killed');
        },
      },
    };
    const { record } = await creditOnce(dies, { accountId: parts.accountId, cents: 500, note: null }, KEY);
    expect(await credit(500)).toEqual({ record, isNew: false });
    expect(await balance()).toBe(1_500);
  });

  it('refuses a key that moved another amount, or gave another reason', async () => {
    await credit(500);
    await expect(credit(600)).rejects.toMatchObject({ code: 'unusable_credit' });
    await expect(credit(500, KEY, 'again')).rejects.toMatchObject({ code: 'unusable_credit' });
    expect(await balance()).toBe(1_500);
  });

  it('keeps the keys of accounts apart', async () => {
    const other = await openAccount(parts, { name: 'Other', email: null, balanceCents: 0, terms: {} });
    await credit(500);
    await creditOnce(parts, { accountId: other.account.id, cents: 7, note: null }, KEY);
    expect([await balance(), await parts.billing.balanceCents(other.account.id)]).toEqual([1_500, 7]);
  });

  it('takes back what is there, never more', async () => {
    expect((await credit(-400)).record).toMatchObject({ type: 'adjustment', balanceCents: 600 });
    await expect(credit(-601, 'another-key-of-16')).rejects.toThrow(
      "The account has less than $6.01, so it can't be taken back. Nothing was changed.",
    );
    expect(await balance()).toBe(600);
  });

  it.each([0, 0.5, Number.NaN, 10_000_000_001, -10_000_000_001])('refuses %d cents', async (cents) => {
    await expect(credit(cents)).rejects.toMatchObject({ code: 'unusable_credit' });
    expect(await balance()).toBe(1_000);
  });

  it('for an account that does not exist moves nothing', async () => {
    const unknown = creditOnce(parts, { accountId: 'unknown', cents: 5, note: null }, KEY);
    await expect(unknown).rejects.toMatchObject({ code: 'unknown_account' });
  });

  it('opens an account with its key and its balance, or not at all', async () => {
    const terms = { priceCents: 9 };
    const { account, key } = await openAccount(parts, { name: 'New', email: null, balanceCents: 700, terms });
    expect(account).toMatchObject({ name: 'New', balanceCents: 700, priceCents: 9, dailyMisses: null });
    expect(await parts.accounts.get(account.id)).toEqual(account);
    expect((await parts.accounts.listKeys(account.id)).map(({ id }) => id)).toEqual([key.keyId]);
    for (const wrong of [
      { balanceCents: -1, terms: {} },
      { balanceCents: 0, terms: { dailyMisses: 0 } },
      { balanceCents: 5, terms: {}, acceptance: acceptanceOf('short', 'Alex') },
    ]) {
      await expect(openAccount(parts, { name: 'Wrong', email: null, ...wrong })).rejects.toThrow();
    }
    expect((await parts.accounts.list()).map(({ name }) => name)).not.toContain('Wrong');
  });

  it('opens an account that accepts the terms, in one commit', async () => {
    const acceptance = acceptanceOf('offers to buy houses', 'Alex');
    const { account } = await openAccount(parts, {
      name: 'New',
      email: null,
      balanceCents: 0,
      terms: {},
      acceptance,
    });
    expect(await parts.termsOfUse.of(account.id)).toMatchObject({
      purpose: 'offers to buy houses',
      acceptedBy: 'Alex',
    });
  });

  describe('of an account that is opened under a key', () => {
    const NEW = { name: 'New', email: 'new@example.com', balanceCents: 700, terms: { priceCents: 9 } };
    const opened = (changes: Partial<typeof NEW> = {}) => openAccount(parts, { ...NEW, ...changes }, KEY);
    const first = async (accountId: string) => (await parts.ledger.statement(accountId)).records;

    it('is noted as its opening balance, once, however often it is asked for', async () => {
      const { account, key, isNew } = await opened();
      const again = await opened();
      expect([isNew, again.isNew]).toEqual([true, false]);
      expect(again.account).toMatchObject({ id: account.id, balanceCents: 700 });
      // The answer with the first secret was lost, so that secret no longer works.
      expect(again.key).toMatchObject({ keyId: key.keyId });
      expect(again.key.apiKey).not.toBe(key.apiKey);
      expect(await first(account.id)).toMatchObject([
        { type: 'top_up', amountCents: 700, reference: 'opening balance' },
      ]);
    });

    it.each([
      ['name', { name: 'Old' }],
      ['email', { email: 'old@example.com' }],
      ['balance', { balanceCents: 0 }],
      ['price', { terms: { priceCents: 8 } }],
    ])('is not taken for that of an account with another %s', async (_, changes) => {
      const { account } = await opened();
      await expect(opened(changes)).rejects.toMatchObject({ code: 'account_made_before' });
      expect(await first(account.id)).toHaveLength(1);
    });

    it('is not taken for credit that was added to an account opened with nothing', async () => {
      const { account } = await opened({ balanceCents: 0 });
      await creditOnce(parts, { accountId: account.id, cents: 700, note: null }, 'another-key-of-16');
      await expect(opened()).rejects.toMatchObject({ code: 'account_made_before' });
      expect((await opened({ balanceCents: 0 })).account).toMatchObject({
        id: account.id,
        balanceCents: 700,
      });
    });
  });
});
