import type { Caller } from '../accounts/index.js';
import type { Receipt } from '../idempotency/index.js';
import type { Found } from '../limits/index.js';
import type { Lead, OwnerRecord } from '../owners/index.js';

/** What lookups need of a directory of owners. */
export interface LookupOwners {
  /** The owners that the leads match, in their order; null for a miss. @throws SandboxFaultError */
  find(leads: readonly Lead[]): Promise<(OwnerRecord | null)[]>;
  /** The records that exist, by id: an id without a record has no entry. */
  read(ids: readonly number[]): Promise<Map<number, OwnerRecord>>;
}

/** Who a lookup is for. */
export type Payer = Pick<Caller, 'accountId' | 'terms'>;

/** A single lookup that has its answer. */
export interface SingleSettlement extends Payer {
  requestId: string;
  found: boolean;
  receipt: Receipt | null;
}

/** A bulk about to run. */
export interface BulkReservation extends Payer {
  requestId: string;
  /** What a repeat of the request is recognized by; null without an Idempotency-Key. */
  requestFingerprint: string | null;
  entries: number;
}

/** A bulk that runs: exactly one of the two ends it. */
export interface HeldBulk {
  /** @throws ReplayExistsError, ReservationExpiredError, InsufficientBalanceError: nothing was charged */
  settle(answered: { found: Found; receipt: Receipt | null }): Promise<void>;
  /**
   * Gives the whole reservation back, unless an earlier request holds it. It never rejects: what cannot be refunded now (a full disk) the sweep refunds.
   */
  release(): Promise<void>;
}

/** What lookups ask for before they run and write when they have their answer. */
export interface LookupSettlements {
  /** The early refusals, before any work; the settlement checks again. @throws DailyMissLimitError, InsufficientBalanceError */
  requireMeans(payer: Payer): Promise<void>;
  /** @throws ReplayExistsError, DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  settleSingle(settlement: SingleSettlement): Promise<void>;
  /** @throws DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  reserveBulk(reservation: BulkReservation): Promise<HeldBulk>;
}
