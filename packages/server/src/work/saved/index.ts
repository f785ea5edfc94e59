export {
  SAVED,
  SavedBook,
  SavedLookupEntity,
  savedTablesOf,
  toSave,
  type LookupToSave,
  type SavedLookup,
} from './saved-book.js';
export { SavedLookups, type ShownLookup } from './saved-lookups.js';
