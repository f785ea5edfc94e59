import { describe, afterEach, beforeEach, expect, it } from 'vitest';
import { ownerEngines, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { NO_CONTACT, type OwnerPhone } from '../record.js';
import { storedContact } from '../stored-contact.js';
import { LoadingImport } from './loading-import.js';
import { RecordBatch, type NewRecord } from './record-batch.js';

describe.each(ownerEngines)('on $name', (engine) => {
  let world: TemporaryOwners;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
  });
  afterEach(() => world.remove());

  const RECORDS = 2_500;
  const RECORDS_PER_BATCH = 300;
  const ONE_PHONE = 32;

  const phone = (number: string): OwnerPhone => ({ number, type: 'mobile', dnc: false });
  const person = (identity: number, phones: OwnerPhone[] = []): NewRecord => ({
    identity,
    ownerId: `P-${identity}`,
    ownerNumber: 1,
    address: `${identity} ELM ST`,
    addressKeys: [identity, RECORDS + identity],
    addressSeal: identity,
    streets: [],
    contact: { ...NO_CONTACT, phones, emails: [] },
  });

  async function load(records: Iterable<NewRecord>) {
    const { stores, parts } = world;
    const loading = await LoadingImport.begin(stores, parts.ids, {
      source: 'x',
      fingerprint: 'x',
    });
    let batch = new RecordBatch(stores.store.rowFormat);
    for (const record of records) {
      batch.add(record);
      if (batch.size < RECORDS_PER_BATCH) continue;
      await loading.add(batch.encoded());
      batch = new RecordBatch(stores.store.rowFormat);
    }
    await loading.add(batch.encoded());
    return loading.finish();
  }

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
    const records = await world.kept<{ id: number }>('records', (table) => `SELECT id FROM ${table}`);
    expect(records).toHaveLength(RECORDS);
    const keys = await world.kept<{ id: number; seal: number | null }>(
      'keys',
      (table) => `SELECT record_id AS id, address_seal AS seal FROM ${table}`,
    );
    expect(keys).toHaveLength(2 * RECORDS);
    expect(keys.filter(({ seal }) => seal !== null)).toHaveLength(RECORDS);
    expect(new Set(keys.map(({ id }) => id))).toEqual(new Set(records.map(({ id }) => id)));
    const several = await world.kept<{ addressKey: number; contacts: number }>(
      'keys',
      (table) =>
        `SELECT address_key AS "addressKey", contacts FROM ${table} WHERE contacts % 1024 <> ${ONE_PHONE} ORDER BY address_key`,
    );
    expect(several).toEqual([
      { addressKey: 7, contacts: 2 * ONE_PHONE },
      { addressKey: RECORDS - 6, contacts: 2 * ONE_PHONE },
    ]);
    expect(await world.kept('duplicates', (table) => `SELECT 1 FROM ${table}`)).toEqual([]);
  });

  it('keeps every number and text of a record, at their limits too', async () => {
    const seals = [null, 0, 1, Number.MAX_SAFE_INTEGER];
    const contactOf = (at: number) => ({
      ...NO_CONTACT,
      fullName: `O"Hara \\ 'Ñandú' 李 ${String.fromCodePoint(0x1f3e0 + at)} [1,{}]`,
      phones: [phone('5125550101')],
      emails: ['o"h\\@example.com'],
    });
    await load(
      seals.map((addressSeal, at) => ({
        ...person(at === 3 ? Number.MAX_SAFE_INTEGER : at),
        ownerId: at === 0 ? null : 'ñ-'.repeat(at),
        address: '12 ÑANDÚ ST\t李',
        addressSeal,
        contact: contactOf(at),
      })),
    );
    expect(
      await world.kept(
        'records',
        (table) =>
          `SELECT identity, address_seal AS "addressSeal", owner_id AS "ownerId", address, contact FROM ${table} ORDER BY id`,
      ),
    ).toEqual(
      seals.map((addressSeal, at) => ({
        identity: at === 3 ? Number.MAX_SAFE_INTEGER : at,
        addressSeal,
        ownerId: at === 0 ? null : 'ñ-'.repeat(at),
        address: '12 ÑANDÚ ST\t李',
        contact: storedContact(contactOf(at)),
      })),
    );
  });
});
