import { ledgerTables } from '../../money/billing/ledger-store.sqlite.js';
import { tallyTables } from '../../money/limits/stores.sqlite.js';
import { auditTables } from '../../money/log/audit-store.sqlite.js';
import { paidTables } from '../../money/receipts/paid-store.sqlite.js';
import { replayTables } from '../../money/receipts/replay-store.sqlite.js';
import { insertionInto, type SqliteDatabase } from '../../platform/database/sqlite/index.js';
import { SAVED, savedTablesOf, type SavedLookup } from '../saved/index.js';
import { settledTogether, type SettlementStore } from './settlement-store.js';

const savedTables = savedTablesOf(insertionInto<SavedLookup>(...SAVED));

const tables = settledTogether(ledgerTables, tallyTables, replayTables, paidTables, savedTables, auditTables);

/** Call once per database. */
export async function openSettlementStore(database: SqliteDatabase): Promise<SettlementStore> {
  return { settle: await database.defineSettlement(tables) };
}
