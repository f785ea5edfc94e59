// PostgreSQL takes rows with COPY, and has partitions for large imports, which are indexed when they are complete.
import { from as copyFrom } from 'pg-copy-streams';
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
  type PostgresOwnerTx,
} from '../owner-database.postgres.js';
import { KEY_COLUMNS, keyRows, RECORD_COLUMNS, recordRows } from './copy-rows.postgres.js';
import type { ImportRows } from './import-store.sql.js';

/** A larger file gets tables of its own: some 100,000 rows. */
export const OWN_TABLES_FROM_BYTES = 16 * 1024 * 1024;

const INDEX_MEMORY = '256MB';

/** @param ownTablesFromBytes file size from which an import gets its own tables */
export function postgresImportRows(
  database: PostgresOwnerDatabase,
  ownTablesFromBytes: number,
): ImportRows<PostgresOwnerTx> {
  const { ownTables, shared, read } = database;
  const build = (index: string): Promise<void> =>
    database.write(async (tx) => {
      await tx.query(`SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
      await tx.query(index);
    });
  return {
    makeRoom: async (tx, bytes) => {
      const table = bytes < ownTablesFromBytes ? SHARED : await nextTableNumber(tx);
      if (table === SHARED) return (await database.nextRecordId(tx, 0)) - 1;
      for (const statement of createOwnTables(table)) await tx.query(statement);
      return idBefore(table);
    },
    addRecords: async (tx, loading, records) => {
      const { length } = records.identities;
      const own = ownTables(loading);
      const first = own === null ? await database.nextRecordId(tx, length) : loading.lastRecordId + 1;
      if (own !== null && first + length - 1 - loading.firstRecordId >= MAX_OWN_RECORDS)
        throw tooManyOwners();
      const rows = recordRows(records, first, loading.sequence);
      await copyInto(tx, `${(own ?? shared).records} (${RECORD_COLUMNS})`, rows);
      return first;
    },
    addKeys: (loading, entries) => {
      const rows = keyRows(entries, loading.sequence);
      const { keys } = ownTables(loading) ?? shared;
      return (tx) => copyInto(tx, `${keys} (${KEY_COLUMNS})`, rows);
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

function copyInto({ client }: PostgresOwnerTx, table: string, rows: Buffer): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`));
  return new Promise((resolve, reject) => {
    stream.on('finish', resolve).on('error', reject).end(rows);
  });
}

const tooManyOwners = (): OwnerImportError =>
  new OwnerImportError(
    'too_many_owners',
    `One import can hold ${MAX_OWN_RECORDS.toLocaleString('en-US')} owners. Nothing was imported. Split the file and import each part.`,
  );
