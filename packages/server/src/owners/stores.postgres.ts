import type { Clock } from '../clock.js';
import { migrate, openPool, ownersSchema } from '../database/postgres/index.js';
import { postgresDnc } from './dnc/dnc-store.postgres.js';
import { PostgresEraseStore, PostgresHoldingStore } from './erase/erase-store.postgres.js';
import { OWN_TABLES_FROM_BYTES, PostgresImportStore } from './import/import-store.postgres.js';
import { ImportTables } from './cluster.postgres.js';
import { PostgresJoinStore } from './join/join-store.postgres.js';
import { openOwnerNodes, PostgresOwnerIndex } from './match/owner-index.postgres.js';
import type { PostgresOwners } from './owner-source.js';
import { PostgresPurgeStore } from './retire/purge-store.postgres.js';
import { PostgresShownStore } from './shown/shown-store.postgres.js';
import type { OwnerStores } from './stores.js';

/** Connections for imports, which write with one at a time and build two indexes in parallel. */
const WRITING_CONNECTIONS = 3;

export interface PostgresOwnerStores extends OwnerStores {
  /** Resolves if the primary responds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param pathForFiles see `OwnerStores`
 * @throws ConfigError if the schema belongs to a newer version of the program
 */
export async function openPostgresOwners(
  owners: PostgresOwners,
  clock: Clock,
  pathForFiles: string,
  ownTablesFromBytes = OWN_TABLES_FROM_BYTES,
): Promise<PostgresOwnerStores> {
  const writing = openPool(owners.url, { name: 'skiptrace-owners', max: WRITING_CONNECTIONS });
  await migrate({ pool: writing }, ownersSchema).catch(async (error: unknown) => {
    await writing.end();
    throw error;
  });
  const parts = { pool: writing, clock, tables: new ImportTables(writing) };
  const nodes = openOwnerNodes(owners, { name: 'skiptrace-owners' });
  return {
    store: new PostgresImportStore(parts, ownTablesFromBytes),
    joins: new PostgresJoinStore(parts),
    holdings: new PostgresHoldingStore(parts),
    purges: new PostgresPurgeStore(parts),
    erasures: new PostgresEraseStore(parts),
    dnc: postgresDnc(writing),
    index: new PostgresOwnerIndex(nodes),
    shown: new PostgresShownStore(parts, nodes),
    pathForFiles,
    ping: async () => {
      await nodes.primary.pool.query('SELECT version FROM owner_directory');
    },
    close: async () => {
      await writing.end();
      await nodes.close();
    },
  };
}
