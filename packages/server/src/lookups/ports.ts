import type { Caller } from '../accounts/index.js';
import type { Receipt, ReplayScope } from '../idempotency/index.js';
import type { Lead, OwnerMatch, OwnerRecord } from '../owners/index.js';

/** What lookups need of a directory of owners. */
export interface LookupOwners {
  /** Whom the leads match, in their order; null for a miss. @throws SandboxFaultError */
  find(leads: readonly Lead[]): Promise<(OwnerMatch | null)[]>;
  /** The records that exist, by id: an id without a record has no entry. */
  read(ids: readonly number[]): Promise<Map<number, OwnerRecord>>;
}

/** Who a lookup is for. */
export type Payer = Pick<Caller, 'accountId' | 'terms'>;

/** What an address came to. */
export interface Entry {
  found: boolean;
  /** The hash of a property that may have been paid for before (`propertyHash`); null for a miss, and where repeats are charged. */
  property: string | null;
}

/** What an address cost. */
export interface Charge {
  /** 0 for a miss and for a repeat. */
  priceCents: number;
  /** For a repeat only: the UTC day on which its property was paid for. */
  paidOn?: string;
}

/** A single lookup that has its answer. */
export interface SingleSettlement extends Payer, Entry {
  requestId: string;
  scope: ReplayScope | null;
  /** Receipt kept for a replay; null where `scope` is. */
  receiptOf(charge: Charge): Receipt | null;
}

/** A bulk about to run. */
export interface BulkReservation extends Payer {
  requestId: string;
  /** What a repeat of the request is recognized by; null without an Idempotency-Key. */
  requestFingerprint: string | null;
  entries: number;
}

/** A bulk that has its answer. */
export interface AnsweredBulk {
  /** In the order of the request. */
  entries: readonly Entry[];
  scope: ReplayScope | null;
  /** Receipt kept for a replay; null where `scope` is. @param charges of the entries, in their order */
  receiptOf(charges: readonly Charge[]): Receipt | null;
}

/** A bulk that runs: exactly one of the two ends it. */
export interface HeldBulk {
  /**
   * @returns what each entry cost, in their order
   * @throws ReplayExistsError, ReservationExpiredError, InsufficientBalanceError: nothing was charged
   */
  settle(answered: AnsweredBulk): Promise<Charge[]>;
  /**
   * Gives the whole reservation back, unless an earlier request holds it. It never rejects: what cannot be refunded now (a full disk) the sweep refunds.
   */
  release(): Promise<void>;
}

/** What lookups ask for before they run and write when they have their answer. */
export interface LookupSettlements {
  /** The early refusals, before any work; the settlement checks again. @throws DailyMissLimitError, InsufficientBalanceError */
  requireMeans(payer: Payer): Promise<void>;
  /** @returns what it cost. @throws ReplayExistsError, DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  settleSingle(settlement: SingleSettlement): Promise<Charge>;
  /** @throws DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  reserveBulk(reservation: BulkReservation): Promise<HeldBulk>;
}
