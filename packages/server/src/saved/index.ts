export { SavedLookupEntity, type SavedLookup } from './entities.js';
export { SavedBook, toSave, type LookupToSave } from './saved-book.js';
export { SavedLookups, type ShownLookup } from './saved-lookups.js';
