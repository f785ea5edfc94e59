import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Clock } from '../platform/clock.js';
import { inTransaction, LOCKING } from '../platform/database/postgres/transaction.js';
import { itemAt } from '../platform/lib/item-at.js';
import {
  columnsOf,
  QUOTE,
  type ImportedRows,
  type ImportTables,
  type OwnerDatabase,
  type OwnerDialect,
  type OwnerTx,
  type Query,
} from './owner-database.js';

export interface PostgresOwnerDatabase extends OwnerDatabase {
  readonly pool: pg.Pool;
}

/** PostgreSQL literal of an array of numbers; pg would quote each of them as a text. */
export const asArray = (numbers: Iterable<number>): string => `{${[...numbers].join(',')}}`;

export const postgresDialect: OwnerDialect = {
  each: (json) => `jsonb_array_elements((${json})::jsonb) WITH ORDINALITY AS wanted (value, place)`,
  isFirst: 'wanted.place = 1',
  lookUp: 'JOIN',
  isIn: (column, place) => `${column} = ANY($${place}::bigint[])`,
  numbers: asArray,
  lines: (...cells) => `string_agg(${cells.join(' || chr(9) || ')}, chr(10))`,
  beforeErasing: null,
};

/** The owners in a PostgreSQL database. */
export function postgresOwnerDatabase(pool: pg.Pool, clock: Clock): PostgresOwnerDatabase {
  const queryOn =
    (client: pg.Pool | pg.PoolClient): Query =>
    async <Row extends object>(sql: string, parameters?: unknown[]) =>
      (await client.query(sql, parameters)).rows as Row[];
  const write = <T>(work: (tx: OwnerTx) => Promise<T>): Promise<T> =>
    inTransaction(pool, LOCKING, (client) =>
      work({ query: queryOn(client), insert: (rows) => copy(client, rows) }),
    );
  return {
    pool,
    clock,
    dialect: postgresDialect,
    rowFormat: 'csv',
    shared: SHARED_TABLES,
    read: queryOn(pool),
    write,
    writeUnseen: (work) =>
      write(async (tx) => {
        await tx.query('SET LOCAL synchronous_commit = off');
        return work(tx);
      }),
    writeVisible: (work) =>
      write(async (tx) => {
        await tx.query(CHANGE_VERSION);
        return work(tx);
      }),
    nextRecordId,
    ownTables: ({ firstRecordId }) => {
      const table = tableOf(firstRecordId);
      return table === SHARED ? null : tablesOf(table);
    },
    drop: (table) => drop(pool, table),
  };
}

/** COPY: takes two thirds of the time that INSERT takes. */
function copy(client: pg.PoolClient, given: ImportedRows): Promise<void> {
  const { table, importSequence, firstId, rows } = given;
  const lines = rows.map((row, at) =>
    firstId === null ? `${importSequence},${row}\n` : `${importSequence},${firstId + at},${row}\n`,
  );
  const stream = client.query(
    copyFrom(`COPY ${table} (${columnsOf(given)}) FROM STDIN (FORMAT csv, QUOTE '${QUOTE}')`),
  );
  return new Promise((resolve, reject) => {
    stream.on('finish', resolve).on('error', reject).end(lines.join(''));
  });
}

/** A random number that JavaScript holds exactly. A counter would come back to old values when a backup is restored. */
const CHANGE_VERSION = 'UPDATE owner_directory SET version = floor(random() * 9007199254740991)';

/*
 * `owner_records` and `owner_keys` have partitions by record id. Imports of small files share the partitions 0, because a
 * directory may have thousands of them, and a lookup would have to query each. An import of a large file has its own, such as
 * `owner_records_7` and `owner_keys_7`: they are filled without an index, which is built at the end, then attached, and dropped
 * when the import is purged (docs/decisions/013).
 */

/** The partitions that small imports share. */
export const SHARED = 0;

/**
 * A record's id determines its partition: lower ids are in the shared ones, and each pair of own ones has a range of ids larger
 * than it can ever need. All are below 2 ** 43, so that they fit into the six bytes that a job's files have for an id.
 */
const FIRST_OWN_ID = 2 ** 40;
const IDS_PER_TABLE = 2 ** 28;
const MAX_TABLE_NUMBER = (2 ** 43 - FIRST_OWN_ID) / IDS_PER_TABLE - 1;

/** Maximum number of records in own tables. */
export const MAX_OWN_RECORDS = IDS_PER_TABLE - 1;

/** @param next value of the sequence of table numbers; after 28,671 large imports, all others go into the shared tables */
export const tableNumber = (next: number): number => (next > MAX_TABLE_NUMBER ? SHARED : next);

/** Unused id directly before the ids of the table. */
export const idBefore = (table: number): number => FIRST_OWN_ID + table * IDS_PER_TABLE;

/** The tables of a record. */
export const tableOf = (recordId: number): number =>
  recordId < FIRST_OWN_ID ? SHARED : Math.floor((recordId - FIRST_OWN_ID) / IDS_PER_TABLE);

const tablesOf = (table: number): ImportTables => ({
  records: `owner_records_${table}`,
  keys: `owner_keys_${table}`,
});
const SHARED_TABLES = tablesOf(SHARED);

/** Creates a pair of own tables. Autovacuum would scan a growing table again and again for nothing. */
export const createOwnTables = (table: number): string[] => {
  const { records, keys } = tablesOf(table);
  return [
    `CREATE TABLE ${records} (LIKE owner_records) WITH (autovacuum_enabled = false)`,
    `CREATE TABLE ${keys} (LIKE owner_keys) WITH (autovacuum_enabled = false)`,
  ];
};

export const indexRecords = ({ records }: ImportTables): string =>
  `CREATE UNIQUE INDEX IF NOT EXISTS ${records}_by_id ON ${records} (id)`;

/** Keys were written in ascending order, so equal and neighboring ones lie together in the table. */
export const indexKeys = ({ keys }: ImportTables): string =>
  `CREATE INDEX IF NOT EXISTS ${keys}_by_key ON ${keys} (address_key)`;

/** Makes own tables with indexes partitions. Readers go on meanwhile: there is no default partition to search for their rows. */
export const attach = (table: number): string[] => {
  const { records, keys } = tablesOf(table);
  const range = `FOR VALUES FROM (${idBefore(table)}) TO (${idBefore(table + 1)})`;
  return [
    ...[records, keys].map((name) => `ALTER TABLE ${name} RESET (autovacuum_enabled)`),
    `ALTER TABLE owner_records ATTACH PARTITION ${records} ${range}`,
    `ALTER TABLE owner_keys ATTACH PARTITION ${keys} ${range}`,
  ];
};

/** How long a purge waits for readers of a partition, before it leaves the rest to the next one. */
const DROP_PATIENCE = '5s';

/** Detaches a partition without making readers wait, and drops it. A kill in between leaves a detachment to finish. */
async function drop(pool: pg.Pool, table: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET lock_timeout = '${DROP_PATIENCE}'`);
    const { rows } = await client.query<{ parent: string; isPending: boolean }>(FIND_PARENT, [table]);
    for (const { parent, isPending } of rows)
      await client.query(
        `ALTER TABLE ${parent} DETACH PARTITION ${table} ${isPending ? 'FINALIZE' : 'CONCURRENTLY'}`,
      );
    await client.query(`DROP TABLE IF EXISTS ${table}`);
  } finally {
    // Closes the connection, with its setting.
    client.release(true);
  }
}

const FIND_PARENT = `
  SELECT inhparent::regclass::text AS parent, inhdetachpending AS "isPending"
    FROM pg_inherits WHERE inhrelid = to_regclass($1)`;

/*
 * Ids are never reused: a job or replay that refers to a record must not find another owner's. A failover to a lagging replica
 * can roll back ids that were already handed out, so afterwards numbering continues far beyond them. An unlogged table detects
 * this: PostgreSQL empties it after a crash and on a replica.
 */

/** More ids than can be handed out within a replica's lag. */
const SKIPPED_IDS = 2 ** 28;
const SKIPPED_IMPORTS = 8;

async function nextRecordId(tx: OwnerTx, count: number): Promise<number> {
  await skipLost(tx);
  return itemAt(await tx.query<{ next: number }>(TAKE_IDS, [count]), 0).next - count;
}

/** The number of a new pair of own tables. */
export async function nextTableNumber(tx: OwnerTx): Promise<number> {
  await skipLost(tx);
  const rows = await tx.query<{ next: number }>("SELECT nextval('owner_table_numbers') AS next");
  return tableNumber(itemAt(rows, 0).next);
}

async function skipLost(tx: OwnerTx): Promise<void> {
  const lost = await tx.query(
    'INSERT INTO owner_ids_in_order DEFAULT VALUES ON CONFLICT DO NOTHING RETURNING single',
  );
  if (lost.length === 0) return;
  await tx.query(TAKE_IDS, [SKIPPED_IDS]);
  await tx.query(SKIP_NUMBERS, [SKIPPED_IMPORTS]);
}

const TAKE_IDS = 'UPDATE owner_record_ids SET next = next + $1 RETURNING next';

/** Skips import sequences as well: job processes identify their in-memory copy of an import by its sequence. */
const SKIP_NUMBERS = `
  SELECT nextval('owner_table_numbers'), nextval(pg_get_serial_sequence('imports', 'sequence'))
    FROM generate_series(1, $1)`;
