import type { DncStore } from './dnc/dnc-store.js';
import type { EraseStore, HoldingStore } from './erase/erase-store.js';
import type { ImportStore } from './import/import-store.js';
import type { JoinStore } from './join/join-store.js';
import type { OwnerIndex } from './match/owner-index.js';
import type { PurgeStore } from './retire/purge-store.js';
import type { Screening, ShownStore } from './shown/shown-store.js';

/** Stores of the owner directory, implemented by each engine. */
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
