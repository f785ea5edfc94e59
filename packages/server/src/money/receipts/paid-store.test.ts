import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY, utcDay } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/index.js';
import { randomIds } from '../../platform/ids.js';
import { engines } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { paidSlot, type PaidProperty } from './paid-store.js';
import { JoinedProperties } from './properties.js';
import { Repeats } from './repeats.js';

describe.each(engines)('paid properties on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  let repeats: Repeats;
  beforeEach(async () => {
    parts = await temporaryBilling(100, engine);
    repeats = new Repeats({ ...parts, ids: randomIds });
  });
  afterEach(() => parts.remove());

  const paid = (property: string, daysAgo = 0, reference = 'request'): PaidProperty => ({
    accountId: parts.accountId,
    property,
    paidOn: utcDay(parts.clock.now() - daysAgo * MS_PER_DAY),
    reference,
    further: 0,
  });
  const write = (...properties: PaidProperty[]) =>
    parts.database.write((tx) => parts.paid.write(tx, properties));
  const read = (...slots: string[]) => parts.database.write((tx) => parts.paid.read(tx, slots));
  const kept = async (...properties: string[]) => {
    const slots = properties.map((property) => paidSlot({ accountId: parts.accountId, property }));
    return [...(await read(...slots)).values()].map(({ property }) => property).sort();
  };
  const setTerm = (freeRepeatDays: number | null) =>
    parts.accounts.change(parts.accountId, { terms: { freeRepeatDays } });

  it('are found by account and hash, in a transaction and after it', async () => {
    const one = paid('a');
    const slots = [paidSlot(one), paidSlot({ ...one, accountId: 'another' }), paidSlot(paid('b'))];
    await parts.database.writeFor(parts.accountId, async (tx) => {
      await parts.paid.write(tx, [one]);
      expect(await parts.paid.read(tx, slots)).toEqual(new Map([[paidSlot(one), one]]));
    });
    expect(await read(...slots)).toEqual(new Map([[paidSlot(one), one]]));
  });

  it('replace earlier rows of the same property', async () => {
    await write(paid('a', 40, 'old'));
    await write(paid('a', 0, 'new'));
    expect((await read(paidSlot(paid('a')))).get(paidSlot(paid('a')))).toEqual(paid('a', 0, 'new'));
  });

  it('are removed with the charge they were paid with, and no others', async () => {
    await write(paid('a', 0, 'one'), paid('b', 0, 'two'), paid('c', 0, 'one'));
    await parts.database.writeFor(parts.accountId, (tx) => repeats.forget(tx, parts.accountId, 'one'));
    expect(await kept('a', 'b', 'c')).toEqual(['b']);
  });

  it('are swept when the account’s term has expired, or the account has no term any more', async () => {
    await setTerm(30);
    await write(paid('a', 30), paid('b', 31));
    expect(await repeats.sweep(0)).toBe(1);
    expect(await kept('a', 'b')).toEqual(['a']);
    await setTerm(null);
    expect(await repeats.sweep(30)).toBe(0);
    expect(await repeats.sweep(0)).toBe(1);
    expect(await kept('a')).toEqual([]);
  });

  it.runIf(engine.name === 'PostgreSQL')(
    'are found by their key, also when statistics were taken before the account had any',
    async () => {
      const { database, accountId } = parts;
      await write(
        ...Array.from({ length: 1_000 }, (_, n) => ({ ...paid(`other ${n}`), accountId: 'other' })),
      );
      await database.read.query('ANALYZE paid_properties');
      await write(...Array.from({ length: 2_000 }, (_, n) => paid(`own ${n}`)));
      const plan = await database.read.query<object[]>(
        'EXPLAIN SELECT FROM paid_properties WHERE account_id = $1 AND property = $2 AND paid_on >= $3',
        [accountId, 'own 1', paid('own 1', 30).paidOn],
      );
      expect(JSON.stringify(plan)).toContain('paid_properties_pkey');
    },
  );

  describe('of a long list', () => {
    /** More than one step. */
    const SIZE = 6_000;
    const ALL = Array.from({ length: SIZE }, (_, index) => `property ${index}`);
    const oneHash = (names: readonly string[]) => names.map((name) => [name]);
    const payer = () => ({ accountId: parts.accountId, days: 30 });
    const inWork = <T>(work: (tx: Tx) => Promise<T>) => parts.database.writeFor(parts.accountId, work);
    /** @param meanwhile runs after the list was claimed and before it is charged */
    const pay = (
      names: readonly string[],
      reference: string,
      meanwhile: () => Promise<unknown> = () => Promise.resolve(),
      requireDue: (tx: Tx) => Promise<void> = () => Promise.resolve(),
    ) =>
      repeats.paying({ ...payer(), reference, properties: oneHash(names), requireDue }, async (charge) => {
        await meanwhile();
        return inWork(charge);
      });
    const unpaid = () => repeats.unpaid(payer(), oneHash(ALL));
    const dying = () => Promise.reject(new Error('the server died'));

    it('are charged once per term', async () => {
      expect(
        await pay(
          ALL.filter((_, index) => index % 3 === 0),
          'one',
        ),
      ).toBe(SIZE / 3);
      expect(await unpaid()).toHaveLength((SIZE / 3) * 2);
      expect(await pay(ALL, 'two')).toBe((SIZE / 3) * 2);
      expect(await pay(ALL, 'three')).toBe(0);
      expect(await unpaid()).toEqual([]);
      parts.clock.ms += 31 * MS_PER_DAY;
      expect(await pay(ALL, 'four')).toBe(SIZE);
    });

    it('are not free before they are charged, even if that never happens', async () => {
      const look = async () => {
        expect(await unpaid()).toHaveLength(SIZE);
        expect(await kept('property 1')).toEqual([]);
        await dying();
      };
      await expect(pay(ALL, 'one', look)).rejects.toThrow('the server died');
      expect(await unpaid()).toHaveLength(SIZE);
      expect(await repeats.findings()).toEqual([]);
      parts.clock.ms += MS_PER_DAY;
      expect(await pay(ALL, 'one')).toBe(SIZE);
      expect((await read(paidSlot(paid('property 1')))).size).toBe(1);
    });

    it('cost nothing if a lookup has paid for them since they were claimed', async () => {
      expect(await pay(ALL, 'one', () => write(paid('property 7', 0, 'lookup')))).toBe(SIZE - 1);
      expect((await read(paidSlot(paid('property 7')))).values().next().value).toMatchObject({
        reference: 'lookup',
      });
    });

    it('are charged once for all of their hashes, and a lookup that pays for one hash pays for the whole property', async () => {
      const several = ALL.map((name) => [`record of ${name}`, name]);
      const list = { ...payer(), properties: several, requireDue: () => Promise.resolve() };
      const lookUp = () =>
        write(paid('property 7', 0, 'lookup'), paid('later record of property 7', 0, 'lookup'));
      const charge = async (pay: (tx: Tx) => Promise<number>) => {
        await lookUp();
        return inWork(pay);
      };
      expect(await repeats.paying({ ...list, reference: 'one' }, charge)).toBe(SIZE - 1);
      const noted = await read(paidSlot(paid('record of property 7')));
      expect([...noted.values()]).toMatchObject([{ reference: 'lookup', further: 1 }]);
      expect(await unpaid()).toEqual([]);
      const respelled = ALL.map((name) => [`later record of ${name}`, name]);
      expect(await repeats.unpaid(payer(), respelled)).toEqual([]);
      await inWork((tx) => repeats.forget(tx, parts.accountId, 'one'));
      expect(await repeats.unpaid(payer(), respelled)).toHaveLength(SIZE - 1);
    });

    it('are charged in full if another list has claimed them since and its server died', async () => {
      const elsewhere = new Repeats({ ...parts, ids: randomIds });
      const other = {
        ...payer(),
        reference: 'two',
        properties: oneHash(ALL),
        requireDue: () => Promise.resolve(),
      };
      const overtaking = () => elsewhere.paying(other, dying).catch(() => undefined);
      expect(await pay(ALL, 'one', overtaking)).toBe(SIZE);
      expect(await pay(ALL, 'two')).toBe(0);
    });

    it('are charged once if two servers charge for the same list at the same time', async () => {
      const elsewhere = new Repeats({ ...parts, ids: randomIds });
      let isDue = true;
      const requireDue = () => (isDue ? Promise.resolve() : Promise.reject(new Error('paid already')));
      const list = { ...payer(), reference: 'one', properties: oneHash(ALL), requireDue };
      const charge = (charging: (tx: Tx) => Promise<number>) =>
        inWork(async (tx) => {
          const charged = await charging(tx);
          isDue = false;
          return charged;
        });
      const outcomes = await Promise.allSettled([
        repeats.paying(list, charge),
        elsewhere.paying(list, charge),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes).toContainEqual({ status: 'fulfilled', value: SIZE });
      // A second claim would charge for paid properties again.
      await expect(repeats.paying(list, charge)).rejects.toThrow('paid already');
      expect(await unpaid()).toEqual([]);
    });

    it('cost something if the charge that had made them free is refunded meanwhile', async () => {
      expect(await pay(ALL.slice(0, 5_500), 'one')).toBe(5_500);
      const refund = () => inWork((tx) => repeats.forget(tx, parts.accountId, 'one'));
      expect(await pay(ALL, 'two', refund)).toBe(SIZE);
    });

    it('are charged in full if the operator ends the term meanwhile', async () => {
      await setTerm(30);
      const endTerm = async () => {
        await setTerm(0);
        expect(await repeats.sweep(30)).toBe(SIZE);
      };
      expect(await pay(ALL, 'one', endTerm)).toBe(SIZE);
    });

    it('begin their term on the day of the charge, even if midnight passes meanwhile', async () => {
      const toMidnight = () => Promise.resolve(void (parts.clock.ms += MS_PER_DAY));
      expect(await pay(ALL, 'one', toMidnight)).toBe(SIZE);
      const { property, ...today } = paid('property 5', 0, 'one');
      expect((await read(paidSlot({ ...today, property }))).values().next().value).toEqual({
        ...today,
        property,
      });
    });

    it('that were claimed or refunded are swept with their claims when the term has expired', async () => {
      await setTerm(30);
      await pay(ALL, 'one', dying).catch(() => undefined);
      await pay(['a', 'b'], 'two');
      await inWork((tx) => repeats.forget(tx, parts.accountId, 'two'));
      const claims = () => parts.database.read.query<unknown[]>('SELECT reference FROM paid_claims');
      parts.clock.ms += 30 * MS_PER_DAY;
      expect(await repeats.sweep(0)).toBe(0);
      expect(await claims()).toHaveLength(2);
      parts.clock.ms += MS_PER_DAY;
      expect(await repeats.sweep(0)).toBe(SIZE + 2);
      expect(await claims()).toEqual([]);
    });
  });

  it('without a charge are a finding', async () => {
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
    await post('lookup_charge', -1, 'cheap');
    await write(paid('e', 0, 'cheap'), { ...paid('e as a lead has it', 0, 'cheap'), further: 1 });
    expect(await repeats.findings()).toEqual([]);
    await write(paid('f', 0, 'cheap'));
    expect(await repeats.findings()).toHaveLength(1);
    await post('lookup_charge', -1, 'cheap');
    expect(await repeats.findings()).toEqual([]);
    await post('job_refund', 8, 'job');
    await write(paid('d', 0, 'nothing'));
    expect((await repeats.findings()).map((finding) => /with (\w+),/.exec(finding)?.[1]).sort()).toEqual([
      'job',
      'nothing',
    ]);
  });
});

describe('properties that share a hash', () => {
  it('are joined into one, with each hash once', () => {
    const joined = new JoinedProperties();
    for (const hashes of [['a', 'b'], ['c'], ['d', 'e'], ['f', 'b'], ['e', 'a'], ['c']]) joined.add(hashes);
    expect(joined.all().map((hashes) => [...hashes].sort())).toEqual(
      expect.arrayContaining([['a', 'b', 'd', 'e', 'f'], ['c']]),
    );
    expect(joined.all()).toHaveLength(2);
  });
});
