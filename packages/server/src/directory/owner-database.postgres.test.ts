import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itemAt } from '../platform/lib/item-at.js';
import { ownerEngines, temporaryOwners, type TemporaryOwners } from '../testing/owners.js';
import { databaseOf } from '../testing/postgres.js';
import { idBefore, MAX_OWN_RECORDS, SHARED, tableNumber, tableOf } from './owner-database.postgres.js';

const LAST_TABLE = 28_671;

describe('own tables', () => {
  it.each([1, 7, LAST_TABLE])('are identified by the ids of their records: %i', (table) => {
    expect(tableOf(idBefore(table) + 1)).toBe(table);
    expect(tableOf(idBefore(table) + MAX_OWN_RECORDS)).toBe(table);
    expect(tableOf(idBefore(table) + MAX_OWN_RECORDS + 1)).toBe(table + 1);
  });

  it('leave the lower ids to the shared ones', () => {
    expect([1, 2 ** 40 - 1].map(tableOf)).toEqual([SHARED, SHARED]);
  });

  it("have ids that fit into the six bytes of a job's files", () => {
    expect(idBefore(LAST_TABLE) + MAX_OWN_RECORDS).toBe(2 ** 43 - 1);
    expect([LAST_TABLE, LAST_TABLE + 1].map(tableNumber)).toEqual([LAST_TABLE, SHARED]);
  });
});

describe('a purge of own tables', () => {
  const CSV =
    'Property Address,Property City,Property State,Property Zip,Owner Name\n1 Elm St,Dayton,OH,45402,Ann Roe\n';
  const LEAD = { address: '1 Elm St', city: 'Dayton', state: 'OH', zip: '45402' };

  let world: TemporaryOwners;
  let reader: pg.Client;
  beforeEach(async () => {
    world = await temporaryOwners(itemAt(ownerEngines, 2));
    reader = new pg.Client(await databaseOf(world.folder));
    await reader.connect();
  });
  afterEach(async () => {
    await reader.end();
    await world.remove();
  });

  it('makes no lookup and no import wait for what reads for long, and is finished by the next one', async () => {
    await world.load(CSV);
    await reader.query('BEGIN');
    await reader.query('SELECT FROM owner_keys');
    await world.load(`${CSV}2 Elm St,Dayton,OH,45402,Ben Poe\n`, { replace: true });
    world.clock.ms += 1_000;
    const purging = world.directory.purgeRetired(world.clock.now());
    const refused = expect(purging).rejects.toMatchObject({ code: '55P03' });
    await world.load(CSV, { source: 'another' });
    expect(await world.directory.match([LEAD])).toMatchObject([{ matched: true }]);
    await refused;
    expect(await world.directory.match([LEAD])).toMatchObject([{ matched: true }]);
    await reader.query('COMMIT');
    expect(await world.directory.purgeRetired(world.clock.now())).toBe(1);
    expect(await world.directory.match([LEAD])).toMatchObject([{ matched: true }]);
    const tables = "SELECT tablename FROM pg_tables WHERE tablename ~ '^owner_(keys|records)_[1-9]'";
    expect(await world.kept('imports', () => tables)).toHaveLength(4);
  });
});
