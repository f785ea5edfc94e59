import { insertionInto } from '../database/sqlite/index.js';
import { SAVED_COLUMNS, type SavedLookup } from './entities.js';

const SAVE = insertionInto<SavedLookup>('saved_lookups', SAVED_COLUMNS);

/** For settlements, which save a lookup in the commit that charges for it. */
export const savedTables = {
  statements: [SAVE.sql],
  rows: (saved: readonly SavedLookup[]) => [SAVE.rows(saved)],
};
