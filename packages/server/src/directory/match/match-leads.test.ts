import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerEngines, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { contentsOf } from '../contact-counts.js';
import { withContents, type Lead } from './match-leads.js';

describe.each(ownerEngines)('on $name', (engine) => {
  const HEADER =
    'owner_id,property_address,property_city,property_state,property_zip,Owner First Name,Owner Last Name,Phone 1,Phone 1 Type';
  const COUNTY = `${HEADER}
30,12 N Oak St Apt 4,Lebanon,IN,46052,Vera,Moss,3175550101,Mobile
31,12 N Oak St Apt 5,Lebanon,IN,46052,Ivor,Lind,,
40,640 Elm Ave,Lebanon,IN,46052,Ana,Reed,,
41,640 Elm St,Lebanon,IN,46052,Otto,Kern,,
22,7 Rose Ln,Dover,DE,19901,Nora,Hale,3025550101,Mobile
21,7 Rose Ln,Dover,DE,19901,Paul,Hale,3025550102,Landline
23,7 Rose Ln,Dover,DE,19901,Mina,Voss,,
50,9 Pine Ct,Dover,DE,19901,Old,Owner,3025550103,Mobile
51,9 Pine Ct,Dover,DE,19901,Second,Owner,,
60,8 Bay Plc BLDG 14.03,Hoboken,NJ,07030,Lena,Brook,,
61,8 Bay Pl BLDG 14.5,Hoboken,NJ,07030,Hugo,Stone,,
62,8 Bay Pl BLDG 145,Hoboken,NJ,07030,Iris,Wells,,
`;
  const VENDOR = `${HEADER}
90,9 Pine Court,Dover,DE,19901,Newest,Buyer,3025550104,Mobile
`;

  let world: TemporaryOwners;
  beforeAll(async () => {
    world = await temporaryOwners(engine);
    await world.load(COUNTY, { source: 'county' });
    await world.load(VENDOR, { source: 'vendor' });
  });
  afterAll(() => world.remove());

  async function nameFor(lead: Lead): Promise<string> {
    const [found] = await world.directory.match([lead]);
    if (found?.matched !== true) return `miss: ${found?.reason}`;
    const owner = (await world.directory.read([found.ownerRecordId])).get(found.ownerRecordId);
    return owner?.fullName ?? '';
  }

  const LEBANON = { city: 'Lebanon', state: 'IN', zip: '46052' };
  const DOVER = { city: 'Dover', state: 'DE', zip: '19901' };

  describe('a lead', () => {
    it.each<[string, Lead, string]>([
      ['in another spelling', { ...LEBANON, address: '12 north oak street #4' }, 'Vera Moss'],
      ['in one line', { address: '12 N Oak St Unit 5, Lebanon, IN 46052-1234' }, 'Ivor Lind'],
      ['without a city', { address: '7 Rose Lane', zip: '19901' }, 'Paul Hale'],
      ['that fits two properties', { ...LEBANON, address: '640 Elm' }, 'miss: ambiguous'],
      [
        'with a ZIP alone that lost its zero',
        { address: '8 Bay Place BLDG 14.03', zip: '7030' },
        'Lena Brook',
      ],
      [
        'with a short ZIP beside a city',
        { ...DOVER, address: '7 Rose Ln', state: '', zip: '1990' },
        'miss: no_place',
      ],
      ['with a unit without its point', { address: '8 Bay Pl BLDG 1403', zip: '07030' }, 'Lena Brook'],
      ['with a unit as one has it on record', { address: '8 Bay Pl BLDG 145', zip: '07030' }, 'Iris Wells'],
      ['without the unit of a house of many', { ...LEBANON, address: '12 N Oak St' }, 'miss: unit_missing'],
      ['with another unit', { ...LEBANON, address: '12 N Oak St Apt 6' }, 'miss: unit'],
      ['with another direction', { ...LEBANON, address: '12 S Oak St Apt 4' }, 'miss: directional'],
      ['with no such number', { ...LEBANON, address: '13 N Oak St' }, 'miss: no_candidates'],
      ['with no such street', { ...LEBANON, address: '12 N Birch St' }, 'miss: street'],
      [
        'in another state',
        { ...LEBANON, address: '640 Elm Ave', state: 'OH', zip: '' },
        'miss: no_candidates',
      ],
      ['at a box', { ...LEBANON, address: 'PO Box 12' }, 'miss: not_a_property'],
      ['without a place', { address: '7 Rose Ln' }, 'miss: no_place'],
      ['that is no address', { ...LEBANON, address: 'N/A' }, 'miss: not_an_address'],
    ])('%s', async (_, lead, expected) => {
      expect(await nameFor(lead)).toBe(expected);
    });

    it('gets the same answer alone and in a batch', async () => {
      const leads = ['640 Elm Ave', '640 Elm', '12 N Oak St Apt 4', 'PO Box 1'].map((address) => ({
        ...LEBANON,
        address,
      }));
      const together = await world.directory.match([...leads, ...leads]);
      const alone = await Promise.all(leads.map(async (lead) => (await world.directory.match([lead]))[0]));
      expect(together).toEqual([...alone, ...alone]);
      // One text, if a line end stood between their cells.
      const alike = [
        { address: '12 N Oak St\nApt 4', city: 'Lebanon', state: 'IN' },
        { address: '12 N Oak St', city: 'Apt 4\nLebanon', state: 'IN' },
      ];
      const each = alike.map(async (lead) => (await world.directory.match([lead]))[0]);
      expect(await world.directory.match(alike)).toEqual(await Promise.all(each));
    });
  });

  describe('a missing record with existing keys', () => {
    it.each(['640 Elm Ave', '640 Elm Avenue, Lebanon IN'])('is a fault, not a miss: %s', async (address) => {
      const damaged = await temporaryOwners(engine);
      try {
        await damaged.load(COUNTY, { source: 'county' });
        const lead = { ...LEBANON, address };
        expect(await damaged.directory.match([lead])).toMatchObject([{ matched: true }]);
        await damaged.kept('keys', (table) => `UPDATE ${table} SET address_seal = NULL`);
        await damaged.kept('records', (table) => `DELETE FROM ${table}`);
        await expect(damaged.directory.match([lead])).rejects.toThrow('record is gone');
      } finally {
        await damaged.remove();
      }
    });
  });

  describe('co-owners', () => {
    const rose = { ...DOVER, address: '7 Rose Ln' };
    it.each<[string, Partial<Lead>, string]>([
      ['without a name: the smallest id, not the first of the file', {}, 'Paul Hale'],
      ['by first and last name', { firstName: 'Nora', lastName: 'Hale' }, 'Nora Hale'],
      ['by initial and last name', { firstName: 'N.', lastName: 'HALE' }, 'Nora Hale'],
      ['by last name alone', { lastName: 'Voss' }, 'Mina Voss'],
      ['by a name nobody has: as without', { firstName: 'Zed', lastName: 'Quux' }, 'Paul Hale'],
    ])('are chosen %s', async (_, names, expected) => {
      expect(await nameFor({ ...rose, ...names })).toBe(expected);
    });

    it('across sources all come from the newest import', async () => {
      const pine = { ...DOVER, address: '9 Pine Ct' };
      expect(await nameFor(pine)).toBe('Newest Buyer');
      expect(await nameFor({ ...pine, firstName: 'Old', lastName: 'Owner' })).toBe('Newest Buyer');
      const [found] = await world.directory.match([pine]);
      const id = found?.matched === true ? found.ownerRecordId : 0;
      expect((await world.directory.read([id])).get(id)?.phones.map(({ number }) => number)).toEqual([
        '3025550104',
      ]);
    });
  });

  describe('explaining', () => {
    it('says how a match was found and which source it is from', async () => {
      const { reason, readings, compared, owner } = await world.directory.explain({
        address: '7 Rose Ln, Dover DE 19901',
      });
      expect(reason).toBeNull();
      expect(owner).toMatchObject({ fullName: 'Paul Hale', source: 'county' });
      expect(owner?.from).toMatchObject([{ source: 'county', fullName: 'Paul Hale' }]);
      expect(owner?.property).toMatchObject({ address: '7 Rose Ln', zip: '19901' });
      expect(readings[0]).toContain('ROSE LN');
      expect(compared[0]).toMatchObject({ fits: true });
    });

    it('says why there is no match, and what was compared', async () => {
      const { reason, outcome, compared, owner } = await world.directory.explain({
        ...LEBANON,
        address: '12 S Oak St Apt 4',
      });
      expect([reason, owner]).toEqual(['directional', null]);
      expect(outcome).toBe('the directions differ');
      expect(compared[0]?.address).toMatch(/^12 N OAK ST/);
    });
  });

  describe('a seal in the index', () => {
    const ask = async (leads: readonly Lead[]) =>
      withContents(world.stores.index, await world.directory.match(leads));
    const elm = { ...LEBANON, address: '640 Elm Ave' };

    it('never decides differently from the records themselves', async () => {
      const names = [
        ...['640 Elm Ave', '640 Elm', '7 Rose Ln', '12 N Oak St #4', '12 N Oak St', '9 Pine Ct'],
        '1 No St',
      ];
      const leads = names.flatMap((address) => [
        { ...LEBANON, address },
        { ...DOVER, address },
      ]);
      const sealed = await ask(leads);
      await withIndex(
        (table) => `UPDATE ${table} SET address_seal = NULL, contacts = NULL`,
        async () => {
          expect(await ask(leads)).toEqual(sealed);
        },
      );
      expect(sealed.filter(({ matched }) => matched)).toHaveLength(4);
    });

    it('comes with the contents of the record', async () => {
      const [found] = await world.directory.match([elm]);
      if (found?.matched !== true) throw new Error('no match');
      const records = await world.stores.index.records([found.ownerRecordId]);
      expect([...records.values()].map(contentsOf)).toEqual([found.contents]);
    });

    it('that does not fit a key, as with a hash collision of two addresses, matches no one', async () => {
      const [own] = await ask([elm]);
      const [other] = await ask([{ ...elm, address: '640 Elm St' }]);
      if (own?.matched !== true || other?.matched !== true) throw new Error('both are on file');
      const collision = (table: string) => `
      UPDATE ${table}
         SET address_key = (SELECT address_key FROM ${table} WHERE record_id = ${own.ownerRecordId} AND address_seal > 0)
       WHERE record_id = ${other.ownerRecordId} AND address_seal > 0`;
      await withIndex(collision, async () => {
        expect(await ask([elm])).toEqual([own]);
      });
      const alone = (table: string) => `
      UPDATE ${table} SET record_id = ${other.ownerRecordId}, address_seal = address_seal + 1
       WHERE record_id = ${own.ownerRecordId} AND address_seal > 0`;
      await withIndex(alone, async () => {
        expect(await ask([elm])).toEqual([own]);
        expect(await ask([{ ...elm, address: '641 Elm Ave' }])).toMatchObject([{ matched: false }]);
      });
    });

    /** Runs `use` with an index modified by `change`. */
    async function withIndex(change: (table: string) => string, use: () => Promise<void>): Promise<void> {
      await world.kept('keys', (table) => `CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
      await world.kept('keys', change);
      try {
        await use();
      } finally {
        await world.kept('keys', (table) => `DELETE FROM ${table}`);
        await world.kept('keys', (table) => `INSERT INTO ${table} SELECT * FROM kept_${table}`);
        await world.kept('keys', (table) => `DROP TABLE kept_${table}`);
      }
    }
  });
});
