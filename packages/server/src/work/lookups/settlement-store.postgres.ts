import { ledgerTables } from '../../money/billing/ledger-store.postgres.js';
import { tallyTables } from '../../money/limits/stores.postgres.js';
import { auditTables } from '../../money/log/audit-store.postgres.js';
import { paidTables } from '../../money/receipts/paid-store.postgres.js';
import { replayTables } from '../../money/receipts/replay-store.postgres.js';
import {
  insertionInto,
  type AccountsOf,
  type PostgresDatabase,
} from '../../platform/database/postgres/index.js';
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
