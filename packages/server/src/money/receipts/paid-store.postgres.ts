import {
  insertionInto,
  readIn,
  writeIn,
  type PostgresDatabase,
} from '../../platform/database/postgres/index.js';
import { PAID, PaidStore, paidTablesOf, type PaidProperty } from './paid-store.js';

export const paidTables = paidTablesOf('wanted.value::json', insertionInto<PaidProperty>(...PAID));

export const postgresPaid = (database: PostgresDatabase): PaidStore =>
  new PaidStore(database, {
    read: (tx, slots) => readIn(tx, paidTables, null, slots),
    write: (tx, paid) => writeIn(tx, paidTables, paid),
    each: (place) => `json_array_elements_text($${place}::json) AS wanted (value)`,
  });
