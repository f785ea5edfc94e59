import type { Clock } from '../platform/clock.js';
import { migrate, openPool, ownersSchema } from '../platform/database/postgres/index.js';
import { OWN_TABLES_FROM_BYTES, postgresImportPartitions } from './import/import-partitions.postgres.js';
import { openOwnerNodes, postgresOwnerIndex } from './match/owner-index.postgres.js';
import { queryOn } from './match/owner-nodes.postgres.js';
import { postgresOwnerDatabase } from './owner-database.postgres.js';
import type { PostgresOwners } from './owner-source.js';
import { sqlOwnerStores, type OwnerStores } from './stores.js';

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
  const database = postgresOwnerDatabase(writing, clock);
  const nodes = openOwnerNodes(owners, { name: 'skiptrace-owners' });
  return {
    ...sqlOwnerStores(database, postgresOwnerIndex(nodes), pathForFiles, {
      partitions: postgresImportPartitions(database, ownTablesFromBytes),
      replicas: nodes.replicas.map(queryOn),
    }),
    ping: async () => {
      await nodes.primary.pool.query('SELECT version FROM owner_directory');
    },
    close: async () => {
      await writing.end();
      await nodes.close();
    },
  };
}
