// The part of PostgreSQL support that engines use: the files named *.postgres.ts beside a port.
export type { Ask } from '../ask.js';
export type { SettledTables } from '../database.js';
export { advisoryLocks } from './advisory-locks.js';
export { migrate, type Migration, type Schema } from './data-source.js';
export { ownersSchema, serviceSchema, supportSchema } from './migrations.js';
export { openPool, poolConfig } from './pool.js';
export { PostgresDatabase, readIn, writeIn, type AccountsOf } from './postgres-database.js';
export { insertionInto } from './sets.js';
export { SharedClock } from './shared-clock.js';
