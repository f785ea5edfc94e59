// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportOptions } from '../../directory/index.js';
import { leads } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

/** A property as a lead, as in the first import, and as in a later import. */
const CASES = [
  { kind: 'a number that becomes a range', lead: '26 Oak St', now: '26 Oak St', later: '26-28 Oak St' },
  { kind: 'a range that becomes a number', lead: '46-48 Elm St', now: '46-48 Elm St', later: '46 Elm St' },
  { kind: 'a direction that is added', lead: '34 Fir St', now: '34 Fir St', later: '34 N Fir St' },
  { kind: 'a suffix that goes', lead: '58 Ash St', now: '58 Ash St', later: '58 Ash' },
  { kind: 'a ZIP that goes', lead: '32 Yew St', now: '32 Yew St', later: '32 Yew St', laterZip: '' },
].map(({ laterZip = '78701', ...one }) => ({ ...one, laterZip }));

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ sandbox: false, env: { FREE_REPEAT_DAYS: '30' } });
  await server.service.startWorker();
});
afterAll(() => server.close());

const placed = (address: string) => ({ address, city: 'Austin', state: 'TX', zip: '78701' });
const ALL = CASES.map(({ lead }) => placed(lead));

const load = (rows: readonly string[], options: ImportOptions) =>
  server.importOwners(['Address,City,State,Zip,First Name,Last Name,Phone 1', ...rows].join('\n'), options);
const owner = (street: string, zip: string, index: number) =>
  `${street},Austin,TX,${zip},Real,Owner,51255501${String(index).padStart(2, '0')}`;
const asNow = () =>
  load(
    CASES.map(({ now }, index) => owner(now, '78701', index)),
    { source: 'county', replace: true },
  );
const asLater = () =>
  load(
    CASES.map(({ later, laterZip }, index) => owner(later, laterZip, index)),
    { source: 'county', replace: true },
  );

async function customer() {
  const { accountId, apiKey: key } = await server.createAccount(10_000);
  const previewed = async (addresses: typeof ALL) => {
    const job = { jobId: await server.upload(leads(...addresses), { key }), key };
    const shownCents = (await server.jobUntil(job, 'preview')).totalChargeCents;
    const confirm = async () => (await server.call('confirmSkipTraceJob', job)).json.totalChargeCents;
    return { shownCents, confirm };
  };
  const single = async (json: object) => (await server.call('skipTraceSingle', { key, json })).json;
  return {
    single,
    previewed,
    setTerm: (freeRepeatDays: number) =>
      server.service.accounts.change(accountId, { terms: { freeRepeatDays } }),
    /** Ways to pay for all of them. @returns their total cost */
    ways: {
      singly: async () => {
        let cents = 0;
        for (const address of ALL) cents += Number((await single(address)).charged);
        return cents;
      },
      'as a bulk': async () =>
        (await server.call('skipTraceBulk', { key, json: { addresses: ALL } })).json.totalCharged,
      'as a list': async () => {
        const { shownCents, confirm } = await previewed(ALL);
        const cents = await confirm();
        expect(cents).toBe(shownCents);
        return cents;
      },
    },
  };
}
const WAYS = ['singly', 'as a bulk', 'as a list'] as const;

describe('a property with owners imported again in another spelling', () => {
  it.each(WAYS)('and that was paid for %s, is free as the same lead, in all ways', async (way) => {
    await asNow();
    const { ways } = await customer();
    expect(await ways[way]()).toBe(4 * ALL.length);
    await asLater();
    for (const again of WAYS) expect([again, await ways[again]()]).toEqual([again, 0]);
    await asNow();
    expect(await ways[way]()).toBe(0);
    expect(await server.service.repeats.findings()).toEqual([]);
  });

  it.each(CASES)('is reported as a repeat: $kind', async ({ lead }) => {
    await asNow();
    const { single } = await customer();
    expect(await single(placed(lead))).toMatchObject({ found: true, charged: 4 });
    await asLater();
    expect(await single(placed(lead))).toMatchObject({ found: true, charged: 0, repeat: true });
  });

  it('was paid for in the later import’s spelling if requested after that import', async () => {
    await asLater();
    const { single } = await customer();
    expect(await single(placed('26 Oak St'))).toMatchObject({ charged: 4 });
    await asNow();
    expect(await single(placed('26 Oak St'))).toMatchObject({ charged: 0, repeat: true });
  });
});

describe('a lead that was free once', () => {
  const other = { address: '26 Oak', zip: '78701' };
  const leadsTo = async (way: 'singly' | 'as a list', lead: object) => {
    const { single, previewed } = await customer();
    expect(await single(placed('26 Oak St'))).toMatchObject({ charged: 4 });
    if (way === 'singly') expect(await single(lead)).toMatchObject({ charged: 0, repeat: true });
    else expect((await previewed([{ ...placed(''), ...lead }])).shownCents).toBe(0);
    return single;
  };

  it.each(['singly', 'as a list'] as const)('%s stays free after the next import', async (way) => {
    await asNow();
    const single = await leadsTo(way, other);
    await asLater();
    expect(await single(other)).toMatchObject({ charged: 0, repeat: true });
  });

  it.each(['singly', 'as a list'] as const)('%s makes the new spelling free', async (way) => {
    await asNow();
    const { single, previewed } = await customer();
    expect(await single(placed('26 Oak St'))).toMatchObject({ charged: 4 });
    await asLater();
    if (way === 'singly') await single(placed('26 Oak St'));
    else expect((await previewed([placed('26 Oak St')])).shownCents).toBe(0);
    expect(await single(placed('26-28 Oak St'))).toMatchObject({ charged: 0, repeat: true });
  });
});

describe('a list with owners imported again between preview and confirm', () => {
  it('is free for properties that a lookup paid for in the new spelling', async () => {
    await asNow();
    const { single, previewed } = await customer();
    const { shownCents, confirm } = await previewed(ALL);
    expect(shownCents).toBe(4 * ALL.length);
    await asLater();
    expect(await single(placed('26 Oak St'))).toMatchObject({ charged: 4 });
    expect(await confirm()).toBe(4 * (ALL.length - 1));
    expect(await server.service.repeats.findings()).toEqual([]);
  });
});

describe('a term that an operator sets between preview and confirm', () => {
  it('makes properties free that a lookup has paid for since', async () => {
    await asNow();
    const { single, previewed, setTerm } = await customer();
    await setTerm(0);
    const { shownCents, confirm } = await previewed([...ALL, ...ALL]);
    expect(shownCents).toBe(8 * ALL.length);
    await setTerm(30);
    expect(await single(placed('26 Oak St'))).toMatchObject({ charged: 4 });
    expect(await confirm()).toBe(4 * (ALL.length - 1));
  });

  it('covers the properties that confirm charges for', async () => {
    await asNow();
    const { single, previewed, setTerm } = await customer();
    await setTerm(0);
    const { confirm } = await previewed(ALL);
    await setTerm(30);
    expect(await confirm()).toBe(4 * ALL.length);
    expect(await single(placed('26 Oak St'))).toMatchObject({ charged: 0, repeat: true });
  });
});
