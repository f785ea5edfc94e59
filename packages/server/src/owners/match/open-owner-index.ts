import type { OwnerSource } from '../owner-source.js';
import type { OwnerIndex } from './owner-index.js';
import { openSqliteOwnerIndex } from './owner-index.sqlite.js';

/** Opens the index for a process that does nothing else with the owners. */
export const openOwnerIndex = ({ path }: OwnerSource): Promise<OwnerIndex> => openSqliteOwnerIndex(path);
