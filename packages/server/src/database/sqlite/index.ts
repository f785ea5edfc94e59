// The part of SQLite support that engines use: the files named *.sqlite.ts beside a port.
export { question, type Ask } from '../ask.js';
export { restrictToOwner, type SqliteFile } from './data-source.js';
export { fileLocks } from './lock-file.js';
export { integrityFindings, openFile, snapshot, type OpenFile } from './open-file.js';
export type { Reader } from '../ask.js';
export { type OpenReader } from './reader.js';
export { EACH, insertionInto } from './sets.js';
export { SqliteDatabase } from './sqlite-database.js';
export { readIn, writeIn } from './settled.js';
export type { SettledTables } from '../settled-tables.js';
export { serviceMigrations } from './migrations/service.js';
export { supportMigrations } from './migrations/support.js';
export { ownersMigrations } from './migrations/owners.js';
