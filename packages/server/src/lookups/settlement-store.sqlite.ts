import { auditTables } from '../audit/audit-store.sqlite.js';
import { ledgerTables } from '../billing/ledger-store.sqlite.js';
import { insertionInto, type SqliteDatabase } from '../database/sqlite/index.js';
import { replayTables } from '../idempotency/replay-store.sqlite.js';
import { tallyTables } from '../limits/stores.sqlite.js';
import { paidTables } from '../repeats/paid-store.sqlite.js';
import { SAVED, savedTablesOf, type SavedLookup } from '../saved/index.js';
import { settledTogether, type SettlementStore } from './settlement-store.js';

const savedTables = savedTablesOf(insertionInto<SavedLookup>(...SAVED));

const tables = settledTogether(ledgerTables, tallyTables, replayTables, paidTables, savedTables, auditTables);

/** Call once per database. */
export async function openSettlementStore(database: SqliteDatabase): Promise<SettlementStore> {
  return { settle: await database.defineSettlement(tables) };
}
