import type { LedgerChanges, LedgerScope, LedgerState } from '../billing/index.js';
import type { SettledTables } from '../database/index.js';
import type { KeptReplays, Replay } from '../idempotency/index.js';
import type { TallyChanges, TallyScope, TallyState } from '../limits/index.js';
import type { SettlementChanges, SettlementScope, SettlementState } from './settlement-store.js';

/** What settlements read and write, of what each domain does. */
export const settledTogether = (
  ledger: SettledTables<LedgerScope, LedgerState, LedgerChanges>,
  tallies: SettledTables<TallyScope, TallyState, TallyChanges>,
  replays: SettledTables<readonly string[], KeptReplays, readonly Replay[]>,
): SettledTables<SettlementScope, SettlementState, SettlementChanges> => ({
  read: async (ask, scope) => {
    const [ofLedger, ofTallies, ofReplays] = await Promise.all([
      ledger.read(ask, scope.ledger),
      tallies.read(ask, scope.tallies),
      replays.read(ask, scope.replays),
    ]);
    return { ledger: ofLedger, tallies: ofTallies, replays: ofReplays };
  },
  statements: [...ledger.statements, ...tallies.statements, ...replays.statements],
  rows: (changes) => [
    ...ledger.rows(changes.ledger),
    ...tallies.rows(changes.tallies),
    ...replays.rows(changes.replays),
  ],
});
