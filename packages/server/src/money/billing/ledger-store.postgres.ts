import {
  insertionInto,
  readIn,
  writeIn,
  type AccountsOf,
  type PostgresDatabase,
  type SettledTables,
} from '../../platform/database/postgres/index.js';
import type { LedgerChanges, LedgerScope, LedgerState, LedgerStore } from './ledger-store.js';
import { readLedger, RECORD_COLUMNS, RESERVATION_COLUMNS, SqlLedgerStore } from './ledger-store.sql.js';
import type { LedgerRecord, Reservation } from './ledger.js';

const accountsOf: AccountsOf<LedgerScope> = ({ accountIds }) => accountIds;

// Changes balances by a difference: the table's CHECK refuses the whole statement if a balance would go below zero,
// whatever was read before. An unknown account moves nothing here, and its record then violates the foreign key.
const MOVE_BALANCES = `
  UPDATE accounts SET balance_cents = balance_cents + change.cents
    FROM json_to_recordset(?) AS change (id text, cents bigint) WHERE accounts.id = change.id`;

const CLOSE_RESERVATIONS = `
  UPDATE reservations SET status = closed.status
    FROM json_to_recordset(?) AS closed (id text, status text) WHERE reservations.id = closed.id`;

const INSERT_RECORDS = insertionInto<LedgerRecord>('ledger_records', RECORD_COLUMNS);
const INSERT_RESERVATIONS = insertionInto<Reservation>('reservations', RESERVATION_COLUMNS);

export const ledgerTables: SettledTables<LedgerScope, LedgerState, LedgerChanges> = {
  read: readLedger,
  statements: [MOVE_BALANCES, INSERT_RECORDS.sql, INSERT_RESERVATIONS.sql, CLOSE_RESERVATIONS],
  rows: ({ moved, records, opened, closed }) => [
    JSON.stringify(moved.map(({ accountId, cents }) => ({ id: accountId, cents }))),
    INSERT_RECORDS.rows(records),
    INSERT_RESERVATIONS.rows(opened),
    JSON.stringify(closed.map(({ reservationId, status }) => ({ id: reservationId, status }))),
  ],
};

export const postgresLedger = (database: PostgresDatabase): LedgerStore =>
  new SqlLedgerStore(database, {
    read: (tx, scope) => readIn(tx, ledgerTables, accountsOf, scope),
    write: (tx, changes) => writeIn(tx, ledgerTables, changes),
  });
