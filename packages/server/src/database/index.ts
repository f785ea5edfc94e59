export { Batches } from './batches.js';
export { id, integer, nullableInteger, nullableText, text } from './columns.js';
export { Database } from './database.js';
<<<<<<< HEAD
export type { OpenReader, Reader } from './reader.js';
export type { SqliteFile } from './data-source.js';
=======
export { restrictToOwner, type SqliteFile } from './data-source.js';
export { asSet, EACH, insertSet } from './sets.js';
export { outcomeOf, together } from './together.js';
>>>>>>> h/money
export type { Work } from './unit-of-work.js';
export { serviceMigrations } from './migrations/service/index.js';
export { ownersMigrations } from './migrations/owners/index.js';
