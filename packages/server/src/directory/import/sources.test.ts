// Engines: SQLite, PostgreSQL

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomIds } from '../../platform/ids.js';
import { temporaryOwners, type TemporaryOwners, ownerEnginesOfTests } from '../../testing/owners.js';
import type { PhoneType } from '../record.js';
import { ownersInBytes, storedContact } from '../stored-contact.js';
import { setPhoneTypeDefault } from './sources.js';

describe.each(ownerEnginesOfTests)('on $name, phones without a type', (engine) => {
  let world: TemporaryOwners;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
  });
  afterEach(() => world.remove());

  const LEAD = { address: '1 Elm St', city: 'Dayton', state: 'OH', zip: '45402' };
  const HEADER = 'Situs Address,Situs City,Situs State,Situs Zip,Owner Name,Phone 1,Phone 1 Type,Phone 1 DNC';
  const row = (phone: string, type = '', street = LEAD.address): string =>
    `${street},Dayton,OH,45402,Jane Doe,${phone},${type},N`;
  const load = (rows: string[], options = {}) =>
    world.load(`${[HEADER, ...rows].join('\n')}\n`, { source: 'county', ...options });
  const set = (type: PhoneType | null, source = 'county') =>
    setPhoneTypeDefault({ stores: world.stores, ids: randomIds }, source, type);

  async function found(lead: object = {}) {
    const [match] = await world.directory.find([{ ...LEAD, ...lead }]);
    const [counted] = await world.directory.match([{ ...LEAD, ...lead }]);
    if (match === undefined || match === null || counted?.matched !== true) throw new Error('a miss');
    const phones = match.owner.phones.map(({ number, type }) => `${number} ${type}`);
    // The preview's counts, the answers and the source of result files agree.
    expect(counted.phoneCount).toBe(phones.length);
    const bytes = Buffer.from(`1\t${storedContact(match.owner)}\n`);
    const details = ownersInBytes(bytes).get(1);
    expect(details?.phones.map(({ type }) => type)).toEqual(match.owner.phones.map(({ type }) => type));
    return phones;
  }
  const stats = async () => (await world.directory.stats()).sources[0];

  it('are stored and counted, but are in no answer until the source has a setting for them', async () => {
    const summary = await load([row('5125550101'), row('5125550102', 'Mobile')]);
    expect(summary.phones).toMatchObject({ stored: 2, withoutType: 1, leftOut: 0 });
    expect(await found()).toEqual(['5125550102 mobile']);
    expect(await stats()).toMatchObject({ phones: 2, untypedPhones: 1, phoneTypeDefault: null });

    expect(await set('landline')).toMatchObject({ untypedPhones: 1 });
    expect(await found()).toEqual(['5125550102 mobile', '5125550101 landline']);
    expect(await stats()).toMatchObject({ phones: 2, untypedPhones: 1, phoneTypeDefault: 'landline' });

    await set('mobile');
    expect(await found()).toEqual(['5125550102 mobile', '5125550101 mobile']);
    await set(null);
    expect(await found()).toEqual(['5125550102 mobile']);
  });

  it('keep their setting in later imports of the source, and a setting on an import holds for the earlier ones', async () => {
    await load([row('5125550101')]);
    await load([row('5125550102', '', '2 Elm St')], { phoneTypeDefault: 'mobile' });
    await load([row('5125550103', '', '3 Elm St')]);
    expect(await found()).toEqual(['5125550101 mobile']);
    expect(await found({ address: '3 Elm St' })).toEqual(['5125550103 mobile']);
    expect(await stats()).toMatchObject({ imports: 3, phones: 3, untypedPhones: 3 });
  });

  it('the same file again changes nothing after the setting', async () => {
    await load([row('5125550101')]);
    await set('mobile');
    expect(await load([row('5125550101')])).toMatchObject({ status: 'unchanged' });
  });

  it('do not change the source’s rank with a setting', async () => {
    await load([row('5125550101')]);
    await load([row('5125550109', 'Mobile').replace('Jane Doe', 'Ann Roe')], { source: 'vendor' });
    const before = await world.stores.store.imports('active', 'county');
    await set('mobile');
    const [after] = await world.stores.store.imports('active', 'county');
    expect(after).toMatchObject({ edition: before[0]?.edition, activatedAt: before[0]?.activatedAt });
    expect((await world.directory.find([LEAD]))[0]?.owner.fullName).toBe('Ann Roe');
  });

  it('a known type of the same number wins, within a file and between sources', async () => {
    await load([row('5125550101'), row('5125550101', 'Landline')], { phoneTypeDefault: 'mobile' });
    expect(await found()).toEqual(['5125550101 landline']);
    await load([row('5125550102')], { source: 'first', phoneTypeDefault: 'mobile' });
    await load([row('5125550102', 'Landline')], { source: 'second' });
    expect(await found()).toContain('5125550102 landline');
    expect(await found()).not.toContain('5125550102 mobile');
  });

  it('of one source have their setting in what several sources know together', async () => {
    await load([row('5125550101')]);
    await load([row('5125550102', 'Mobile')], { source: 'vendor' });
    expect(await found()).toEqual(['5125550102 mobile']);
    await set('landline');
    expect(await found()).toEqual(['5125550102 mobile', '5125550101 landline']);
  });

  it('that exceed the limit of a match are kept, and appear when the setting changes', async () => {
    const numbers = Array.from({ length: 12 }, (_, at) => `51255501${String(at + 10)}`);
    await load(numbers.map((number) => row(number)));
    await set('landline');
    expect(await found()).toHaveLength(9);
    await set('mobile');
    expect(await found()).toHaveLength(10);
  });

  it('of a record that a job refers to stay unchanged', async () => {
    await load([row('5125550101')]);
    const [before] = await world.directory.find([LEAD]);
    await set('mobile');
    const id = before?.owner.id ?? 0;
    expect((await world.directory.read([id])).get(id)?.phones).toEqual([]);
  });

  it('of a source deleted meanwhile change nothing', async () => {
    await load([row('5125550101')]);
    const { store } = world.stores;
    const [old] = await store.imports('active', 'county');
    if (old === undefined) throw new Error('no import');
    const loading = await store.begin({
      id: 'again',
      source: 'county',
      fingerprint: old.fingerprint,
      fileDigest: null,
      priority: null,
      phoneTypeDefault: 'mobile',
      chosenColumns: null,
      addressRules: old.addressRules,
      bytes: 0,
    });
    await store.retire('county');
    await expect(
      store.activate(loading, old, { setsPriority: false, replace: false, inPlaceOf: old }),
    ).rejects.toMatchObject({ code: 'source_changed' });
    expect(await store.imports('active', 'county')).toEqual([]);
  });
});
