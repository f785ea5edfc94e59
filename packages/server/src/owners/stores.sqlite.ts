import type { Clock } from '../clock.js';
import type { SqliteDatabase } from '../database/sqlite/index.js';
import { SqliteImportStore } from './import/import-store.sqlite.js';
import { SqliteOwnerIndex } from './match/owner-index.sqlite.js';
import type { OwnerStores } from './stores.js';

export const sqliteOwnerStores = (database: SqliteDatabase, clock: Clock): OwnerStores => ({
  store: new SqliteImportStore(database, clock),
  index: new SqliteOwnerIndex(database.read),
  pathForFiles: database.path,
});
