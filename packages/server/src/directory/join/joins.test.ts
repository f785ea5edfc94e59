// Engines: SQLite, PostgreSQL

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownerEnginesOfTests, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { deleteSource, setPriority } from '../import/sources.js';
import { matchLeads, matchResult, openOwnerIndex } from '../match/index.js';

describe.each(ownerEnginesOfTests)('on $name', (engine) => {
  let world: TemporaryOwners;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
  });
  afterEach(() => world.remove());

  const LEAD = { address: '1 Elm St', city: 'Dayton', state: 'OH', zip: '45402' };
  const HEADER =
    'Situs Address,Situs City,Situs State,Situs Zip,Owner Name,Mailing Address,Phone 1,Phone 1 Type,Phone 1 DNC,Email';
  const cells = (name: string, { mail = '', phone = '', email = '', street = LEAD.address } = {}) =>
    [
      street,
      'Dayton',
      'OH',
      '45402',
      name,
      mail,
      phone,
      phone === '' ? '' : 'Mobile',
      phone === '' ? '' : 'N',
      email,
    ].join(',');
  const load = (source: string, rows: string[], options = {}) =>
    world.load(`${[HEADER, ...rows].join('\n')}\n`, { source, ...options });

  async function owner(lead: object = {}) {
    const [found] = await world.directory.find([{ ...LEAD, ...lead }]);
    if (found === undefined || found === null) return null;
    const { id, fullName, mailingAddress, emails, phones } = found.owner;
    return { id, fullName, mailingAddress, emails, phones: phones.map(({ number }) => number) };
  }

  const RICH = cells('Jane Doe', { phone: '5125550101', email: 'jane@example.com' });
  const POOR = cells('DOE JANE A', { mail: '9 Oak Ave' });

  describe('an owner whom two sources know', () => {
    it('has the details of the newer and the contacts of both', async () => {
      await load('vendor', [RICH]);
      await load('county', [POOR]);
      expect(await owner()).toMatchObject({
        fullName: 'DOE JANE A',
        mailingAddress: '9 Oak Ave',
        phones: ['5125550101'],
        emails: ['jane@example.com'],
      });
      const explained = await world.directory.explain(LEAD);
      expect(explained.owner).toMatchObject({
        source: 'county',
        fullName: 'DOE JANE A',
        from: [
          { source: 'county', phones: 0, emails: 0 },
          { source: 'vendor', phones: 1, emails: 1 },
        ],
      });
      expect(explained.compared).toHaveLength(1);
    });

    it('is the same for lookups, jobs and later reads by id', async () => {
      await load('vendor', [RICH]);
      await load('county', [POOR]);
      const [single] = await world.directory.match([LEAD]);
      const decisions = await matchLeads(await openOwnerIndex(world.source), [LEAD]);
      expect(decisions.map((decision) => matchResult(decision))).toEqual([single]);
      expect(single).toMatchObject({ matched: true, phoneCount: 1, emailCount: 1 });
      const before = await owner();
      await load('third', [cells('Somebody Else', {})]);
      expect(await owner()).toMatchObject({ fullName: 'Somebody Else' });
      const kept = await world.directory.read([before?.id ?? 0]);
      expect(kept.get(before?.id ?? 0)).toMatchObject({
        fullName: 'DOE JANE A',
        emails: ['jane@example.com'],
      });
    });

    it('loses a source’s contacts together with that source', async () => {
      await load('vendor', [RICH]);
      await load('county', [POOR]);
      await deleteSource(world.stores, 'vendor');
      expect(await owner()).toMatchObject({ mailingAddress: '9 Oak Ave', phones: [], emails: [] });
      await world.directory.purgeRetired(world.clock.now() + 1);
      const left = await world.kept('records', (table) => `SELECT contact FROM ${table}`);
      expect(left).toHaveLength(1);
      expect(JSON.stringify(left)).not.toContain('jane@example.com');
      expect(await world.kept('joins', (table) => `SELECT 1 FROM ${table}`)).toEqual([]);
    });

    it('is not joined if the names may belong to two people', async () => {
      await load('vendor', [cells('Jane Doe Jr', { phone: '5125550101' })]);
      await load('county', [cells('Jane Doe'), cells('John Doe')]);
      expect(await owner()).toMatchObject({ fullName: 'Jane Doe', phones: [] });
      await load('vendor', [
        cells('Jane Doe', { phone: '5125550102' }),
        cells('Jane A Doe', { phone: '5125550103' }),
      ]);
      await setPriority(world.stores, 'county', 1);
      expect(await owner()).toMatchObject({ fullName: 'Jane Doe', phones: [] });
    });

    it('keeps a Do Not Call mark that only one of them has', async () => {
      await load('vendor', [RICH]);
      await load('county', [
        cells('Jane Doe', { phone: '5125550101', email: 'j@example.com' }).replace(',N,', ',Y,'),
      ]);
      const [found] = await world.directory.find([LEAD]);
      expect(found?.owner.phones).toEqual([{ number: '5125550101', type: 'mobile', dnc: true }]);
      await setPriority(world.stores, 'vendor', 5);
      const [again] = await world.directory.find([LEAD]);
      expect(again?.owner.phones).toEqual([{ number: '5125550101', type: 'mobile', dnc: true }]);
    });

    it('is chosen among co-owners by name before anything is joined', async () => {
      await load('vendor', [cells('John Doe', { phone: '5125550109' }), RICH]);
      await load('county', [cells('Jane Doe'), cells('John Doe')]);
      expect(await owner({ firstName: 'John', lastName: 'Doe' })).toMatchObject({ phones: ['5125550109'] });
      expect(await owner({ firstName: 'Jane', lastName: 'Doe' })).toMatchObject({ phones: ['5125550101'] });
    });
  });

  describe('the priority of a source', () => {
    it('decides if sources name different owners, without mixing them', async () => {
      await load('county', [cells('Ann Roe', { mail: '9 Oak Ave' })], { priority: 10 });
      await load('vendor', [RICH]);
      expect(await owner()).toMatchObject({ fullName: 'Ann Roe', phones: [] });
      await setPriority(world.stores, 'vendor', 11);
      expect(await owner()).toMatchObject({ fullName: 'Jane Doe', mailingAddress: null });
      await setPriority(world.stores, 'vendor', 10);
      expect(await owner()).toMatchObject({ fullName: 'Jane Doe' });
    });

    it('stays with the source over imports, and is shown', async () => {
      await load('county', [cells('Ann Roe')], { priority: 10 });
      await load('county', [cells('Ann Poe')], { replace: true });
      await load('vendor', [RICH]);
      expect(await owner()).toMatchObject({ fullName: 'Ann Poe' });
      const { sources } = await world.directory.stats();
      expect(sources.map(({ source, priority }) => [source, priority])).toEqual([
        ['county', 10],
        ['vendor', 0],
      ]);
      await expect(setPriority(world.stores, 'nobody', 1)).rejects.toMatchObject({
        code: 'unknown_source',
      });
    });

    it('is set even by importing the same file again', async () => {
      await load('county', [cells('Ann Roe')], { priority: 10 });
      await load('vendor', [RICH]);
      expect(await load('vendor', [RICH], { priority: 11 })).toMatchObject({ status: 'unchanged' });
      expect(await owner()).toMatchObject({ fullName: 'Jane Doe' });
    });

    it('decides which source provides the details of a joined owner', async () => {
      await load('vendor', [RICH]);
      await load('county', [POOR]);
      await setPriority(world.stores, 'vendor', 1);
      expect(await owner()).toMatchObject({
        fullName: 'Jane Doe',
        mailingAddress: '9 Oak Ave',
        phones: ['5125550101'],
      });
      await setPriority(world.stores, 'vendor', 0);
      expect(await owner()).toMatchObject({ fullName: 'DOE JANE A', phones: ['5125550101'] });
    });
  });

  describe('three sources', () => {
    const other = cells('Jane Doe', { phone: '5125550102' });

    it('are joined into one, and the rest when one is deleted', async () => {
      await load('vendor', [RICH]);
      await load('county', [POOR]);
      await load('append', [other]);
      expect(await owner()).toMatchObject({
        phones: ['5125550102', '5125550101'],
        mailingAddress: '9 Oak Ave',
      });
      await deleteSource(world.stores, 'vendor');
      expect(await owner()).toMatchObject({ phones: ['5125550102'], mailingAddress: '9 Oak Ave' });
      await load('county', [cells('Somebody Else')], { replace: true });
      expect(await owner()).toMatchObject({ fullName: 'Somebody Else' });
    });

    const all = ['5125550102', '5125550101'];
    const threeSources = async () => {
      await load('vendor', [RICH]);
      await load('county', [POOR]);
      // The last one joins all three, so nothing has joined the first and the last alone.
      await load('append', [other]);
    };

    it('stay unchanged if they cannot be joined without the leaving source, and the cause is reported', async () => {
      await threeSources();
      vi.spyOn(world.stores.joins, 'haveLargerJoins').mockRejectedValueOnce(
        new Error('the database is away'),
      );
      await expect(load('county', [cells('Ann Roe')], { replace: true })).rejects.toThrow(
        'the database is away',
      );
      expect(await owner()).toMatchObject({ phones: all, mailingAddress: '9 Oak Ave' });
    });

    it('are joined without the leaving source before it is deleted, so that a kill loses nothing', async () => {
      await threeSources();
      const { store } = world.stores;
      const activate = store.activate.bind(store);
      vi.spyOn(store, 'activate').mockImplementationOnce(async (...args) => {
        await activate(...args);
        throw new Error('killed');
      });
      const elsewhere = cells('Ann Roe').replace('1 Elm St', '7 Elm St');
      await expect(load('county', [elsewhere], { replace: true })).rejects.toThrow('killed');
      expect(await owner()).toMatchObject({ fullName: 'Jane Doe', phones: all });
    });

    it('are joined without imports replaced by a file that was imported before', async () => {
      const elsewhere = cells('Ann Roe').replace('1 Elm St', '7 Elm St');
      await load('county', [elsewhere]);
      await threeSources();
      const summary = await load('county', [elsewhere], { replace: true });
      expect(summary.status).toBe('unchanged');
      expect(await owner()).toMatchObject({ fullName: 'Jane Doe', phones: all });
    });

    it('are joined without the first import of a file that is imported again with other settings', async () => {
      const csv = 'Situs Address,Situs Zip,Owner Name,Alias\n1 Elm St,45402,Jane Doe,Ann Roe\n';
      await load('vendor', [RICH]);
      await world.load(csv, { source: 'county', priority: -1 });
      await load('append', [other]);
      await world.load(csv, { source: 'county', overrides: { fullName: 'Alias' } });
      expect(await owner()).toMatchObject({ fullName: 'Jane Doe', phones: all });
    });
  });

  describe('the same file, imported again with other settings', () => {
    it('replaces its first import', async () => {
      const csv = 'Situs Address,Situs Zip,Owner Name\n1 Elm St,45402,DOE JANE A\n';
      await world.load(csv);
      expect(await world.load(csv, { nameOrder: 'last-first' })).toMatchObject({ status: 'imported' });
      expect(await owner()).toMatchObject({ fullName: 'JANE A DOE' });
      expect((await world.directory.stats()).sources).toMatchObject([{ imports: 1, records: 1 }]);
    });
  });
});
