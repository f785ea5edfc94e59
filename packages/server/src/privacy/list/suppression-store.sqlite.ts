import type { SqliteDatabase } from '../../platform/database/sqlite/index.js';
import { SqlDropStore } from './drop-store.sql.js';
import type { DropStore, SuppressionStore } from './suppression-store.js';
import { SqlSuppressionStore } from './suppression-store.sql.js';

const each = (place: number): string => `json_each($${place}) AS wanted`;

export const sqliteSuppressions = (database: SqliteDatabase): SuppressionStore =>
  new SqlSuppressionStore(database, each);

export const sqliteDrops = (database: SqliteDatabase): DropStore => new SqlDropStore(database, each);
