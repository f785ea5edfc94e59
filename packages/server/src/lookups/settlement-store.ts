import type { LedgerChanges, LedgerScope, LedgerState } from '../billing/index.js';
import type { Settle } from '../database/index.js';
import type { KeptReplays, Replay } from '../idempotency/index.js';
import type { PaidProperties, PaidProperty } from '../repeats/index.js';
import type { TallyChanges, TallyScope, TallyState } from '../limits/index.js';

/** What a settlement decides on. */
export interface SettlementScope {
  ledger: LedgerScope;
  tallies: TallyScope;
  /** Slots of the receipts it is going to keep (`slotOf`). */
  replays: readonly string[];
  /** Slots of the properties it may charge for (`slotOf`). */
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
}

/** Charges, counts and keeps in one commit. */
export interface SettlementStore {
  readonly settle: Settle<SettlementScope, SettlementState, SettlementChanges>;
}
