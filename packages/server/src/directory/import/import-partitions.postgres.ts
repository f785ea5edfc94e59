// Partitions of PostgreSQL for large imports, which are indexed when they are complete.
import { OwnerImportError } from '../errors.js';
import {
  attach,
  createOwnTables,
  idBefore,
  indexKeys,
  indexRecords,
  MAX_OWN_RECORDS,
  nextTableNumber,
  SHARED,
  tableOf,
  type PostgresOwnerDatabase,
} from '../owner-database.postgres.js';
import type { ImportPartitions } from './import-store.sql.js';

/** A larger file gets tables of its own: some 100,000 rows. */
export const OWN_TABLES_FROM_BYTES = 16 * 1024 * 1024;

const INDEX_MEMORY = '256MB';

/** @param ownTablesFromBytes file size from which an import gets its own tables */
export function postgresImportPartitions(
  database: PostgresOwnerDatabase,
  ownTablesFromBytes: number,
): ImportPartitions {
  const { ownTables, read } = database;
  const build = (index: string): Promise<void> =>
    database.write(async (tx) => {
      await tx.query(`SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
      await tx.query(index);
    });
  return {
    makeRoom: async (tx, bytes) => {
      const table = bytes < ownTablesFromBytes ? SHARED : await nextTableNumber(tx);
      if (table === SHARED) return null;
      for (const statement of createOwnTables(table)) await tx.query(statement);
      return idBefore(table);
    },
    nextId: (loading, count) => {
      if (ownTables(loading) === null) return null;
      const { firstRecordId, lastRecordId } = loading;
      if (lastRecordId + count - firstRecordId >= MAX_OWN_RECORDS) throw tooManyOwners();
      return lastRecordId + 1;
    },
    beforeMerging: async (loading) => {
      const own = ownTables(loading);
      if (own !== null) await build(indexRecords(own));
      await read('ANALYZE import_duplicates');
    },
    finishIndex: async (loading) => {
      const own = ownTables(loading);
      if (own === null) return;
      await Promise.all([indexRecords(own), indexKeys(own)].map(build));
      // Without statistics, the planner may prefer a full table scan.
      await read(`ANALYZE ${own.records}, ${own.keys}`);
      await database.write(async (tx) => {
        for (const statement of attach(tableOf(loading.firstRecordId))) await tx.query(statement);
      });
    },
  };
}

const tooManyOwners = (): OwnerImportError =>
  new OwnerImportError(
    'too_many_owners',
    `One import can hold ${MAX_OWN_RECORDS.toLocaleString('en-US')} owners. Nothing was imported. Split the file and import each part.`,
  );
