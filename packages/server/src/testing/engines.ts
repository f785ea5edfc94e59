import path from 'node:path';
import type { ServiceStores } from '../engine.js';
import { openServiceStores } from '../engine.sqlite.js';
import type { WindowStore } from '../limits/index.js';
import { SqliteWindowStore } from '../limits/window-store.sqlite.js';

/** An engine that every suite of a store runs on. What it opens in one folder is the same data, as in two processes. */
export interface TestEngine {
  name: string;
  openStores(folder: string): Promise<ServiceStores>;
  openWindows(folder: string): Promise<WindowStore>;
}

export const engines: readonly TestEngine[] = [
  {
    name: 'SQLite',
    openStores: (folder) => openServiceStores(path.join(folder, 'service.sqlite')),
    openWindows: (folder) => SqliteWindowStore.open(path.join(folder, 'limits.sqlite')),
  },
];
