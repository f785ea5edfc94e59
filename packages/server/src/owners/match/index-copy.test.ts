import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownerEnginesOfTests, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { deleteSource } from '../import/sources.js';
import { contentsOf, UNKNOWN_CONTENTS } from '../contact-counts.js';
import { matchLeads, matchResult, withContents, type Lead } from './match-leads.js';
import type { OwnerIndex } from './owner-index.js';
import { MatcherWithCopy } from './index-copy.js';

describe.each(ownerEnginesOfTests)('on $name', (engine) => {
  const HEADER =
    'owner_id,property_address,property_city,property_state,property_zip,Owner First Name,Owner Last Name,Phone 1,Phone 1 Type';
  const COUNTY = `${HEADER}
30,12 N Oak St Apt 4,Lebanon,IN,46052,Vera,Moss,3175550101,Mobile
40,640 Elm Ave,Lebanon,IN,46052,Ana,Reed,,
41,640 Elm St,Lebanon,IN,46052,Otto,Kern,,
22,7 Rose Ln,Dover,DE,19901,Nora,Hale,3025550101,Mobile
21,7 Rose Ln,Dover,DE,19901,Paul,Hale,3025550102,Landline
50,9 Pine Ct,Dover,DE,19901,Old,Owner,3025550103,Mobile
60,3 Fern Way,Dover,DE,19901,Twice,Told,3025550104,Mobile
60,3 Fern Way,Dover,DE,19901,Twice,Told,3025550105,Mobile
70,11 Birch Rd,Dover,DE,,No,Zip,,
`;
  const VENDOR = `${HEADER}
90,9 Pine Court,Dover,DE,19901,Newest,Buyer,3025550106,Mobile
91,2 Ivy Ct,Dover,DE,19901,Only,Vendor,,
`;

  const lebanon = (address: string): Lead => ({ address, city: 'Lebanon', state: 'IN', zip: '46052' });
  const dover = (address: string): Lead => ({ address, city: 'Dover', state: 'DE', zip: '19901' });
  const LEADS: readonly Lead[] = [
    lebanon('12 north oak street #4'),
    lebanon('12 N Oak St'),
    lebanon('640 Elm Ave'),
    lebanon('640 Elm'),
    lebanon('641 Elm Ave'),
    dover('7 Rose Ln'),
    { ...dover('7 Rose Ln'), firstName: 'Nora', lastName: 'Hale' },
    dover('9 Pine Ct'),
    dover('3 Fern Way'),
    dover('3 Fern'),
    dover('4 Fern Way'),
    dover('11 Birch Rd'),
    dover('2 Ivy Ct'),
    { address: '2 Ivy Ct, Dover DE 19901' },
    { address: '2 Ivy Court', city: 'Dover', state: 'DE' },
    dover('PO Box 7'),
    { address: 'N/A' },
  ];

  let world: TemporaryOwners;
  let index: OwnerIndex;
  let asked: number;
  let watched: OwnerIndex;
  let matcher: MatcherWithCopy;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
    ({ index } = world.stores);
    asked = 0;
    watched = new Proxy(index, {
      get: (one, name) => {
        if (name === 'entries') asked += 1;
        const member: unknown = Reflect.get(one, name);
        return typeof member === 'function' ? (member.bind(one) as unknown) : member;
      },
    });
    matcher = new MatcherWithCopy(watched);
  });
  afterEach(() => world.remove());

  /** Decides with and without the copy, which must agree. @returns leads of `LEADS` that needed no query to the index */
  async function settledByCopy(one = matcher): Promise<number[]> {
    const byIndex = await matchLeads(index, LEADS);
    // Blocks are loaded after a miss; blocks of loose keys only if there is no exact key.
    for (let time = 0; time < 3; time++) {
      const withCopy = await one.match(LEADS);
      expect(withCopy.map(matchResult)).toEqual(byIndex.map(matchResult));
    }
    const settled: number[] = [];
    for (const [at, lead] of LEADS.entries()) {
      asked = 0;
      await one.match([lead]);
      if (asked === 0) settled.push(at);
    }
    return settled;
  }

  const indexOf = (...addresses: string[]) =>
    LEADS.flatMap(({ address }, at) => (addresses.includes(address) ? [at] : []));

  /** Leads that share no key, exact or loose, with any record. */
  const NOWHERE = ['641 Elm Ave', '4 Fern Way', 'PO Box 7', 'N/A'];
  const IVY = ['2 Ivy Ct', '2 Ivy Ct, Dover DE 19901'];

  describe('a copy of the index', () => {
    it('settles single records at complete addresses and clear misses, and leaves the rest to the index', async () => {
      await world.load(COUNTY, { source: 'county' });
      // Neither co-owners, nor a person whose rows were merged, nor an address without a ZIP.
      const plain = ['12 north oak street #4', '640 Elm Ave', '9 Pine Ct'];
      expect(await settledByCopy()).toEqual(indexOf(...plain, ...NOWHERE, ...IVY, '2 Ivy Court'));
    });

    it('sees imports added and removed while it is in use', async () => {
      await world.load(COUNTY, { source: 'county' });
      await settledByCopy();
      await world.load(VENDOR, { source: 'vendor' });
      // Two sources know 9 Pine Ct now.
      expect(await settledByCopy()).toEqual(
        indexOf('12 north oak street #4', '640 Elm Ave', ...NOWHERE, ...IVY),
      );
      await world.load(COUNTY.replace('9 Pine Ct', '10 Pine Ct'), { source: 'county', replace: true });
      expect(await settledByCopy()).toContain(indexOf('9 Pine Ct')[0]);
      const left = indexOf(
        '12 north oak street #4',
        '640 Elm Ave',
        '9 Pine Ct',
        ...NOWHERE,
        ...IVY,
        '2 Ivy Court',
      );
      await deleteSource(world.stores, 'vendor');
      expect(await settledByCopy()).toEqual(left);
      world.clock.ms += 1_000;
      await world.directory.purgeRetired(world.clock.now());
      expect(await settledByCopy()).toEqual(left);
    });

    it('gives the same contents of a match as its record and the index', async () => {
      await world.load(COUNTY, { source: 'county' });
      await world.load(VENDOR, { source: 'vendor' });
      const elm = LEADS.findIndex(({ address }) => address === '640 Elm Ave');
      await settledByCopy();
      for (const decide of [() => matcher.match(LEADS), () => matchLeads(index, LEADS)]) {
        const results = (await decide()).map(matchResult);
        // Neither has to ask for the record at a whole address.
        expect(results[elm]).not.toMatchObject({ contents: UNKNOWN_CONTENTS });
        let matched = 0;
        for (const result of await withContents(index, results)) {
          if (!result.matched) continue;
          matched += 1;
          const record = (await index.records([result.ownerRecordId])).get(result.ownerRecordId);
          expect(record && contentsOf(record)).toBe(result.contents);
        }
        expect(matched).toBe(11);
      }
    });

    it('is not used while an active import has none', async () => {
      await world.load(COUNTY, { source: 'county' });
      await world.load(VENDOR, { source: 'vendor' });
      expect(await settledByCopy()).not.toEqual([]);
      await world.kept('imports', (table) => `UPDATE ${table} SET exact_keys = NULL WHERE source = 'vendor'`);
      expect(await settledByCopy()).toEqual([]);
    });

    it('is not used for a directory that does not fit into memory', async () => {
      await world.load(COUNTY, { source: 'county' });
      expect(await settledByCopy(new MatcherWithCopy(watched, 3))).toEqual([]);
    });

    it('is deleted with its import', async () => {
      const count = async () => (await world.kept('blocks', (table) => `SELECT 1 FROM ${table}`)).length;
      await world.load(VENDOR, { source: 'vendor' });
      expect(await count()).toBeGreaterThan(0);
      await deleteSource(world.stores, 'vendor');
      world.clock.ms += 1_000;
      await world.directory.purgeRetired(world.clock.now());
      expect(await count()).toBe(0);
    });
  });
});
