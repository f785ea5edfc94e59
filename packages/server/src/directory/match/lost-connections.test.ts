import { afterEach, beforeEach, expect, it } from 'vitest';
import { itemAt } from '../../platform/lib/item-at.js';
import { ownerEngines, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { administer, databaseOf } from '../../testing/postgres.js';

let world: TemporaryOwners;
beforeEach(async () => {
  world = await temporaryOwners(itemAt(ownerEngines, 1));
});
afterEach(() => world.remove());

const LEAD = { address: '1 Elm St', city: 'Dayton', state: 'OH', zip: '45402' };
const CSV =
  'Property Address,Property City,Property State,Property Zip,Owner Name\n1 Elm St,Dayton,OH,45402,Ann Roe\n';

/** Ends all connections to the world's database, as an administrator or a crash would. */
async function endConnections(): Promise<number> {
  const name = new URL(await databaseOf(world.folder)).pathname.slice(1);
  const ended = await administer((client) =>
    client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]),
  );
  return ended.rowCount ?? 0;
}

it('connections ended by PostgreSQL fail no lookup and no import', async () => {
  await world.load(CSV);
  for (let time = 0; time < 5; time++) {
    expect(await world.directory.match([LEAD])).toMatchObject([{ matched: true }]);
    expect(await endConnections()).toBeGreaterThan(0);
    const [found] = await world.directory.find([LEAD]);
    expect(found?.owner).toMatchObject({ fullName: 'Ann Roe' });
    await endConnections();
    expect(await world.load(CSV, { source: `source ${time}` })).toMatchObject({ status: 'imported' });
  }
});

it('ids rolled back by a failover are not used again', async () => {
  await world.load(CSV);
  const idOf = async () => {
    const [found] = await world.directory.find([LEAD]);
    return found?.owner.id ?? 0;
  };
  const first = await idOf();
  // State of a lagging replica that has become the primary.
  await world.kept('imports', () => 'TRUNCATE owner_ids_in_order');
  await world.kept('imports', () => 'UPDATE owner_record_ids SET next = 1');
  await world.load(`${CSV}2 Elm St,Dayton,OH,45402,Ben Poe\n`, { replace: true });
  expect(await idOf()).toBeGreaterThan(first + 1_000_000);
});
