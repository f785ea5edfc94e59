import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownerEngines, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { deleteSource } from '../retire/delete-source.js';
import { isErased } from '../stored-contact.js';
import type { Holding, HoldingStore } from './holding-store.js';

const ROLL = `Address,City,State,Zip,First Name,Last Name,Mobile-1,Email
12 Oak St,Dayton,OH,45402,Jane,Doe,5552010101,jane@example.com
14 Oak St,Dayton,OH,45402,Ann,Reed,,
`;
const VENDOR = `Address,City,State,Zip,First Name,Last Name,Mobile-1
12 Oak St,Dayton,OH,45402,Jane,Doe,5552010102
`;

describe.each(ownerEngines)('the stored owners on $name', (engine) => {
  let world: TemporaryOwners;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
    await world.load(ROLL, { source: 'roll' });
    await world.load(VENDOR, { source: 'vendor' });
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
