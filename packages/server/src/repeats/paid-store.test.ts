import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY, utcDay } from '../clock.js';
import { engines } from '../testing/engines.js';
import { temporaryBilling } from '../testing/temporary.js';
import { slotOf, type PaidProperty } from './paid-property.js';
import { Repeats } from './repeats.js';

describe.each(engines)('paid properties on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  let repeats: Repeats;
  beforeEach(async () => {
    parts = await temporaryBilling(100, engine);
    repeats = new Repeats(parts.paid, parts.clock);
  });
  afterEach(() => parts.remove());

  const paid = (property: string, daysAgo = 0, reference = 'request'): PaidProperty => ({
    accountId: parts.accountId,
    property,
    paidOn: utcDay(parts.clock.now() - daysAgo * MS_PER_DAY),
    reference,
  });
  const write = (...properties: PaidProperty[]) =>
    parts.database.write((tx) => parts.paid.write(tx, properties));
  const kept = async (...properties: string[]) => {
    const slots = properties.map((property) => slotOf({ accountId: parts.accountId, property }));
    return [...(await parts.paid.paid(slots)).values()].map(({ property }) => property).sort();
  };
  const setTerm = (freeRepeatDays: number | null) =>
    parts.accounts.change(parts.accountId, { terms: { freeRepeatDays } });

  it('are found by account and hash, in a transaction and after it', async () => {
    const one = paid('a');
    const slots = [slotOf(one), slotOf({ ...one, accountId: 'another' }), slotOf(paid('b'))];
    await parts.database.writeFor(parts.accountId, async (tx) => {
      await parts.paid.write(tx, [one]);
      expect(await parts.paid.read(tx, slots)).toEqual(new Map([[slotOf(one), one]]));
    });
    expect(await parts.paid.paid(slots)).toEqual(new Map([[slotOf(one), one]]));
  });

  it('take the place of what was kept of the same property', async () => {
    await write(paid('a', 40, 'old'));
    await write(paid('a', 0, 'new'));
    expect((await parts.paid.paid([slotOf(paid('a'))])).get(slotOf(paid('a')))).toEqual(paid('a', 0, 'new'));
  });

  it('are forgotten with the charge they were paid with, and no others', async () => {
    await write(paid('a', 0, 'one'), paid('b', 0, 'two'), paid('c', 0, 'one'));
    await parts.database.writeFor(parts.accountId, (tx) => repeats.forget(tx, parts.accountId, 'one'));
    expect(await kept('a', 'b', 'c')).toEqual(['b']);
  });

  it('are swept when the term of the account is over, or when it has none any more', async () => {
    await setTerm(30);
    await write(paid('a', 30), paid('b', 31));
    expect(await repeats.sweep(0)).toBe(1);
    expect(await kept('a', 'b')).toEqual(['a']);
    await setTerm(null);
    expect(await repeats.sweep(30)).toBe(0);
    expect(await repeats.sweep(0)).toBe(1);
    expect(await kept('a')).toEqual([]);
  });

  it('are charged for in thousands at once: what was paid within the term is left out, and nothing twice', async () => {
    const all = Array.from({ length: 12_000 }, (_, index) => `property ${index}`);
    const payer = { accountId: parts.accountId, days: 30 };
    const earlier = all.filter((_, index) => index % 3 === 0);
    const pay = (properties: readonly string[], reference: string) =>
      parts.database.writeFor(parts.accountId, (tx) => repeats.pay(tx, { ...payer, reference }, properties));
    expect(await pay(earlier, 'one')).toBe(4_000);
    expect(await repeats.unpaid(payer, all)).toHaveLength(8_000);
    expect(await pay(all, 'two')).toBe(8_000);
    expect(await pay(all, 'three')).toBe(0);
    parts.clock.ms += 31 * MS_PER_DAY;
    expect(await pay(all, 'four')).toBe(12_000);
  });

  it('that no charge stands behind are a finding', async () => {
    const post = (
      type: 'lookup_charge' | 'job_charge' | 'job_refund',
      amountCents: number,
      reference: string,
    ) =>
      parts.database.writeFor(parts.accountId, (tx) =>
        parts.billing.post(tx, { accountId: parts.accountId, type, amountCents, reference }),
      );
    await post('lookup_charge', -4, 'lookup');
    await post('job_charge', -8, 'job');
    await write(paid('a', 0, 'lookup'), paid('b', 0, 'job'), paid('c', 0, 'job'));
    expect(await repeats.findings()).toEqual([]);
    await post('job_refund', 8, 'job');
    await write(paid('d', 0, 'nothing'));
    expect((await repeats.findings()).map((finding) => /with (\w+),/.exec(finding)?.[1]).sort()).toEqual([
      'job',
      'nothing',
    ]);
  });
});
