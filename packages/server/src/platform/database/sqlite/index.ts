// The part of SQLite support that engines use: the files named *.sqlite.ts beside a port.
export type { Ask, Reader } from '../ask.js';
export type { SettledTables } from '../database.js';
export { restrictToOwner, type SqliteFile } from './data-source.js';
export { fileLocks } from './lock-file.js';
export { ownersMigrations, serviceMigrations, supportMigrations } from './migrations.js';
export { integrityFindings, openFile, snapshot, type OpenFile, type OpenReader } from './open-file.js';
export { EACH, insertionInto, readIn, writeIn } from './sets.js';
export { SqliteDatabase } from './sqlite-database.js';
