import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseOf } from '../../../testing/postgres.js';
import { temporaryFolder, type Temporary } from '../../../testing/temporary.js';
import { PostgresDatabase } from './postgres-database.js';
import { SharedClock } from './shared-clock.js';

const MINUTE_MS = 60_000;

let folder: Temporary<string>;
let database: PostgresDatabase;
beforeEach(async () => {
  folder = await temporaryFolder();
  const url = await databaseOf(folder.value);
  database = await PostgresDatabase.open({ url, name: 'test', entities: [], schemas: [] });
});
afterEach(async () => {
  await database.close();
  await folder.remove();
});

it('servers with wrong clocks agree on the time', async () => {
  const wrongBy = (ms: number) => ({ now: () => Date.now() + ms });
  const clocks = await Promise.all(
    [0, 5 * MINUTE_MS, -5 * MINUTE_MS].map((ms) => SharedClock.open(database, wrongBy(ms))),
  );
  const times = clocks.map((clock) => clock.now());
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(MINUTE_MS);
  await Promise.all(clocks.map((clock) => clock.close()));
});
