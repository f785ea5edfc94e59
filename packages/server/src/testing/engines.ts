import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WindowStore } from '../money/limits/index.js';
import { PostgresWindowStore } from '../money/limits/stores.postgres.js';
import { SqliteWindowStore } from '../money/limits/stores.sqlite.js';
import type { Environment } from '../platform/config.js';
import { migrate, openPool, ownersSchema } from '../platform/database/postgres/index.js';
import { openAll, Opened, type ServiceStores } from '../surfaces/service/engine.js';
import { openServiceStores as openOnPostgres } from '../surfaces/service/engine.postgres.js';
import { openServiceStores } from '../surfaces/service/engine.sqlite.js';
import { preparedDatabaseOf } from './postgres.js';

/** Database engine for the suites of stores. Everything opened in one folder shares its data, as in two processes. */
export interface TestEngine {
  name: string;
  openStores(folder: string): Promise<ServiceStores>;
  openWindows(folder: string): Promise<WindowStore>;
  /** Environment variables for a whole server on this folder. */
  settings(folder: string): Promise<Environment>;
}

/** Content of a migrated service.sqlite, made once per worker because migrating each file took longer than its tests. */
let migrated: Promise<Buffer> | undefined;

async function migrateOne(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-migrated-'));
  try {
    const file = path.join(folder, 'service.sqlite');
    await (await openServiceStores(file, new Opened())).database.close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Path of the service's SQLite file in a folder, which is created migrated if it is missing. */
export async function migratedFile(folder: string): Promise<string> {
  migrated ??= migrateOne();
  const content = await migrated;
  const file = path.join(folder, 'service.sqlite');
  // In one step, so that of two that are opened at once one creates the file whole.
  if (!existsSync(file)) writeFileSync(file, content, { mode: 0o600 });
  return file;
}

/** Migrated database of a folder, copied from a template because migrating each one took longer than its tests. */
export const serviceDatabaseOf = (folder: string): Promise<string> =>
  preparedDatabaseOf(folder, async (url) => {
    await openAll(async (opened) => {
      await openOnPostgres({ url }, opened);
      await opened.close();
    });
    const pool = openPool(url, { name: 'test', max: 1 });
    try {
      await migrate({ pool }, ownersSchema);
    } finally {
      await pool.end();
    }
  });

export const engines: readonly TestEngine[] = [
  {
    name: 'SQLite',
    openStores: async (folder) => openServiceStores(await migratedFile(folder), new Opened()),
    openWindows: (folder) => SqliteWindowStore.open(path.join(folder, 'limits.sqlite')),
    settings: () => Promise.resolve({}),
  },
  {
    name: 'PostgreSQL',
    openStores: async (folder) => openOnPostgres({ url: await serviceDatabaseOf(folder) }, new Opened()),
    openWindows: async (folder) => {
      const { database } = await openOnPostgres({ url: await serviceDatabaseOf(folder) }, new Opened());
      return Object.assign(new PostgresWindowStore(database), { close: () => database.close() });
    },
    settings: async (folder) => ({ DATABASE_URL: await serviceDatabaseOf(folder) }),
  },
];

/** Engine for all other tests; the project `server-postgres` runs them a second time on PostgreSQL (vitest.config.ts). */
export const engineOfTests: TestEngine = (() => {
  const { TEST_ENGINE: name = 'SQLite' } = process.env;
  const found = engines.find((engine) => engine.name === name);
  if (found === undefined) throw new Error(`there is no engine ${name}`);
  return found;
})();
