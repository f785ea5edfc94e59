// Engines: SQLite, PostgreSQL at a release

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryOwners, type TemporaryOwners, ownerEnginesOfTests } from '../../testing/owners.js';
import { NO_CONTACT } from '../record.js';
import { readContact } from '../stored-contact.js';
import { importOwners } from './import-owners.js';
import { LoadingImport } from './loading-import.js';
import { RecordBatch } from './record-batch.js';

describe.each(ownerEnginesOfTests)('on $name', (engine) => {
  let world: TemporaryOwners;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
  });
  afterEach(() => world.remove());

  const HEADER =
    'Property Address,Property City,Property State,Property Zip,Owner First Name,Owner Last Name';
  const at = (street: string, first = 'Vera', last = 'Moss') => `${street},Dayton,OH,45402,${first},${last}`;
  const file = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;
  const LEAD = { city: 'Dayton', state: 'OH', zip: '45402' };

  const match = async (address: string) => (await world.directory.match([{ ...LEAD, address }]))[0];
  async function ownerAt(address: string) {
    const found = await match(address);
    if (found?.matched !== true) throw new Error(`${address} is a miss`);
    return (await world.directory.read([found.ownerRecordId])).get(found.ownerRecordId);
  }

  describe('an owner file', () => {
    it('is counted row by row: read = stored + merged + refused', async () => {
      const summary = await world.load(
        `${HEADER},Phone 1,Phone 1 Type\n` +
          `${at('1 Elm St')},5125550101,Mobile\n` +
          `${at('1 ELM STREET')},5125550102,Landline\n` +
          `${at('2 Oak Ave')},,\n` +
          `${at('PO Box 7')},5125550103,Mobile\n` +
          `${at('')},,\n`,
      );
      expect(summary.rows).toEqual({ read: 5, stored: 2, merged: 1, refused: 2 });
      expect(summary).toMatchObject({ owners: 2, phones: { stored: 2 } });
      expect((await ownerAt('1 Elm St'))?.phones.map(({ number }) => number)).toEqual([
        '5125550101',
        '5125550102',
      ]);
    });

    it('heeds the flags of a vendor: litigators, wrong numbers, the dead', async () => {
      const columns =
        'Phone 1,Phone 1 DNC,Phone 1 Wrong Number,Litigator,Deceased,Owner 2 First Name,Owner 2 Last Name';
      const summary = await world.load(
        `${HEADER},${columns},Do Not Mail\n` +
          `${at('1 Elm St')},5125550101,No,,Yes,,,,\n` +
          `${at('2 Elm St')},5125550102,No,,,,,,\n` +
          `${at('3 Elm St')},5125550103,No,Yes,,,,,\n` +
          `${at('4 Elm St')},5125550104,No,,,Yes,,,\n` +
          `${at('5 Elm St')},5125550105,No,,,Deceased,Max,Moss,Y\n`,
        { phoneTypeDefault: 'mobile' },
      );
      expect(summary.refusals).toMatchObject([{ reason: 'its owner is deceased', rows: 1, lines: [5] }]);
      expect(summary.ignoredColumns).toEqual(['Do Not Mail']);
      expect((await ownerAt('1 Elm St'))?.phones).toMatchObject([{ dnc: true }]);
      expect((await ownerAt('2 Elm St'))?.phones).toMatchObject([{ dnc: false }]);
      expect((await ownerAt('3 Elm St'))?.phones).toEqual([]);
      expect(await ownerAt('5 Elm St')).toMatchObject({ firstName: 'Max', phones: [] });
    });

    it('reads several numbers of a cell, each with its own type and flag where the cells have them', async () => {
      await world.load(
        `${HEADER},Phone 1,Phone 1 Type,Phone 1 DNC\n${at('1 Elm St')},512-555-0101 ::: 512-555-0102,Mobile ::: Landline,Y\n`,
      );
      expect((await ownerAt('1 Elm St'))?.phones).toEqual([
        { number: '5125550101', type: 'mobile', dnc: true },
        { number: '5125550102', type: 'landline', dnc: true },
      ]);
    });

    it('repairs names and addresses that were decoded wrongly', async () => {
      await world.load(
        file(at('45 PeÃ±a Blvd', 'Oâ€™Neil', 'N&#39;Diaye'), at('46 PolkÂ St', 'Ann', 'Smith &amp; Roe')),
      );
      expect(await ownerAt('45 Pena Blvd')).toMatchObject({ firstName: 'O’Neil', lastName: "N'Diaye" });
      expect(await ownerAt('46 Polk St')).toMatchObject({ lastName: 'Smith & Roe' });
    });

    it.each([
      ...['UNKNOWN OWNER', 'Current Resident', 'OCCUPANT', '(name withheld)', 'TAXPAYER OF', 'TAXPAYER'],
      ...[
        'TAX PAYER OF 235 VAN BUREN',
        'UNAVAILABLE OWNER',
        'OWNER UNAVAILABLE',
        'NAME UNAVAILABLE',
        'HOMEOWNER',
      ],
      ...['Owner(s) of record', 'PROPERTY OWNER', 'OWNER OF 12 OAK ST', 'NOT LISTED', 'NO OWNER ON FILE'],
      ...['CONFIDENTIAL BY LAW', 'OWNER OR CURRENT RESIDENT', 'PRESENT OCCUPANT', 'NO NAME GIVEN'],
    ])('is refused a row that has %s for a name, because no person is worth nothing', async (name) => {
      const { rows } = await world.load(file(at('1 Elm St', '', name), at('2 Oak Ave')));
      expect(rows).toMatchObject({ stored: 1, refused: 1 });
    });

    it('has its refused rows in a separate file, with line and reason, readable only by this user', async () => {
      const { rejectsPath } = await world.load(file(at('1 Elm St'), '"12 No\nwhere",,,,,', at('PO Box 7')));
      const rejects = await readFile(rejectsPath ?? '', 'utf8');
      const [header, ...rows] = rejects.trimEnd().split('\r\n');
      expect(header).toMatch(/^Line,Reason,Property Address,/);
      expect(rows.map((row) => row.slice(0, 2))).toEqual(['3,', '5,']);
      expect(rows[1]).toMatch(/never a property/);
      expect((await stat(rejectsPath ?? '')).mode & 0o777).toBe(0o600);
    });

    it('takes no line number of its rejected rows for a ZIP', async () => {
      const rows = [
        '254,it names no owner,12 Elm St,Dayton,OH,45402,Ann Roe',
        '504,it names no owner,14 Elm St,Dayton,OH,45402,Bo Poe',
      ];
      const { mapping } = await world.load(
        `Line,Reason,Address,PTOWN,PROP_ST,PZIP5,Owner Name\n${rows.join('\n')}\n`,
      );
      expect(mapping.flatMap(({ headers }) => headers)).not.toContain('Line');
      expect(mapping.find(({ field }) => field === 'city')?.headers).toEqual(['PTOWN']);
      expect(mapping.find(({ field }) => field === 'zip')?.headers).toEqual(['PZIP5']);
      expect((await ownerAt('12 Elm St'))?.fullName).toBe('Ann Roe');
    });

    describe('with rows of one address that an unread column tells apart', () => {
      const rows = (...owners: readonly [unit: string, first: string][]) =>
        [
          `${HEADER},XQ,APN`,
          ...owners.map(([cell, first], row) => `${at('1 Elm St', first)},${cell},${row}`),
        ].join('\n');

      it('is refused, and stores nothing, unless they are the same property', async () => {
        const csv = rows(['', 'Vera'], ['1/2', 'Boris']);
        await expect(world.load(csv)).rejects.toMatchObject({
          code: 'rows_apart',
          message:
            '1 row (50%) would be taken for the property of an earlier row, though they differ in "XQ" (1/2): rows 2 and 3, for example. ' +
            'If that column is a part of the address, choose it for its field. Add --map numberSuffix=XQ (or another field of the ' +
            'address), or --same-property if these rows are the same property.',
        });
        expect(await match('1 Elm St')).toMatchObject({ matched: false });
        const [warning] = (await world.load(csv, { dryRun: true })).warnings;
        expect(warning).toMatchObject({ stopsImport: true });
        expect((await world.load(csv, { sameProperty: true })).rows).toMatchObject({ stored: 2 });
      });

      it('is read where the column is chosen', async () => {
        await world.load(rows(['', 'Vera'], ['1/2', 'Boris']), { overrides: { numberSuffix: 'XQ' } });
        expect((await ownerAt('1 Elm St'))?.fullName).toContain('Vera');
        expect((await ownerAt('1 1/2 Elm St'))?.fullName).toContain('Boris');
      });

      it('is imported where they are one owner, or one parcel of several', async () => {
        const same = [`${HEADER},XQ`, `${at('1 Elm St')},A`, `${at('1 Elm St')},B`].join('\n');
        expect((await world.load(same)).warnings).toEqual([]);
        const parcel = [`${HEADER},APN`, `${at('2 Elm St', 'Vera')},7`, `${at('2 Elm St', 'Boris')},7`].join(
          '\n',
        );
        expect((await world.load(parcel)).warnings).toEqual([]);
      });
    });

    it('has columns that are not read, because the operator says so', async () => {
      const csv =
        `${HEADER},Phone 1,Phone 1 Type,Phone 2,Phone 2 Type,Contact 1 Name\n` +
        `${at('1 Elm St')},5125550101,Mobile,5125550102,Mobile,Tenant Tom\n`;
      const numbers = async () => (await ownerAt('1 Elm St'))?.phones.map(({ number }) => number);
      await world.load(csv);
      expect(await numbers()).toEqual([]);
      const { status, ignoredColumns } = await world.load(csv, { unused: ['Phone 2', 'Contact 1 Name'] });
      expect([status, ignoredColumns]).toEqual([
        'imported',
        expect.arrayContaining(['Phone 2', 'Contact 1 Name']) as unknown,
      ]);
      expect(await numbers()).toEqual(['5125550101']);
    });

    it("with a unit column beside a split street gives no apartment's owner to another, nor to the building", async () => {
      const { warnings } = await world.load(
        'St No,St Name,St Type,St Unit,Zip,Owner Name\n' +
          '12,ELM,ST,1,45402,Ann Roe\n12,ELM,ST,2,45402,Bo Poe\n14,ELM,ST,,45402,Cy Doe\n',
      );
      expect(warnings.filter(({ text }) => text.includes('unit'))).toEqual([]);
      expect((await ownerAt('12 Elm St Apt 1'))?.fullName).toBe('Ann Roe');
      expect((await ownerAt('12 Elm St Unit 2'))?.fullName).toBe('Bo Poe');
      expect(await match('12 Elm St')).toMatchObject({ matched: false });
      expect(await match('12 Elm St # 3')).toMatchObject({ matched: false });
    });

    it('that was imported before changes nothing, and says so', async () => {
      const csv = file(at('1 Elm St'));
      const first = await world.load(csv);
      const before = await match('1 Elm St');
      const second = await world.load(csv);
      expect(second).toMatchObject({ status: 'unchanged', importId: first.importId, owners: 1 });
      expect(await match('1 Elm St')).toEqual(before);
      expect(await world.load(csv, { source: 'another' })).toMatchObject({ status: 'imported' });
    });

    it('is refused whole where it names a Social Security number or date of birth to be read', async () => {
      const csv = `${HEADER},Owner SSN,DOB,dateOfBirth\n${at('1 Elm St')},000-00-0000,1970-01-01,1970-01-01\n`;
      const { sensitiveColumns } = await world.load(csv);
      expect(sensitiveColumns).toEqual(['Owner SSN', 'DOB', 'dateOfBirth']);
      await expect(world.load(csv, { overrides: { ownerId: ['Owner SSN'] } })).rejects.toMatchObject({
        code: 'sensitive_column',
      });
      const stored = await world.kept<{ contact: string }>(
        'records',
        (table) => `SELECT contact FROM ${table}`,
      );
      expect(stored).not.toEqual([]);
      expect(JSON.stringify(stored)).not.toMatch(/000-00-0000|1970/);
    });

    it('may have any header, if the operator names the columns', async () => {
      const csv = 'Where,Also,Town,ST,Post,Who\n1 Elm St,9 Oak Ave,Dayton,OH,45402,Vera Moss\n';
      await expect(world.load(csv)).rejects.toMatchObject({ code: 'unusable_columns' });
      const overrides = {
        address: ['Where'],
        city: ['Town'],
        state: ['ST'],
        zip: ['Post'],
        fullName: ['Who'],
      };
      await world.load(csv, { overrides });
      expect(await ownerAt('1 Elm St')).toMatchObject({ fullName: 'Vera Moss' });
    });
  });

  describe('an export of a vendor', () => {
    const FIXTURES = path.join(import.meta.dirname, '../../../../csv/fixtures');
    const load = async (name: string) =>
      importOwners(world.parts, await world.copy(path.join(FIXTURES, `${name}.csv`)));
    const names = async () => {
      const rows = await world.kept<{ contact: string }>(
        'records',
        (table) => `SELECT contact FROM ${table} ORDER BY id`,
      );
      return rows.map(({ contact }) => {
        const { firstName, lastName, fullName } = readContact(contact);
        return [firstName, lastName, fullName];
      });
    };

    it('of Florida (NAL) has its last names first, and its ZIPs say the state', async () => {
      expect(await load('florida-nal-like')).toMatchObject({ nameOrder: 'last-first', warnings: [] });
      expect((await names())[0]).toEqual(['GLORIA B', 'LINDENFIELD', 'GLORIA B LINDENFIELD']);
    });

    it('of a county with commas in its names is turned by them', async () => {
      expect(await load('county-split-like')).toMatchObject({ nameOrder: 'comma' });
      expect((await names())[0]).toEqual(['MINA', 'PEBBLECREEK', 'MINA PEBBLECREEK']);
    });

    it('of a county without any is stored as written, with a doubt', async () => {
      const { nameOrder, warnings } = await load('county-situs-like');
      expect(nameOrder).toBe('as-written');
      expect(warnings[0]?.text).toMatch(/"FENNIMORE ELENA" may have the last name first/);
      expect((await names())[0]).toEqual([null, null, 'FENNIMORE ELENA']);
    });

    it('of RealQuest has its labels turned where first and last name say so', async () => {
      await load('realquest-like');
      expect((await names())[0]).toEqual(['JAMAL', 'ELMSWORTH', 'JAMAL ELMSWORTH']);
    });

    it('of a skip trace keeps no phone of a person it found instead of the owner', async () => {
      const { phones } = await load('directskip-output-like');
      expect(phones.stored).toBe(0);
      expect(phones.leftOut).toBeGreaterThan(0);
    });

    it.each(['propstream-like', 'dealmachine-like', 'xleads-like', 'batchleads-like', 'propertyradar-like'])(
      'is read without a warning: %s',
      async (name) => {
        const { rows, warnings, phones } = await load(name);
        expect(rows.stored).toBe(rows.read);
        expect(warnings).toEqual([]);
        expect(phones.stored).toBeGreaterThan(0);
      },
    );
  });

  describe('the phones and emails of an owner', () => {
    it('are mapped to mobile and landline; other types are stored as unknown, and invalid numbers left out', async () => {
      const phones = [
        ['(512) 555-0101', 'Wireless', 'Y'],
        ['+1 512 555 0102', 'cell', 'no'],
        ['512.555.0103', 'Residential', 'TRUE'],
        ['5125550104', 'Land Line', ''],
        ['5125550105', 'VoIP', 'N'],
        ['555-0106', 'Mobile', 'N'],
      ];
      const columns = phones.map((_, n) => `Phone ${n + 1},Phone ${n + 1} Type,Phone ${n + 1} DNC`).join(',');
      const csv = `${HEADER},${columns}\n${at('1 Elm St')},${phones.flat().join(',')}\n`;
      const summary = await world.load(csv);
      expect(summary.phones).toEqual({
        stored: 5,
        leftOut: 1,
        withoutType: 1,
        ofOthers: 0,
        over: 0,
        dncAssumed: 1,
        unknownTypes: 1,
      });
      const stored = [
        { number: '5125550101', type: 'mobile', dnc: true },
        { number: '5125550102', type: 'mobile', dnc: false },
        { number: '5125550103', type: 'landline', dnc: true },
        { number: '5125550104', type: 'landline', dnc: true, dncChecked: false },
      ];
      expect((await ownerAt('1 Elm St'))?.phones).toEqual(stored);
      await world.load(csv, { dncDefault: false });
      expect((await ownerAt('1 Elm St'))?.phones[3]).toMatchObject({ dnc: false });
    });

    it('are kept up to 10 mobiles, 9 landlines and 28 emails, mobiles first, in the order of the data', async () => {
      const many = (count: number, cell: (n: number) => string) =>
        Array.from({ length: count }, (_, n) => cell(n));
      const number = (n: number) => `51255501${String(n).padStart(2, '0')}`;
      const columns = [
        ...many(24, (n) => `Phone ${n + 1},Phone ${n + 1} Type`),
        ...many(30, (n) => `Email ${n + 1}`),
      ];
      const cells = [
        ...many(24, (n) => `${number(n)},${n % 2 === 0 ? 'Landline' : 'Mobile'}`),
        ...many(30, (n) => `m${n}@example.com`),
      ];
      const summary = await world.load(
        `${HEADER},${columns.join(',')}\n${at('1 Elm St')},${cells.join(',')}\n`,
      );
      expect(summary).toMatchObject({
        phones: { stored: 19, leftOut: 5 },
        emails: { stored: 28, leftOut: 2 },
      });
      const owner = await ownerAt('1 Elm St');
      expect(owner?.phones.map((phone) => phone.number)).toEqual([
        ...many(10, (n) => number(2 * n + 1)),
        ...many(9, (n) => number(2 * n)),
      ]);
      expect(owner?.emails).toEqual(many(28, (n) => `m${n}@example.com`));
      expect(await match('1 Elm St')).toMatchObject({ phoneCount: 19, emailCount: 28 });
    });
  });

  describe('replacing a source', () => {
    it('swaps it atomically: no lookup meanwhile finds neither or both', async () => {
      const rows = (first: string) =>
        file(...Array.from({ length: 600 }, (_, n) => at(`${n + 1} Elm St`, first)));
      await world.load(rows('Old'));
      const leads = [1, 300, 599].map((number) => ({ ...LEAD, address: `${number} Elm St` }));
      const seen = new Set<string>();
      let replaced = false;
      const looking = (async () => {
        while (!replaced) {
          const found = await world.directory.match(leads);
          const ids = found.map((result) => (result.matched ? result.ownerRecordId : 0));
          const owners = await world.directory.read(ids);
          seen.add(ids.map((id) => owners.get(id)?.firstName ?? 'nobody').join(' '));
        }
      })();
      await world.load(rows('New'), { replace: true });
      replaced = true;
      await looking;
      expect([...seen].filter((names) => names !== 'Old Old Old' && names !== 'New New New')).toEqual([]);
      expect(await ownerAt('300 Elm St')).toMatchObject({ firstName: 'New' });
    });

    it('keeps earlier matches readable by id until they are purged', async () => {
      await world.load(file(at('1 Elm St', 'Old'), at('2 Oak Ave')));
      const before = await match('1 Elm St');
      if (before?.matched !== true) throw new Error('a miss');
      await world.load(file(at('1 Elm St', 'New')), { replace: true });
      const read = async () => (await world.directory.read([before.ownerRecordId])).get(before.ownerRecordId);
      expect(await read()).toMatchObject({ firstName: 'Old' });
      expect(await match('2 Oak Ave')).toMatchObject({ matched: false });
      expect(await world.directory.purgeRetired(world.clock.now())).toBe(0);
      expect(await world.directory.purgeRetired(world.clock.now() + 1)).toBe(2);
      expect(await read()).toBeUndefined();
      expect(await world.kept('records', (table) => `SELECT 1 FROM ${table}`)).toHaveLength(1);
      const owned = await world.kept<{ id: number }>(
        'keys',
        (table) => `SELECT record_id AS id FROM ${table}`,
      );
      expect(new Set(owned.map(({ id }) => id)).size).toBe(1);
      expect(await ownerAt('1 Elm St')).toMatchObject({ firstName: 'New' });
    });
  });

  describe('two imports at the same time', () => {
    it('do not mix, whichever ends first', async () => {
      const rows = (street: string, first: string) =>
        file(...Array.from({ length: 400 }, (_, n) => at(`${n + 1} ${street}`, first)));
      await Promise.all([
        world.load(rows('Elm St', 'Ann'), { source: 'county' }),
        world.load(rows('Oak Ave', 'Ben'), { source: 'vendor' }),
        world.load(rows('Pine Ct', 'Cal'), { source: 'county' }),
      ]);
      const { sources } = await world.directory.stats();
      expect(sources.map(({ source, records }) => [source, records])).toEqual([
        ['county', 800],
        ['vendor', 400],
      ]);
      for (const number of [1, 300, 400]) {
        expect(await ownerAt(`${number} Elm St`)).toMatchObject({ firstName: 'Ann' });
        expect(await ownerAt(`${number} Oak Ave`)).toMatchObject({ firstName: 'Ben' });
        expect(await ownerAt(`${number} Pine Ct`)).toMatchObject({ firstName: 'Cal' });
      }
      const ids = await world.kept<{ id: number }>('records', (table) => `SELECT id FROM ${table}`);
      expect(new Set(ids.map(({ id }) => id)).size).toBe(1_200);
    });
  });

  describe('an import that died', () => {
    it('was never visible, is started again, and its remains are purged', async () => {
      const { stores, clock, parts } = world;
      const csv = file(...Array.from({ length: 50 }, (_, n) => at(`${n + 1} Elm St`)));
      const dead = await LoadingImport.begin(stores, parts.ids, {
        source: 'default',
        fingerprint: 'x',
      });
      const batch = new RecordBatch(world.stores.store.rowFormat);
      batch.add({
        identity: 1,
        ownerId: null,
        ownerNumber: 1,
        address: '',
        addressKeys: [1, 2, 3],
        addressSeal: null,
        streets: [],
        contact: { ...EMPTY, fullName: 'Nobody saw me' },
      });
      await dead.add(batch.encoded());
      expect(await match('1 Elm St')).toMatchObject({ matched: false });
      expect(await world.load(csv)).toMatchObject({ status: 'imported', owners: 50 });
      clock.ms += 60 * 60_000;
      expect(await world.directory.purgeRetired(clock.now())).toBe(1);
      await expect(dead.finish()).rejects.toMatchObject({ code: 'given_up' });
      expect(await match('1 Elm St')).toMatchObject({ matched: true });
    });

    it('leaves visible owners unchanged if its file turns out to be broken', async () => {
      await world.load(file(at('1 Elm St', 'Old')));
      const broken = file(at('1 Elm St', 'New'), '"never closed');
      await expect(world.load(broken, { replace: true })).rejects.toMatchObject({ code: 'unclosed_quote' });
      expect(await ownerAt('1 Elm St')).toMatchObject({ firstName: 'Old' });
    });
  });

  const EMPTY = { ...NO_CONTACT, phones: [], emails: [] };
});
