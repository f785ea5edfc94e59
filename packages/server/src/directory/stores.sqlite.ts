import type { Clock } from '../platform/clock.js';
import type { SqliteDatabase } from '../platform/database/sqlite/index.js';
import { sqliteOwnerIndex } from './match/owner-index.sqlite.js';
import { sqliteOwnerDatabase } from './owner-database.sqlite.js';
import { sqlOwnerStores, type OwnerStores } from './stores.js';

export function sqliteOwnerStores(file: SqliteDatabase, clock: Clock): OwnerStores {
  const database = sqliteOwnerDatabase(file, clock);
  return sqlOwnerStores(database, sqliteOwnerIndex(file.read), file.path);
}
