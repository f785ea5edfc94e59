import { insertionInto } from '../database/postgres/index.js';
import { SAVED_COLUMNS, type SavedLookup } from './entities.js';

const SAVE = insertionInto<SavedLookup>('saved_lookups', SAVED_COLUMNS);

/** Tables for settlements, which save a lookup in the same commit as its charge. */
export const savedTables = {
  statements: [SAVE.sql],
  rows: (saved: readonly SavedLookup[]) => [SAVE.rows(saved)],
};
