import type { Clock } from '../platform/clock.js';
import type { Tx } from '../platform/database/index.js';
import type { SqliteDatabase } from '../platform/database/sqlite/index.js';
import { itemAt } from '../platform/lib/item-at.js';
import {
  columnsOf,
  type ImportedRows,
  type OwnerDatabase,
  type OwnerDialect,
  type OwnerTx,
  type Query,
} from './owner-database.js';

export const sqliteDialect: OwnerDialect = {
  each: (json) => `jsonb_each(jsonb(${json})) AS wanted`,
  isFirst: 'wanted.key = 0',
  lookUp: 'CROSS JOIN',
  isIn: (column, place) => `${column} IN (SELECT value FROM json_each($${place}))`,
  numbers: (all) => JSON.stringify([...all]),
  lines: (...cells) => `group_concat(${cells.join(' || char(9) || ')}, char(10))`,
  // Overwrites the deleted data in the file, too.
  beforeErasing: 'PRAGMA secure_delete = ON',
};

/** An owners.sqlite. */
export function sqliteOwnerDatabase(database: SqliteDatabase, clock: Clock): OwnerDatabase {
  const queryOn =
    (tx: Tx): Query =>
    (sql, parameters) =>
      tx.query(sql, parameters);
  const write = <T>(work: (tx: OwnerTx) => Promise<T>): Promise<T> =>
    database.write((tx) => work({ query: queryOn(tx), insert: (rows) => insert(tx, rows) }));
  return {
    clock,
    dialect: sqliteDialect,
    rowFormat: 'json',
    shared: { records: 'owner_records', keys: 'owner_keys' },
    read: queryOn(database.read),
    write,
    writeUnseen: write,
    writeVisible: write,
    nextRecordId: async (tx) => itemAt(await tx.query<{ id: number }>(NEXT_RECORD_ID), 0).id,
    ownTables: () => null,
    drop: () => Promise.reject(new Error('imports have no tables of their own here')),
  };
}

/** FAIL spares SQLite a copy of every page that it changes; what fails is rolled back with its transaction. */
async function insert(tx: Tx, given: ImportedRows): Promise<void> {
  const { table, importSequence, firstId, columns, rows } = given;
  const cells = Object.values(columns).map((type, at) => `CAST(wanted.value ->> ${at} AS ${type})`);
  await tx.query(
    `INSERT OR FAIL INTO ${table} (${columnsOf(given)})
     SELECT $1, ${firstId === null ? '' : '$2 + wanted.key, '}${cells.join(', ')}
       FROM ${sqliteDialect.each(firstId === null ? '$2' : '$3')}`,
    [importSequence, ...(firstId === null ? [] : [firstId]), `[${rows.join(',')}]`],
  );
}

/** SQLite remembers the largest id of an AUTOINCREMENT table. */
const NEXT_RECORD_ID =
  "SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'owner_records'), 0) + 1 AS id";
