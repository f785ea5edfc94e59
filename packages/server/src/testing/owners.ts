import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OWN_TABLES_FROM_BYTES } from '../directory/import/import-partitions.postgres.js';
import {
  importOwners,
  OwnerDirectory,
  type ImportOptions,
  type ImportSummary,
  type OwnerStores,
} from '../directory/index.js';
import type { OwnerSource } from '../directory/owner-source.js';
import { openPostgresOwners } from '../directory/stores.postgres.js';
import { sqliteOwnerStores } from '../directory/stores.sqlite.js';
import type { Clock } from '../platform/clock.js';
import { openPool } from '../platform/database/postgres/index.js';
import type { Environment } from '../platform/environment.js';
import { randomIds } from '../platform/ids.js';
import { openOwnerDatabase } from '../surfaces/service/engine.sqlite.js';
import { engineOfTests, fillFolder, serviceDatabaseOf } from './engines.js';
import { ManualClock, temporaryFolder } from './temporary.js';

/** Owner directory in a temporary folder. */
export async function temporaryOwners(engine: OwnerEngine = sqliteOwners) {
  const folder = await temporaryFolder();
  const clock = new ManualClock();
  const { stores, source, query, close } = await engine.open(folder.value, clock);
  const directory = new OwnerDirectory(stores, clock);
  let files = 0;
  const write = async (content: string | Uint8Array): Promise<string> => {
    const csv = path.join(folder.value, `owners-${++files}.csv`);
    await writeFile(csv, content);
    return csv;
  };
  return {
    folder: folder.value,
    clock,
    stores,
    source,
    directory,
    parts: { stores, ids: randomIds },
    /** Rows of a kind. @param sql query on its table */
    kept: <Row>(kind: Kept, sql: (table: string) => string): Promise<Row[]> => query<Row>(sql(TABLES[kind])),
    /** Writes a CSV file and returns its path. */
    write,
    copy: async (from: string): Promise<string> => {
      const csv = path.join(folder.value, path.basename(from));
      await copyFile(from, csv);
      return csv;
    },
    /** Writes a CSV file and imports it. */
    load: async (content: string | Uint8Array, options: ImportOptions = {}): Promise<ImportSummary> =>
      importOwners({ stores, ids: randomIds }, await write(content), options),
    remove: async () => {
      await close();
      await folder.remove();
    },
  };
}

export type TemporaryOwners = Awaited<ReturnType<typeof temporaryOwners>>;

/** Kinds of tables. */
type Kept = 'imports' | 'records' | 'keys' | 'streets' | 'duplicates' | 'joins';

interface OpenOwners {
  stores: OwnerStores;
  source: OwnerSource;
  query<Row>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** Database engine for the suites of owners. Everything opened in one folder shares its data. */
interface OwnerEngine {
  name: string;
  open(folder: string, clock: Clock): Promise<OpenOwners>;
  /** Environment variables for the program to use the same data. */
  settings(folder: string): Promise<Environment>;
}

const onPostgres = (name: string, ownTablesFromBytes: number): OwnerEngine => ({
  name,
  settings: async (folder) => ({ DATABASE_URL: await serviceDatabaseOf(folder) }),
  open: async (folder, clock) => {
    const url = await serviceDatabaseOf(folder);
    const owners = { url, readUrls: [] };
    const stores = await openPostgresOwners(owners, clock, path.join(folder, 'owners'), ownTablesFromBytes);
    const pool = openPool(url, { name: 'test', max: 1 });
    const query = async <Row>(sql: string): Promise<Row[]> => (await pool.query(sql)).rows as Row[];
    return {
      stores,
      source: { engine: 'postgres', ...owners },
      query,
      close: async () => {
        await pool.end();
        await stores.close();
      },
    };
  },
});

const TABLES: Readonly<Record<Kept, string>> = {
  imports: 'imports',
  records: 'owner_records',
  keys: 'owner_keys',
  streets: 'owner_streets',
  duplicates: 'import_duplicates',
  joins: 'owner_joins',
};

const sqliteOwners: OwnerEngine = {
  name: 'SQLite',
  settings: () => Promise.resolve({}),
  open: async (folder, clock) => {
    const file = path.join(folder, 'owners.sqlite');
    await fillFolder(folder);
    const database = await openOwnerDatabase(file);
    return {
      stores: sqliteOwnerStores(database, clock),
      source: { engine: 'sqlite', path: file },
      // Writes go to the writing connection; the reading one is read-only.
      query: (sql) =>
        /^\s*SELECT/i.test(sql) ? database.read.query(sql, []) : database.write((tx) => tx.query(sql, [])),
      close: () => database.close(),
    };
  },
};

/** Small imports share tables and large ones have their own; this makes all imports do one or the other. */
export const ownerEngines: readonly OwnerEngine[] = [
  sqliteOwners,
  onPostgres('PostgreSQL, shared tables', OWN_TABLES_FROM_BYTES),
  onPostgres('PostgreSQL, own tables', 0),
];

/** Engines for suites of what uses the stores of owners: one engine a run, like `engineOfTests`. */
export const ownerEnginesOfTests = ownerEngines.filter(({ name }) => name.startsWith(engineOfTests.name));
