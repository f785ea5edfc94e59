import type { DncStore } from './dnc/dnc-store.js';
import type { EraseStore } from './erase/erase-store.js';
import type { ImportStore } from './import/import-store.js';
import type { HoldingStore } from './holdings/holding-store.js';
import type { JoinStore } from './join/join-store.js';
import type { OwnerIndex } from './match/owner-index.js';
import type { PurgeStore } from './retire/purge-store.js';

/** What the directory is read from and written to. Each engine makes its own. */
export interface OwnerStores {
  store: ImportStore;
  joins: JoinStore;
  purges: PurgeStore;
  erasures: EraseStore;
  dnc: DncStore;
  holdings: HoldingStore;
  index: OwnerIndex;
  /** Files that an import makes beside the owners begin with this path. */
  pathForFiles: string;
}
