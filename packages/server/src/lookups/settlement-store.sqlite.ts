import { ledgerTables } from '../billing/ledger-store.sqlite.js';
import type { SettledTables, SqliteDatabase } from '../database/sqlite/index.js';
import { replayTables } from '../idempotency/replay-store.sqlite.js';
import { tallyTables } from '../limits/tally-store.sqlite.js';
import type {
  SettlementChanges,
  SettlementScope,
  SettlementState,
  SettlementStore,
} from './settlement-store.js';

const tables: SettledTables<SettlementScope, SettlementState, SettlementChanges> = {
  read: async (ask, scope) => {
    const [ledger, tallies, replays] = await Promise.all([
      ledgerTables.read(ask, scope.ledger),
      tallyTables.read(ask, scope.tallies),
      replayTables.read(ask, scope.replays),
    ]);
    return { ledger, tallies, replays };
  },
  statements: [...ledgerTables.statements, ...tallyTables.statements, ...replayTables.statements],
  rows: ({ ledger, tallies, replays }) => [
    ...ledgerTables.rows(ledger),
    ...tallyTables.rows(tallies),
    ...replayTables.rows(replays),
  ],
};

/** Once a database. */
export async function openSettlementStore(database: SqliteDatabase): Promise<SettlementStore> {
  return { settle: await database.defineSettlement(tables) };
}
