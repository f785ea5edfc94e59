import type { ImportStore } from './import/import-store.js';
import type { OwnerIndex } from './match/owner-index.js';

/** What the directory is read from and written to. Each engine makes its own. */
export interface OwnerStores {
  store: ImportStore;
  index: OwnerIndex;
  /** Files that an import makes beside the owners begin with this path. */
  pathForFiles: string;
}
