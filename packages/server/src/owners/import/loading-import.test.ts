import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { NO_CONTACT, type OwnerPhone } from '../record.js';
import { LoadingImport } from './loading-import.js';
import { RecordBatch, type NewRecord } from './record-batch.js';

let world: TemporaryOwners;
beforeEach(async () => {
  world = await temporaryOwners();
});
afterEach(() => world.remove());

const RECORDS = 2_500;
const RECORDS_PER_BATCH = 300;
const ONE_PHONE = 32;

const phone = (number: string): OwnerPhone => ({ number, type: 'mobile', dnc: false });
const person = (identity: number, phones: OwnerPhone[] = []): NewRecord => ({
  ...{ identity, ownerId: `P-${identity}`, ownerNumber: 1, address: `${identity} ELM ST` },
  addressKeys: [identity, RECORDS + identity],
  addressSeal: identity,
  contact: { ...NO_CONTACT, phones, emails: [] },
});

async function load(records: Iterable<NewRecord>) {
  const { stores, parts } = world;
  const loading = await LoadingImport.begin(stores, parts.ids, {
    source: 'x',
    fingerprint: 'x',
  });
  let batch = new RecordBatch();
  for (const record of records) {
    batch.add(record);
    if (batch.size < RECORDS_PER_BATCH) continue;
    await loading.add(batch.encoded());
    batch = new RecordBatch();
  }
  await loading.add(batch.encoded());
  return loading.finish();
}

const query = <Row>(sql: string) => world.database.read.query<Row[]>(sql);

it('a person who comes again much later is one record, indexed with all phones', async () => {
  const merged = await load(
    (function* () {
      for (let identity = 1; identity <= RECORDS; identity++) {
        yield person(identity, [phone('5125550101')]);
        if (identity === RECORDS - 10) yield person(7, [phone('5125550102')]);
        if (identity === RECORDS - 5) yield person(identity - 1, [phone('5125550103')]);
      }
    })(),
  );
  expect(merged).toMatchObject({ rows: 2, records: 2, addressKeys: 4, phones: 0 });
  const [records] = await query<{ count: number }>('SELECT COUNT(*) AS count FROM owner_records');
  expect(records).toEqual({ count: RECORDS });
  const keys = await query<unknown>(
    `SELECT COUNT(*) AS keys, COUNT(address_seal) AS seals, COUNT(DISTINCT record_id) AS records FROM owner_keys
      WHERE record_id IN (SELECT id FROM owner_records)`,
  );
  expect(keys).toEqual([{ keys: 2 * RECORDS, seals: RECORDS, records: RECORDS }]);
  expect(
    await query('SELECT 1 FROM owner_keys WHERE record_id NOT IN (SELECT id FROM owner_records)'),
  ).toEqual([]);
  const several = await query<{ addressKey: number; contacts: number }>(
    `SELECT address_key AS "addressKey", contacts FROM owner_keys WHERE contacts <> ${ONE_PHONE} ORDER BY address_key`,
  );
  expect(several).toEqual([
    { addressKey: 7, contacts: 2 * ONE_PHONE },
    { addressKey: RECORDS - 6, contacts: 2 * ONE_PHONE },
  ]);
  expect(await query('SELECT 1 FROM import_duplicates')).toEqual([]);
});

it('keeps every number and text of a record, at their limits too', async () => {
  const seals = [null, 0, 1, Number.MAX_SAFE_INTEGER];
  await load(
    seals.map((addressSeal, at) => ({
      ...person(at === 3 ? Number.MAX_SAFE_INTEGER : at),
      ownerId: at === 0 ? null : 'ñ-'.repeat(at),
      address: '12 ÑANDÚ ST\t李',
      addressSeal,
    })),
  );
  expect(
    await query(
      'SELECT identity, address_seal AS "addressSeal", owner_id AS "ownerId", address FROM owner_records ORDER BY id',
    ),
  ).toEqual(
    seals.map((addressSeal, at) => ({
      identity: at === 3 ? Number.MAX_SAFE_INTEGER : at,
      addressSeal,
      ownerId: at === 0 ? null : 'ñ-'.repeat(at),
      address: '12 ÑANDÚ ST\t李',
    })),
  );
});
