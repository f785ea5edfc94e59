export { id, integer, nullableInteger, nullableText, text } from './columns.js';
export { Database } from './database.js';
export type { OpenReader, Reader } from './reader.js';
export type { SqliteFile } from './data-source.js';
export type { Work } from './unit-of-work.js';
export { serviceMigrations } from './migrations/service/index.js';
export { ownersMigrations } from './migrations/owners/index.js';
