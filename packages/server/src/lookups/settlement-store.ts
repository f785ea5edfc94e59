import type { LedgerChanges, LedgerScope, LedgerState } from '../billing/index.js';
import type { Settle } from '../database/index.js';
import type { KeptReplays, Replay } from '../idempotency/index.js';
import type { TallyChanges, TallyScope, TallyState } from '../limits/index.js';

/** What a settlement decides on. */
export interface SettlementScope {
  ledger: LedgerScope;
  tallies: TallyScope;
  /** Slots of the receipts it is going to keep (`slotOf`). */
  replays: readonly string[];
}

export interface SettlementState {
  ledger: LedgerState;
  tallies: TallyState;
  replays: KeptReplays;
}

export interface SettlementChanges {
  ledger: LedgerChanges;
  tallies: TallyChanges;
  replays: readonly Replay[];
}

/** Charges, counts and keeps in one commit. */
export interface SettlementStore {
  readonly settle: Settle<SettlementScope, SettlementState, SettlementChanges>;
}
