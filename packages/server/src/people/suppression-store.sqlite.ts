import type { SqliteDatabase } from '../database/sqlite/index.js';
import { openReader } from '../database/sqlite/open-file.js';
import { SqlDropStore } from './drop-store.sql.js';
import type { DropStore, SuppressionReads, SuppressionStore } from './suppression-store.js';
import { SqlSuppressionReads, SqlSuppressionStore } from './suppression-store.sql.js';

const each = (place: number): string => `json_each($${place}) AS wanted`;

export const sqliteSuppressions = (database: SqliteDatabase): SuppressionStore =>
  new SqlSuppressionStore(database, each);

export const sqliteDrops = (database: SqliteDatabase): DropStore => new SqlDropStore(database, each);

/** For a process that only asks. */
export const openSqliteSuppressions = async (path: string): Promise<SuppressionReads> =>
  new SqlSuppressionReads(await openReader(path), each);
