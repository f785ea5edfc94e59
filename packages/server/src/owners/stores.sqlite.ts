import type { Clock } from '../clock.js';
import type { SqliteDatabase } from '../database/sqlite/index.js';
import { sqliteDnc } from './dnc/dnc-store.sqlite.js';
import { SqliteEraseStore, SqliteHoldingStore } from './erase/erase-store.sqlite.js';
import { SqliteImportStore } from './import/import-store.sqlite.js';
import { SqliteJoinStore } from './join/join-store.sqlite.js';
import { SqliteOwnerIndex } from './match/owner-index.sqlite.js';
import { SqlitePurgeStore } from './retire/purge-store.sqlite.js';
import { SqliteShownStore } from './shown/shown-store.sqlite.js';
import type { OwnerStores } from './stores.js';

export const sqliteOwnerStores = (database: SqliteDatabase, clock: Clock): OwnerStores => ({
  store: new SqliteImportStore({ database, clock }),
  joins: new SqliteJoinStore({ database, clock }),
  holdings: new SqliteHoldingStore(database),
  purges: new SqlitePurgeStore(database),
  erasures: new SqliteEraseStore(database),
  dnc: sqliteDnc(database),
  index: new SqliteOwnerIndex(database.read),
  shown: new SqliteShownStore(database),
  pathForFiles: database.path,
});
