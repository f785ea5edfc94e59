import { auditTables } from '../audit/audit-store.postgres.js';
import { ledgerTables } from '../billing/ledger-store.postgres.js';
import { insertionInto, type AccountsOf, type PostgresDatabase } from '../database/postgres/index.js';
import { replayTables } from '../idempotency/replay-store.postgres.js';
import { tallyTables } from '../limits/stores.postgres.js';
import { paidTables } from '../repeats/paid-store.postgres.js';
import { SAVED, savedTablesOf, type SavedLookup } from '../saved/index.js';
import { settledTogether, type SettlementScope, type SettlementStore } from './settlement-store.js';

const savedTables = savedTablesOf(insertionInto<SavedLookup>(...SAVED));

const tables = settledTogether(ledgerTables, tallyTables, replayTables, paidTables, savedTables, auditTables);

/** The transaction that holds an account's lock also writes its counts and receipts. */
const accountsOf: AccountsOf<SettlementScope> = ({ ledger, tallies }) => [
  ...new Set([...ledger.accountIds, ...tallies.accountIds]),
];

export const postgresSettlements = (database: PostgresDatabase): SettlementStore => ({
  settle: database.defineSettlement(tables, accountsOf),
});
