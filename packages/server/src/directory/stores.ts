import type { DncStore } from './dnc/dnc-store.js';
import { SqlDncStore } from './dnc/dnc-store.sql.js';
import type { EraseStore, HoldingStore } from './erase/erase-store.js';
import { SqlEraseStore, SqlHoldingStore } from './erase/erase-store.sql.js';
import type { ImportStore } from './import/import-store.js';
import { SqlImportStore, type ImportPartitions } from './import/import-store.sql.js';
import type { JoinStore } from './join/join-store.js';
import { SqlJoinStore } from './join/join-store.sql.js';
import type { OwnerIndex } from './match/owner-index.js';
import type { OwnerDatabase, Query } from './owner-database.js';
import type { PurgeStore } from './retire/purge-store.js';
import { SqlPurgeStore } from './retire/purge-store.sql.js';
import type { Screening, ShownStore } from './shown/shown-store.js';
import { SqlShownStore } from './shown/shown-store.sql.js';

/** Stores of the owner directory, in SQL that both engines share. */
export interface OwnerStores {
  store: ImportStore;
  joins: JoinStore;
  purges: PurgeStore;
  erasures: EraseStore;
  dnc: DncStore;
  holdings: HoldingStore;
  index: OwnerIndex;
  shown: ShownStore;
  /** Absent where there is no suppression list. */
  screening?: Screening;
  /** Path prefix of an import's temporary files. */
  pathForFiles: string;
}

export const sqlOwnerStores = (
  database: OwnerDatabase,
  index: OwnerIndex,
  pathForFiles: string,
  { partitions, replicas = [] }: { partitions?: ImportPartitions; replicas?: readonly Query[] } = {},
): OwnerStores => ({
  store: new SqlImportStore(database, partitions),
  joins: new SqlJoinStore(database),
  holdings: new SqlHoldingStore(database),
  purges: new SqlPurgeStore(database),
  erasures: new SqlEraseStore(database),
  dnc: new SqlDncStore(database),
  index,
  shown: new SqlShownStore(database, replicas),
  pathForFiles,
});
