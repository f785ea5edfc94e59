import type { Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import type { ImportStore } from './import/import-store.js';
import { SqliteImportStore } from './import/import-store.sqlite.js';
import type { OwnerIndex } from './match/owner-index.js';
import { SqliteOwnerIndex } from './match/owner-index.sqlite.js';

/** What the directory is read from and written to. */
export interface OwnerStores {
  store: ImportStore;
  index: OwnerIndex;
  /** Files that an import makes beside the owners begin with this path. */
  pathForFiles: string;
}

export const ownerStores = (database: Database, clock: Clock): OwnerStores => ({
  store: new SqliteImportStore(database, clock),
  index: new SqliteOwnerIndex(database.read),
  pathForFiles: String(database.read.connection.options.database),
});
