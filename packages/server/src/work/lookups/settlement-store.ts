import type { LedgerChanges, LedgerScope, LedgerState } from '../../money/billing/index.js';
import type { TallyChanges, TallyScope, TallyState } from '../../money/limits/index.js';
import type { NewEntry } from '../../money/log/index.js';
import type { KeptReplays, Replay, PaidProperties, PaidProperty } from '../../money/receipts/index.js';
import type { Settle, SettledTables } from '../../platform/database/index.js';
import type { SavedLookup } from '../saved/index.js';

/** Data a settlement depends on. */
export interface SettlementScope {
  ledger: LedgerScope;
  tallies: TallyScope;
  /** Slots of the receipts to store (`replaySlot`). */
  replays: readonly string[];
  /** Slots of the properties that may be charged (`paidSlot`). */
  paid: readonly string[];
}

export interface SettlementState {
  ledger: LedgerState;
  tallies: TallyState;
  replays: KeptReplays;
  paid: PaidProperties;
}

export interface SettlementChanges {
  ledger: LedgerChanges;
  tallies: TallyChanges;
  replays: readonly Replay[];
  paid: readonly PaidProperty[];
  saved: readonly SavedLookup[];
  audit: readonly NewEntry[];
}

/** Writes charges, counts and receipts in one commit. */
export interface SettlementStore {
  readonly settle: Settle<SettlementScope, SettlementState, SettlementChanges>;
}

/** Combines the reads and writes of each domain for settlements. */
export const settledTogether = (
  ledger: SettledTables<LedgerScope, LedgerState, LedgerChanges>,
  tallies: SettledTables<TallyScope, TallyState, TallyChanges>,
  replays: SettledTables<readonly string[], KeptReplays, readonly Replay[]>,
  paid: SettledTables<readonly string[], PaidProperties, readonly PaidProperty[]>,
  saved: Pick<SettledTables<never, never, readonly SavedLookup[]>, 'statements' | 'rows'>,
  audit: Pick<SettledTables<never, never, readonly NewEntry[]>, 'statements' | 'rows'>,
): SettledTables<SettlementScope, SettlementState, SettlementChanges> => ({
  read: async (ask, scope) => {
    const [ofLedger, ofTallies, ofReplays, ofPaid] = await Promise.all([
      ledger.read(ask, scope.ledger),
      tallies.read(ask, scope.tallies),
      replays.read(ask, scope.replays),
      paid.read(ask, scope.paid),
    ]);
    return { ledger: ofLedger, tallies: ofTallies, replays: ofReplays, paid: ofPaid };
  },
  statements: [
    ...ledger.statements,
    ...tallies.statements,
    ...replays.statements,
    ...paid.statements,
    ...saved.statements,
    ...audit.statements,
  ],
  rows: (changes) => [
    ...ledger.rows(changes.ledger),
    ...tallies.rows(changes.tallies),
    ...replays.rows(changes.replays),
    ...paid.rows(changes.paid),
    ...saved.rows(changes.saved),
    ...audit.rows(changes.audit),
  ],
});
