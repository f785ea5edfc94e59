import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryOwners, type TemporaryOwners, ownerEngines } from '../../testing/owners.js';
import { deleteSource } from '../import/sources.js';
import { isErased } from '../match/index.js';
import type { Lead } from '../match/match-leads.js';
import type { Holding, HoldingStore } from './erase-store.js';

const HEADER =
  'property_address,property_city,property_state,property_zip,Owner First Name,Owner Last Name,Phone 1,Phone 1 Type,Email';
const COUNTY = `${HEADER}
12 Oak St,Dayton,OH,45402,Jane,Doe,5552010101,Mobile,jane@example.com
14 Oak St,Dayton,OH,45402,Otto,Kern,5552010102,Mobile,otto@example.com
16 Oak St,Dayton,OH,45402,Vera,Moss,5552010103,Mobile,
16 Oak St,Dayton,OH,45402,Paul,Moss,5552010104,Mobile,
`;
const VENDOR = `${HEADER}
12 Oak St,Dayton,OH,45402,Jane,Doe,5552010105,Landline,
`;
const HERS = /jane|doe|12\W*oak|5552010101|5552010105/i;

const lead = (address: string): Lead => ({ address, city: 'Dayton', state: 'OH', zip: '45402' });

describe.each(ownerEngines)('erasing an owner on $name', (engine) => {
  let world: TemporaryOwners;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
  });
  afterEach(() => world.remove());

  const idsOf = async (lastName: string): Promise<number[]> => {
    const ids: number[] = [];
    for await (const page of world.stores.holdings.pages('stored'))
      ids.push(...page.filter(({ contact }) => contact.lastName === lastName).map(({ id }) => id));
    return ids;
  };
  const everything = async (): Promise<string> =>
    JSON.stringify([
      await world.kept('records', (table) => `SELECT * FROM ${table}`),
      await world.kept('duplicates', (table) => `SELECT * FROM ${table}`),
    ]);

  it('leaves nothing about the person, in each source and in joined records', async () => {
    await world.load(COUNTY, { source: 'county' });
    await world.load(VENDOR, { source: 'vendor' });
    const ids = await idsOf('Doe');
    // One of each source, and the joined one.
    expect(ids).toHaveLength(3);
    expect(await everything()).toMatch(HERS);
    await world.stores.erasures.erase(ids);
    await world.stores.erasures.erase(ids);
    expect(await everything()).not.toMatch(HERS);
    expect(await idsOf('Doe')).toEqual([]);
    expect(await world.directory.match([lead('12 Oak St'), lead('14 Oak St')])).toMatchObject([
      { matched: false, reason: 'no_candidates' },
      { matched: true },
    ]);
    // References to the record find an erased one.
    const read = await world.stores.index.records(ids);
    expect([...read.values()].map(isErased)).toEqual([true, true, true]);
    expect((await world.stores.index.details(ids)).size).toBe(3);
  });

  it('leaves the co-owner', async () => {
    await world.load(COUNTY, { source: 'county' });
    const [vera = 0] = await idsOf('Moss');
    await world.stores.erasures.erase([vera]);
    const [found] = await world.directory.find([lead('16 Oak St')]);
    expect(found?.owner.firstName).toBe('Paul');
    expect(found?.owner.id).not.toBe(vera);
  });

  it('lets the import be replaced, deleted and purged as before', async () => {
    await world.load(COUNTY, { source: 'county' });
    await world.load(VENDOR, { source: 'vendor' });
    await world.stores.erasures.erase(await idsOf('Doe'));
    await world.load(COUNTY.replace('5552010102', '5552010109'), { source: 'county', replace: true });
    // She is in the directory again; only the suppression list keeps her out of answers.
    expect(await idsOf('Doe')).toHaveLength(1);
    await deleteSource(world.stores, 'county');
    await deleteSource(world.stores, 'vendor');
    world.clock.ms += 1_000;
    await world.directory.purgeRetired(world.clock.now());
    expect(await world.kept('records', (table) => `SELECT id FROM ${table}`)).toEqual([]);
    expect(await world.kept('joins', (table) => `SELECT joined_id FROM ${table}`)).toEqual([]);
  });
});

const ROLL = `Address,City,State,Zip,First Name,Last Name,Mobile-1,Email
12 Oak St,Dayton,OH,45402,Jane,Doe,5552010101,jane@example.com
14 Oak St,Dayton,OH,45402,Ann,Reed,,
`;
const OTHER = `Address,City,State,Zip,First Name,Last Name,Mobile-1
12 Oak St,Dayton,OH,45402,Jane,Doe,5552010102
`;

describe.each(ownerEngines)('the stored owners on $name', (engine) => {
  let world: TemporaryOwners;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
    await world.load(ROLL, { source: 'roll' });
    await world.load(OTHER, { source: 'vendor' });
  });
  afterEach(() => world.remove());

  const all = async (...which: Parameters<HoldingStore['pages']>): Promise<Holding[]> => {
    const found: Holding[] = [];
    for await (const page of world.stores.holdings.pages(...which)) found.push(...page);
    return found;
  };
  const shown = (holdings: readonly Holding[]) =>
    holdings
      .map(({ source, isJoined, contact }) =>
        [isJoined ? 'joined' : source, contact.firstName, ...contact.phones.map(({ number }) => number)].join(
          ' ',
        ),
      )
      .sort();

  it('include all active sources, with joined records', async () => {
    const held = shown(await all());
    expect(held).toHaveLength(4);
    expect(held).toEqual(
      expect.arrayContaining([
        'roll Ann',
        'roll Jane 5552010101',
        'vendor Jane 5552010102',
        expect.stringMatching(/^joined Jane (5552010101 5552010102|5552010102 5552010101)$/),
      ]),
    );
  });

  it('exclude erased owners, which leave only an empty record', async () => {
    const janes = (await all()).filter(({ contact }) => contact.firstName === 'Jane').map(({ id }) => id);
    expect(janes).toHaveLength(3);
    expect(await world.stores.erasures.erase(janes)).toBe(3);
    expect(await world.stores.erasures.erase(janes)).toBe(0);
    expect(shown(await all())).toEqual(['roll Ann']);
    const records = await world.stores.index.records(janes);
    expect([...records.values()].map(isErased)).toEqual([true, true, true]);
    const kept = await world.kept('records', (table) => `SELECT contact, owner_id FROM ${table}`);
    expect(JSON.stringify(kept)).not.toMatch(/jane|doe|55520101/i);
  });

  it('exclude a deleted source, unless all stored records are wanted', async () => {
    await deleteSource(world.stores, 'vendor');
    expect(shown(await all())).toEqual(['roll Ann', 'roll Jane 5552010101']);
    const stored = await all('stored', (contact) => contact.includes('5552010102'));
    expect(stored.map(({ source, state }) => `${source} ${state}`)).toContain('vendor retired');
    expect(shown(stored)).not.toContain('roll Ann');
  });

  it('are the remaining ones if sources are purged while they are read', async () => {
    const pages = world.stores.holdings.pages('stored')[Symbol.asyncIterator]();
    const first = (await pages.next()).value as Holding[] | undefined;
    for (const source of ['roll', 'vendor']) await deleteSource(world.stores, source);
    world.clock.ms += 1_000;
    await world.directory.purgeRetired(world.clock.now());
    const rest: Holding[] = [];
    for (let page = await pages.next(); page.done !== true; page = await pages.next())
      rest.push(...page.value);
    expect(first?.length).toBeGreaterThan(0);
    expect(await all('stored')).toEqual([]);
    expect(rest.length).toBeLessThan(5);
  });
});
