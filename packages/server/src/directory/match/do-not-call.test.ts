import { describe, expect, it } from 'vitest';
import { NumberSet, type DncKind, type DncReads } from '../dnc/dnc-store.js';
import type { OwnerPhone, OwnerRecord } from '../index.js';
import { NO_CONTACT } from '../record.js';
import { ownersInBytes, storedContact } from '../stored-contact.js';
import { passedResults, DoNotCall, withDncStatus, type DncView } from './do-not-call.js';
import { contentsOf } from './index.js';

const AREA = 937;

/** Lists in memory, which count how often they are asked. */
function listsOf(numbers: Readonly<Partial<Record<DncKind, readonly number[]>>>) {
  const blocks = Object.entries(numbers).flatMap(([kind, some]) => {
    const set = new NumberSet();
    for (const number of some) set.add(number);
    return set.blocks().map((block) => ({ ...block, kind: kind as DncKind }));
  });
  const reads: DncReads & { asked: number; current: number } = {
    asked: 0,
    current: 1,
    version: () => Promise.resolve(reads.current),
    lists: () =>
      Promise.resolve([{ kind: 'national', areaCode: AREA, dated: '2027-01-01', numbers: 1, importedAt: 1 }]),
    blocks: (prefixes) => {
      reads.asked++;
      return Promise.resolve(blocks.filter(({ prefix }) => prefixes.includes(prefix)));
    },
  };
  return reads;
}

async function viewOf(lists: DoNotCall): Promise<DncView> {
  const view = await lists.view();
  if (view === null) throw new Error('there is no list');
  return view;
}

const LISTS = {
  national: [9_375_550_101, ...Array.from({ length: 800 }, (_, at) => 9_376_660_000 + 3 * at)],
  internal: [6_145_550_101, 9_375_550_102],
  litigator: [9_375_550_102, 2_025_550_101],
};

describe('the Do Not Call status of a phone', () => {
  it('is asked of the database once for each block of numbers, until another list is imported', async () => {
    const reads = listsOf(LISTS);
    const lists = new DoNotCall(reads);
    const statuses = async (...numbers: number[]) => numbers.map(await (await viewOf(lists)).of(numbers));
    for (let round = 0; round < 2; round++) {
      expect(
        await statuses(
          9_375_550_101,
          9_375_550_102,
          9_375_550_103,
          6_145_550_101,
          6_145_550_102,
          2_025_550_101,
        ),
      ).toEqual(['listed', 'left out', 'not listed', 'listed', undefined, 'left out']);
      expect(await statuses(9_376_660_003, 9_376_660_004, 9_376_669_999)).toEqual([
        'listed',
        'not listed',
        'not listed',
      ]);
    }
    expect(reads.asked).toBe(2);
    reads.current = 2;
    expect(await statuses(9_375_550_101)).toEqual(['listed']);
    expect(reads.asked).toBe(3);
  });

  it('is counted in a preview as results have it', async () => {
    const doNotCall = new DoNotCall(listsOf(LISTS));
    const kinds = [{ dnc: false }, { dnc: true }, { dnc: true, dncChecked: false }] as const;
    const numbers = ['9375550101', '9375550102', '9375550103', '6145550101', '6145550102', '2025550101'];
    const phones = numbers.flatMap((number) =>
      kinds.flatMap((kind) => (['mobile', 'landline'] as const).map((type) => ({ number, type, ...kind }))),
    ) as OwnerPhone[];
    const owners = phones.flatMap((phone, at) =>
      [[phone], [phone, phones[(at * 7 + 3) % phones.length] ?? phone]].flatMap((some) =>
        ['Jane', 'Zoë'].map((firstName): Omit<OwnerRecord, 'id'> => ({
          ...NO_CONTACT,
          firstName,
          lastName: 'Doe',
          propertyAddress: '12 Oak St',
          propertyZip: '45402',
          ...(at % 3 !== 0 && { mailingAddress: at % 3 === 1 ? '12 Oak St' : '9 Elm St' }),
          phones: some,
          emails: at % 2 === 0 ? [] : ['jane@example.com'],
        })),
      ),
    );
    const records = owners.map((owner, at) => ({ ...owner, id: at + 1 }));
    const lines = records.map((record) => `${record.id}\t${storedContact(record)}\n`).join('');
    const details = ownersInBytes(Buffer.from(lines));
    const results = await passedResults(
      doNotCall,
      { details: () => Promise.resolve(details), records: () => Promise.resolve(new Map()) },
      records.map((record) => ({
        matched: true,
        ownerRecordId: record.id,
        emailCount: record.emails.length,
        phoneCount: record.phones.length,
        contents: contentsOf(record),
      })),
    );
    const expected = (await withDncStatus(await viewOf(doNotCall), records)).map(
      (record) => record && contentsOf(record),
    );
    expect(results.map((result) => result.matched && result.contents)).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(8);
  });
});
