import { insertionInto, readIn, writeIn, type SqliteDatabase } from '../../platform/database/sqlite/index.js';
import { PAID, PaidStore, paidTablesOf, type PaidProperty } from './paid-store.js';

export const paidTables = paidTablesOf('wanted.value', insertionInto<PaidProperty>(...PAID));

export const sqlitePaid = (database: SqliteDatabase): PaidStore =>
  new PaidStore(database, {
    read: (tx, slots) => readIn(tx, paidTables, slots),
    write: (tx, paid) => writeIn(tx, paidTables, paid),
    each: (place) => `json_each($${place}) AS wanted`,
  });
