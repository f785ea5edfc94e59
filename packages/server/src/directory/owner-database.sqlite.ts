import type { Clock } from '../platform/clock.js';
import type { Tx } from '../platform/database/index.js';
import type { SqliteDatabase } from '../platform/database/sqlite/index.js';
import { itemAt } from '../platform/lib/item-at.js';
import type { OwnerDatabase, OwnerDialect, OwnerTx, Query } from './owner-database.js';

export const sqliteDialect: OwnerDialect = {
  each: (json) => `json_each(${json}) AS wanted`,
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
    database.write((tx) => work({ query: queryOn(tx) }));
  return {
    clock,
    dialect: sqliteDialect,
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

/** SQLite remembers the largest id of an AUTOINCREMENT table. */
const NEXT_RECORD_ID =
  "SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'owner_records'), 0) + 1 AS id";
