// Engines: SQLite, PostgreSQL

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tx, Work } from '../../platform/database/index.js';
import { randomIds } from '../../platform/ids.js';
import { engineOfTests } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { Audit } from '../log/index.js';
import { Repeats } from '../receipts/index.js';
import { Billing, ledgerFindings } from './billing.js';
import { refundOnce } from './credits.js';
import type { LedgerRecordType } from './ledger.js';

const KEY = '0d2f2e1c-7d3b-4a53-8a53-1d8c1f2f8d11';

/** Counts the charge of a lookup in its day, as a settlement does. */
const countCharge = (tx: Tx, accountId: string, cents: number) =>
  tx.query(
    `INSERT INTO daily_lookups (account_id, day, misses, matches, charged_cents) VALUES ($1, '2026-01-01', 0, 1, $2)
     ON CONFLICT (account_id, day) DO UPDATE SET charged_cents = daily_lookups.charged_cents + excluded.charged_cents`,
    [accountId, cents],
  );

describe.each([engineOfTests])('refund on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  let needs: Parameters<typeof refundOnce>[0];
  let forgotten: string[];
  let noted: [jobId: string, cents: number][];
  beforeEach(async () => {
    parts = await temporaryBilling(1_000, engine);
    forgotten = [];
    noted = [];
    needs = needsOf(parts);
  });
  afterEach(() => parts.remove());

  const needsOf = ({ database, billing }: Pick<typeof parts, 'database' | 'billing'>) => ({
    database,
    billing,
    jobs: {
      noteRefund: (_tx: unknown, id: string, cents: number) => Promise.resolve(void noted.push([id, cents])),
    },
    repeats: {
      forget: (_tx: unknown, _account: string, reference: string) =>
        Promise.resolve(void forgotten.push(reference)),
    },
  });
  const post = (type: LedgerRecordType, amountCents: number, reference: string) =>
    parts.database.writeFor(parts.accountId, async (tx) => {
      const { accountId } = parts;
      if (type === 'lookup_charge') await countCharge(tx, accountId, -amountCents);
      return parts.billing.post(tx, { accountId, type, amountCents, reference });
    });
  const refund = (chargeId: string, cents?: number, key = KEY, reason = 'wrong owner') =>
    refundOnce(needs, { accountId: parts.accountId, chargeId, cents, reason }, key);
  const balance = () => parts.billing.balanceCents(parts.accountId);
  const findings = () => ledgerFindings(parts);

  it('is a record of its own that names the charge and the reason, once for a key', async () => {
    const charge = await post('lookup_charge', -4, 'request');
    const first = await refund(charge.id);
    expect(first).toMatchObject({
      isNew: true,
      record: {
        type: 'refund',
        amountCents: 4,
        balanceCents: 1_000,
        reference: 'request',
        note: 'wrong owner',
      },
    });
    expect(await refund(charge.id)).toEqual({ ...first, isNew: false });
    await expect(refund(charge.id, 3)).rejects.toThrow('refunded $0.04 before');
    await expect(refund(charge.id, undefined, KEY, 'another reason')).rejects.toThrow('before');
    expect(await balance()).toBe(1_000);
    expect(await parts.billing.records(parts.accountId, 1)).toEqual([first.record]);
    expect(await findings()).toEqual([]);
  });

  it('is never more than the charge in sum, and ends its free repeats once all is given back', async () => {
    const charge = await post('job_charge', -40, 'job');
    await refund(charge.id, 30, 'first');
    expect(forgotten).toEqual([]);
    for (const cents of [11, 40, 0, -1, 1.5, Number.NaN])
      await expect(refund(charge.id, cents, `of ${cents}`)).rejects.toThrow('at most $0.10');
    await refund(charge.id, undefined, 'rest');
    expect(forgotten).toEqual(['job']);
    expect(noted).toEqual([
      ['job', 30],
      ['job', 10],
    ]);
    await expect(refund(charge.id, 1, 'more')).rejects.toThrow('All of this charge');
    expect(await balance()).toBe(1_000);
    expect(await findings()).toEqual([]);
  });

  it('gives back only what the automatic refund of a bulk left', async () => {
    const reserved = await post('bulk_reservation', -40, 'bulk');
    await post('bulk_refund', 28, 'bulk');
    expect((await refund(reserved.id)).record.amountCents).toBe(12);
    expect(await balance()).toBe(1_000);
  });

  it('leaves no more than the rest to later automatic refunds', async () => {
    const charge = await post('lookup_charge', -4, 'request');
    await refund(charge.id, 3);
    const giveBack = () =>
      parts.database.writeFor(parts.accountId, (tx) =>
        parts.billing.giveBack(tx, {
          accountId: parts.accountId,
          type: 'lookup_refund',
          amountCents: 4,
          reference: 'request',
        }),
      );
    expect(await giveBack()).toBe(1);
    expect(await giveBack()).toBe(0);
    expect(await balance()).toBe(1_000);
    expect(await findings()).toEqual([]);
  });

  it('is not more than the charge when two servers are asked many times at the same moment', async () => {
    const charge = await post('lookup_charge', -4, 'request');
    const stores = await engine.openStores(parts.folder);
    const { database, ledger, auditStore } = stores;
    const audit = new Audit({ database, store: auditStore, clock: parts.clock });
    const billing = new Billing({ database, ledger, clock: parts.clock, ids: randomIds, audit });
    const there = needsOf({ ...parts, database, billing });
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        refundOnce(
          at % 2 === 0 ? needs : there,
          { accountId: parts.accountId, chargeId: charge.id, cents: 3, reason: 'wrong owner' },
          `click ${at}`,
        ),
      ),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance()).toBe(999);
    await database.close();
  });

  it('happens once when the server dies after the commit, before it answers', async () => {
    const charge = await post('lookup_charge', -4, 'request');
    const { database, billing } = parts;
    const dies = {
      ...needs,
      database: {
        read: database.read,
        close: () => database.close(),
        write: <T>(work: Work<T>) => database.write(work),
        writeFor: async <T>(accountId: string, work: Work<T>): Promise<T> => {
          await database.writeFor(accountId, work);
          throw new Error('the answer of the commit was lost');
        },
      } as unknown as typeof database,
      billing,
    };
    const asked = { accountId: parts.accountId, chargeId: charge.id, cents: 2, reason: 'wrong owner' };
    expect(await refundOnce(dies, asked, KEY)).toMatchObject({ isNew: false, record: { amountCents: 2 } });
    expect(await refund(charge.id, 2)).toMatchObject({ isNew: false });
    expect(await balance()).toBe(998);
  });

  it('is refused for a record that is not a charge of the account, and while the paid work is in progress', async () => {
    const topUp = (await parts.billing.records(parts.accountId, 1))[0];
    await expect(refund(topUp?.id ?? '')).rejects.toThrow('Only a charge');
    await expect(refund('unknown')).rejects.toMatchObject({ code: 'unknown_transaction' });
    const charge = await post('lookup_charge', -4, 'request');
    const elsewhere = { accountId: 'another', chargeId: charge.id, cents: 4, reason: 'x' };
    await expect(refundOnce(needs, elsewhere, KEY)).rejects.toThrow();
    const { database, ledger, accountId } = parts;
    await database.writeFor(accountId, async (tx) => {
      const books = parts.billing.open(
        await ledger.read(tx, { accountIds: [accountId], reservationIds: [], requestFingerprints: [] }),
      );
      books.reserve({ accountId, entries: 2, priceCents: 4, requestId: 'bulk', requestFingerprint: null });
      await ledger.write(tx, books.changes());
    });
    const reserved = (await parts.billing.records(accountId, 1))[0];
    await expect(refund(reserved?.id ?? '', 1, 'early')).rejects.toThrow('still under way');
    expect(await balance()).toBe(988);
  });

  it('makes the refunded properties cost something again', async () => {
    const { accountId, database, paid, clock } = parts;
    const repeats = new Repeats({ paid, database, clock, ids: randomIds });
    const payer = { accountId, days: 30 };
    const [one, two] = [await post('lookup_charge', -4, 'one'), await post('job_charge', -8, 'two')];
    await database.writeFor(accountId, async (tx) => {
      const book = repeats.open(new Map());
      book.pay(accountId, ['a'], 'one');
      book.pay(accountId, ['b'], 'two');
      book.pay(accountId, ['c'], 'two');
      await paid.write(tx, book.changes());
    });
    needs = { ...needs, repeats };
    const unpaid = async () => (await repeats.unpaid(payer, [['a'], ['b'], ['c']])).flat().sort();
    await refund(two.id, 7, 'part');
    expect(await unpaid()).toEqual([]);
    expect(await repeats.findings()).toEqual([]);
    await refund(one.id, undefined, 'whole');
    expect(await unpaid()).toEqual(['a']);
    expect(await repeats.findings()).toEqual([]);
    // Posts the rest without ending the free repeats, as a faulty refund would.
    await post('refund', 1, 'two');
    expect(await repeats.findings()).toMatchObject([expect.stringContaining('two')]);
  });

  it('that is more than its charge, or has none, is a finding', async () => {
    await post('lookup_charge', -4, 'request');
    await post('refund', 5, 'request');
    await post('refund', 1, 'nothing');
    expect((await findings()).sort()).toMatchObject([
      expect.stringContaining('1 cents more were refunded for nothing'),
      expect.stringContaining('1 cents more were refunded for request'),
    ]);
  });
});
