import { auditTables } from '../audit/audit-store.postgres.js';
import { ledgerTables } from '../billing/ledger-store.postgres.js';
import type { AccountsOf, PostgresDatabase } from '../database/postgres/index.js';
import { replayTables } from '../idempotency/replay-store.postgres.js';
import { paidTables } from '../repeats/paid-store.postgres.js';
import { savedTables } from '../saved/saved-tables.postgres.js';
import { tallyTables } from '../limits/stores.postgres.js';
import { settledTogether } from './settled-together.js';
import type { SettlementScope, SettlementStore } from './settlement-store.js';

const tables = settledTogether(ledgerTables, tallyTables, replayTables, paidTables, savedTables, auditTables);

/** The transaction that holds an account's lock also writes its counts and receipts. */
const accountsOf: AccountsOf<SettlementScope> = ({ ledger, tallies }) => [
  ...new Set([...ledger.accountIds, ...tallies.accountIds]),
];

export const postgresSettlements = (database: PostgresDatabase): SettlementStore => ({
  settle: database.defineSettlement(tables, accountsOf),
});
