import type pg from 'pg';
import { errorCode } from '../lib/error-code.js';
import { itemAt } from '../lib/item-at.js';
import { givenUp } from './errors.js';
import type { Clock } from '../clock.js';
import { inTransaction, LOCKING } from '../database/postgres/transaction.js';
import type { Import } from './entities.js';

/** Dependencies shared by the stores of a PostgreSQL owner directory. */
export interface OwnersCluster {
  pool: pg.Pool;
  clock: Clock;
  tables: ImportTables;
}

/**
 * Writes for a loading import, with a heartbeat. The commit need not be durable: the data reaches the disk before the import
 * becomes visible, and a crash before that loses nothing visible.
 * @param loading null for an import that is active
 * @throws OwnerImportError given_up
 */
export function writeLoading<T>(
  { pool, clock }: OwnersCluster,
  loading: Import | null,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, LOCKING, async (tx) => {
    if (loading !== null) {
      await tx.query('SET LOCAL synchronous_commit = off');
      await touch(tx, loading, clock.now());
    }
    return work(tx);
  });
}

/** @throws OwnerImportError given_up */
export async function touch(tx: pg.PoolClient, { sequence }: Import, now: number): Promise<void> {
  const touched = await tx.query(
    "UPDATE owner_imports SET touched_at = $2 WHERE sequence = $1 AND state = 'loading'",
    [sequence, now],
  );
  if (changed(touched) !== 1) throw givenUp();
}

/** Retires imports that are being loaded. */
export const BURY = "UPDATE owner_imports SET state = 'retired', retired_at = 0 WHERE state = 'loading'";

/*
 * Tables of records and keys. Imports of small files share the tables 0, `owner_records` and `owner_keys`, because a directory
 * may have thousands of them, and a lookup would have to query each. An import of a large file has its own tables, such as
 * `owner_records_7` and `owner_keys_7`: they are filled without an index, which is built at the end, and dropped when the
 * import is purged (docs/decisions/013).
 */

/** The tables that small imports share. */
export const SHARED = 0;

/**
 * A record's id determines its tables: lower ids are in the shared ones, and each pair of own tables has a range of ids larger
 * than it can ever need. All are below 2 ** 43, so that they fit into the six bytes that a job's files have for an id.
 */
export const FIRST_OWN_ID = 2 ** 40;
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

export const recordsTable = (table: number): string => withNumber('owner_records', table);
export const keysTable = (table: number): string => withNumber('owner_keys', table);

/** The number is checked, because it becomes part of statements. */
function withNumber(name: string, table: number): string {
  if (!Number.isSafeInteger(table) || table < 0 || table > MAX_TABLE_NUMBER)
    throw new Error(`there are no tables of owners with the number ${table}`);
  return table === SHARED ? name : `${name}_${table}`;
}

/** Finds the tables of an import: the shared ones or a pair of its own. The choice never changes. */
export class ImportTables {
  readonly #known = new Map<number, number>();

  constructor(private readonly pool: pg.Pool) {}

  /** The number of an import's tables. @throws OwnerImportError given_up, for an import that is gone */
  async of(sequence: number): Promise<number> {
    const known = this.#known.get(sequence);
    if (known !== undefined) return known;
    const { rows } = await this.pool.query<{ table: number }>(
      'SELECT table_number AS "table" FROM owner_imports WHERE sequence = $1',
      [sequence],
    );
    const [found] = rows;
    // The import sent no heartbeat for so long that it was purged.
    if (found === undefined) throw givenUp();
    this.note(sequence, found.table);
    return found.table;
  }

  /** Cached table number; undefined if not cached yet. */
  known(sequence: number): number | undefined {
    return this.#known.get(sequence);
  }

  note(sequence: number, table: number): void {
    this.#known.set(sequence, table);
  }

  forget(sequences: readonly number[]): void {
    for (const sequence of sequences) this.#known.delete(sequence);
  }
}

/** Creates a pair of own tables. They need no import column, because their number identifies the import. */
export const createOwnTables = (table: number): string[] => [
  `CREATE TABLE ${recordsTable(table)} (
     id BIGINT NOT NULL,
     identity BIGINT NOT NULL,
     address_seal BIGINT,
     owner_number SMALLINT NOT NULL,
     phone_count SMALLINT NOT NULL,
     email_count SMALLINT NOT NULL,
     fails SMALLINT NOT NULL,
     owner_id TEXT,
     address TEXT NOT NULL,
     address_keys TEXT NOT NULL,
     contact TEXT NOT NULL
   ) ${WHILE_LOADING}`,
  `CREATE TABLE ${keysTable(table)} (
     address_key BIGINT NOT NULL,
     record_id BIGINT NOT NULL,
     address_seal BIGINT,
     contacts SMALLINT
   ) ${WHILE_LOADING}`,
];

/** Disables autovacuum, which would scan a growing table again and again for nothing. */
const WHILE_LOADING = 'WITH (autovacuum_enabled = false)';

/** Enables autovacuum once the tables are complete. */
export const loaded = (table: number): string[] =>
  [recordsTable(table), keysTable(table)].map((name) => `ALTER TABLE ${name} RESET (autovacuum_enabled)`);

export const indexRecords = (table: number): string =>
  `CREATE UNIQUE INDEX IF NOT EXISTS ${recordsTable(table)}_by_id ON ${recordsTable(table)} (id)`;

/** Keys were written in ascending order, so equal and neighboring ones lie together in the table. */
export const indexKeys = (table: number): string =>
  `CREATE INDEX IF NOT EXISTS ${keysTable(table)}_by_key ON ${keysTable(table)} (address_key)`;

/*
 * Ids are never reused: a job or replay that refers to a record must not find another owner's. A failover to a lagging replica
 * can roll back ids that were already handed out, so afterwards numbering continues far beyond them. An unlogged table detects
 * this: PostgreSQL empties it after a crash and on a replica.
 */

/** More ids than can be handed out within a replica's lag. */
const SKIPPED_IDS = 2 ** 28;
const SKIPPED_IMPORTS = 8;

/** Reserves `count` ids of shared records. @returns the first */
export async function nextRecordId(tx: pg.PoolClient, count: number): Promise<number> {
  await skipLost(tx);
  const { rows } = await tx.query<{ next: number }>(TAKE_IDS, [count]);
  return itemAt(rows, 0).next - count;
}

/** The number of a new pair of own tables. */
export async function nextTableNumber(tx: pg.PoolClient): Promise<number> {
  await skipLost(tx);
  const { rows } = await tx.query<{ next: number }>("SELECT nextval('owner_table_numbers') AS next");
  return tableNumber(itemAt(rows, 0).next);
}

async function skipLost(tx: pg.PoolClient): Promise<void> {
  const { rowCount } = await tx.query('INSERT INTO owner_ids_in_order DEFAULT VALUES ON CONFLICT DO NOTHING');
  if (rowCount === 0) return;
  await tx.query(TAKE_IDS, [SKIPPED_IDS]);
  await tx.query(SKIP_NUMBERS, [SKIPPED_IMPORTS]);
}

const TAKE_IDS = 'UPDATE owner_record_ids SET next = next + $1 RETURNING next';

/** Skips import sequences as well: job processes identify their in-memory copy of an import by its sequence. */
const SKIP_NUMBERS = `
  SELECT nextval('owner_table_numbers'), nextval(pg_get_serial_sequence('owner_imports', 'sequence'))
    FROM generate_series(1, $1)`;

/** PostgreSQL's code for a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

/** Takes null for the answer of own tables that were dropped because their import was purged. */
export function ifTableIsGone(error: unknown): null {
  if (errorCode(error) === UNDEFINED_TABLE) return null;
  throw error;
}

/** Number of rows a statement changed. */
export const changed = ({ rowCount }: pg.QueryResult): number => {
  if (rowCount === null) throw new Error('PostgreSQL did not say how many rows a statement changed');
  return rowCount;
};

/** First row of a statement's result. @throws Error without a row */
export async function one<Row extends pg.QueryResultRow>(
  tx: pg.PoolClient,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row> {
  const { rows } = await tx.query<Row>(sql, [...parameters]);
  return itemAt(rows, 0);
}

/** PostgreSQL literal of an array of numbers; pg would quote each of them as a text. */
export const asArray = (numbers: Iterable<number>): string => `{${[...numbers].join(',')}}`;
