import type { Entry, Heads } from '../audit/index.js';
import type { LedgerChanges, LedgerScope, LedgerState } from '../billing/index.js';
import type { Settle } from '../database/index.js';
import type { KeptReplays, Replay } from '../idempotency/index.js';
import type { PaidProperties, PaidProperty } from '../repeats/index.js';
import type { SavedLookup } from '../saved/index.js';
import type { TallyChanges, TallyScope, TallyState } from '../limits/index.js';

/** Data a settlement depends on. */
export interface SettlementScope {
  ledger: LedgerScope;
  tallies: TallyScope;
  /** Slots of the receipts to store (`slotOf`). */
  replays: readonly string[];
  /** Slots of the properties that may be charged (`slotOf`). */
  paid: readonly string[];
}

export interface SettlementState {
  ledger: LedgerState;
  tallies: TallyState;
  replays: KeptReplays;
  paid: PaidProperties;
  /** Heads of the logs of the ledger's accounts. */
  audit: Heads;
}

export interface SettlementChanges {
  ledger: LedgerChanges;
  tallies: TallyChanges;
  replays: readonly Replay[];
  paid: readonly PaidProperty[];
  saved: readonly SavedLookup[];
  audit: readonly Entry[];
}

/** Writes charges, counts and receipts in one commit. */
export interface SettlementStore {
  readonly settle: Settle<SettlementScope, SettlementState, SettlementChanges>;
}
