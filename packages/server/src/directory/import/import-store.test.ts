import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownerEngines, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import type { Import } from '../entities.js';
import { NO_CONTACT } from '../record.js';
import type { OwnerStores } from '../stores.js';
import { NONE, RecordBatch } from './record-batch.js';

describe.each(ownerEngines)('on $name', (engine) => {
  // The behavior that all engines share.
  let world: TemporaryOwners;
  let store: OwnerStores['store'];
  let joins: OwnerStores['joins'];
  let purges: OwnerStores['purges'];
  let index: OwnerStores['index'];
  beforeEach(async () => {
    world = await temporaryOwners(engine);
    ({ store, joins, purges, index } = world.stores);
  });
  afterEach(() => world.remove());

  const COUNTS = {
    rowsRead: 2,
    rowsMerged: 0,
    rowsRefused: 0,
    records: 2,
    addressKeys: 2,
    phones: 0,
    untypedPhones: 0,
    emails: 0,
  };
  const KEEP = { setsPriority: false, replace: false };

  const begin = (source = 'county', id = source): Promise<Import> =>
    store.begin({
      id,
      source,
      fingerprint: id,
      fileDigest: null,
      priority: null,
      phoneTypeDefault: null,
      chosenColumns: null,
      addressRules: 1,
      bytes: 0,
    });

  /** Records with one key each, which is 10, 20, … and has the key for a seal. */
  function records(...names: string[]) {
    const batch = new RecordBatch(store.rowFormat);
    for (const [at, fullName] of names.entries()) {
      const key = 10 * (at + 1);
      batch.add({
        identity: key,
        ownerId: null,
        ownerNumber: 1,
        address: `${key} ELM ST`,
        addressKeys: [key],
        addressSeal: key,
        streets: [],
        contact: { ...NO_CONTACT, fullName, phones: [], emails: [] },
      });
    }
    return batch.encoded();
  }

  async function load(source: string, ...names: string[]) {
    const loading = await begin(source);
    const firstId = await store.append(loading, records(...names), []);
    const entries = names.flatMap((_, at) => [10 * (at + 1), firstId + at, 10 * (at + 1), 0]);
    await store.addKeys(loading, Float64Array.from(entries));
    await store.finishIndex(loading);
    return { loading, firstId };
  }

  describe('the store of imports and the index', () => {
    it('show an import completely from its activation on, and not before', async () => {
      const { loading, firstId } = await load('county', 'Ada', 'Ben');
      expect((await index.entries([10, 20], [])).byKey.size).toBe(0);
      const active = await store.activate(loading, COUNTS, KEEP);
      expect(active).toMatchObject({ state: 'active', edition: 1, lastRecordId: firstId + 1 });
      const { byKey, visible, records: sealed } = await index.entries([10, 20, 30], [{ key: 20, seal: 20 }]);
      expect([...byKey.keys()].sort()).toEqual([10, 20]);
      expect(byKey.get(10)).toMatchObject([{ id: firstId, seal: 10, phoneCount: 0, emailCount: 0 }]);
      expect([...sealed.values()]).toMatchObject([{ id: firstId + 1, fullName: 'Ben' }]);
      const candidates = await index.candidates(visible, new Set([10, 30]));
      expect(candidates.get(10)).toMatchObject([{ id: firstId, identity: 10, address: '10 ELM ST' }]);
      expect(candidates.has(30)).toBe(false);
    });

    it('keep records readable by id until they are purged', async () => {
      const { loading, firstId } = await load('county', 'Ada');
      await store.activate(loading, { ...COUNTS, records: 1 }, KEEP);
      expect(await store.retire('county')).toBe(1);
      expect((await index.entries([10], [])).byKey.size).toBe(0);
      expect((await index.records([firstId])).get(firstId)).toMatchObject({ fullName: 'Ada' });
      const [retired] = await store.imports('retired');
      if (retired === undefined) throw new Error('the import is gone');
      await purges.removeKeys([retired]);
      expect(await purges.removeRecords(retired)).toBe(1);
      await purges.forget([retired.sequence]);
      expect((await index.records([firstId])).size).toBe(0);
      expect(await store.imports()).toEqual([]);
    });

    it('refuse writes of an import that was retired as dead', async () => {
      const loading = await begin();
      world.clock.ms += 1;
      await purges.buryDead(world.clock.now());
      const refused = { code: 'given_up' };
      await expect(store.append(loading, records('Ada'), [])).rejects.toMatchObject(refused);
      await expect(store.addKeys(loading, Float64Array.of(10, 1, NONE, NONE))).rejects.toMatchObject(refused);
      await expect(store.activate(loading, COUNTS, KEEP)).rejects.toMatchObject(refused);
      expect((await index.records([1])).size).toBe(0);
    });

    it('set aside possible duplicates, including the first of them, and index the merged records', async () => {
      const loading = await begin();
      const firstId = await store.append(loading, records('Ada'), []);
      const secondId = await store.append(loading, records('Ada'), [0]);
      await store.setAsideFirst(loading);
      const found = await store.duplicates(loading, { identity: -1, id: -1 }, 10);
      expect(found.map(({ id }) => id)).toEqual([firstId, secondId]);
      expect(await store.duplicates(loading, { identity: 10, id: firstId }, 10)).toHaveLength(1);
      const contact = { ...NO_CONTACT, fullName: 'Ada', phones: [], emails: ['ada@example.com'] };
      await store.merge(loading, [{ id: firstId, ownerNumber: 1, contact }], [secondId]);
      await store.indexSetAside(loading);
      await store.finishIndex(loading);
      await store.activate(loading, COUNTS, KEEP);
      const { byKey } = await index.entries([10], []);
      expect(byKey.get(10)).toMatchObject([{ id: firstId, seal: 10, emailCount: 1 }]);
      expect(await store.duplicates(loading, { identity: -1, id: -1 }, 10)).toEqual([]);
    });

    it('join records of several sources once, and use a join while all its parents are visible', async () => {
      const county = await load('county', 'Ada');
      const one = await store.activate(county.loading, COUNTS, KEEP);
      const vendor = await load('vendor', 'Ada');
      const others = [one?.sequence ?? 0, vendor.loading.sequence];
      const neighbors = await joins.neighbors(vendor.loading.sequence, others, [0, 100]);
      expect(neighbors.map(({ recordId }) => recordId)).toEqual([county.firstId, vendor.firstId]);
      expect(new Set(neighbors.map(({ property }) => property)).size).toBe(1);
      const contact = { ...NO_CONTACT, fullName: 'Ada', phones: [], emails: ['ada@example.com'] };
      const join = {
        contact,
        parents: neighbors.map(({ recordId, importSequence }): [number, number] => [
          recordId,
          importSequence,
        ]),
      };
      expect(await joins.addJoins(vendor.loading, [join])).toHaveLength(1);
      expect(await joins.addJoins(vendor.loading, [join])).toEqual([]);
      await store.activate(vendor.loading, COUNTS, KEEP);
      const visible = async () => index.joins(await index.visibleImports(), [county.firstId]);
      const joined = (await visible()).get(county.firstId);
      expect(joined).toMatchObject({ emailCount: 1 });
      expect(await index.parentsOf(joined?.id ?? 0)).toEqual(join.parents);
      await store.retire('vendor');
      expect((await visible()).size).toBe(0);
      expect(await joins.haveLargerJoins([one?.sequence ?? 0])).toBe(false);
    });
  });
});
