import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WindowStore } from '../money/limits/index.js';
import { PostgresWindowStore } from '../money/limits/stores.postgres.js';
import { SqliteWindowStore } from '../money/limits/stores.sqlite.js';
import { readConfig, type Environment } from '../platform/config.js';
import { migrate, openPool, ownersSchema } from '../platform/database/postgres/index.js';
import { randomIds } from '../platform/ids.js';
import { silentLogger } from '../platform/logger.js';
import { openAll, Opened, type ServiceStores } from '../surfaces/service/engine.js';
import { openServiceStores as openOnPostgres } from '../surfaces/service/engine.postgres.js';
import { openServiceStores } from '../surfaces/service/engine.sqlite.js';
import { openService } from '../surfaces/service/open-service.js';
import { preparedDatabaseOf } from './postgres.js';

/** Database engine for the suites of stores. Everything opened in one folder shares its data, as in two processes. */
export interface TestEngine {
  name: string;
  openStores(folder: string): Promise<ServiceStores>;
  openWindows(folder: string): Promise<WindowStore>;
  /** Environment variables for a whole server on this folder. */
  settings(folder: string): Promise<Environment>;
}

const FILES = ['service.sqlite', 'owners.sqlite', 'support.sqlite', 'limits.sqlite'];

/**
 * Files of an empty data directory, and of one with the sandbox's owners (true). Each worker makes them once and copies them: to migrate
 * them for each test took longer than the test.
 */
const templates = new Map<boolean, Promise<ReadonlyMap<string, Buffer>>>();

async function makeTemplate(sandbox: boolean): Promise<ReadonlyMap<string, Buffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-template-'));
  try {
    const config = readConfig({ DATA_DIR: folder });
    const service = await openService(config, { ids: randomIds, logger: silentLogger });
    if (sandbox) await service.loadSandbox();
    await service.close();
    return new Map(FILES.map((name) => [name, readFileSync(path.join(folder, name))]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Creates the files of a data directory, migrated, where they are missing. */
export async function fillFolder(folder: string, sandbox = false): Promise<void> {
  const template = templates.get(sandbox) ?? makeTemplate(sandbox);
  templates.set(sandbox, template);
  for (const [name, content] of await template) {
    const file = path.join(folder, name);
    // In one step: when two directories are opened at once, one of them creates the whole file.
    if (!existsSync(file)) writeFileSync(file, content, { mode: 0o600 });
  }
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
    openStores: async (folder) => {
      await fillFolder(folder);
      return openServiceStores(path.join(folder, 'service.sqlite'), new Opened());
    },
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

/** Engine for all other tests; the project `server-postgres-long` runs them a second time on PostgreSQL (vitest.config.ts). */
export const engineOfTests: TestEngine = (() => {
  const { TEST_ENGINE: name = 'SQLite' } = process.env;
  const found = engines.find((engine) => engine.name === name);
  if (found === undefined) throw new Error(`there is no engine ${name}`);
  return found;
})();
