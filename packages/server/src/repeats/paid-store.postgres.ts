import {
  insertionInto,
  question,
  readIn,
  writeIn,
  type SettledTables,
  type PostgresDatabase,
} from '../database/postgres/index.js';
import type { PaidProperty } from './paid-property.js';
import type { PaidProperties, PaidStore } from './paid-store.js';
import { IS_PAID, PAID_COLUMNS, REPLACE, SqlPaidStore } from './paid-store.sql.js';

// A slot is a JSON array (`slotOf`).
const PAID = question<PaidProperty>(
  {
    accountId: 'p.account_id',
    property: 'p.property',
    paidOn: 'p.paid_on',
    reference: 'p.reference',
    further: 'p.further',
  },
  `paid_properties p ON p.account_id = wanted.value::json ->> 0 AND p.property = wanted.value::json ->> 1 AND ${IS_PAID}`,
);

const PAY = insertionInto<PaidProperty>('paid_properties', PAID_COLUMNS, REPLACE);

export const paidTables: SettledTables<readonly string[], PaidProperties, readonly PaidProperty[]> = {
  read: (ask, slots) => ask(PAID, slots),
  statements: [PAY.sql],
  rows: (paid) => [PAY.rows(paid)],
};

export const postgresPaid = (database: PostgresDatabase): PaidStore =>
  new SqlPaidStore(database, {
    read: (tx, slots) => readIn(tx, paidTables, null, slots),
    write: (tx, paid) => writeIn(tx, paidTables, paid),
    each: (place) => `json_array_elements_text($${place}::json) AS wanted (value)`,
  });
