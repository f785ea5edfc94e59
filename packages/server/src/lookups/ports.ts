import type { Caller } from '../accounts/index.js';
import type { Disclosed } from '../audit/index.js';
import type { Receipt, ReplayScope } from '../idempotency/index.js';
import type { Lead, OwnerMatch, OwnerRecord } from '../owners/index.js';
import type { PropertyHashes } from '../repeats/index.js';
import type { LookupToSave } from '../saved/index.js';

/** Directory functions that lookups need. */
export interface LookupOwners {
  /** Owner matches in the order of the leads; null for a miss. @throws SandboxFaultError */
  find(leads: readonly Lead[]): Promise<(OwnerMatch | null)[]>;
  /** Existing records by id; ids without a record are missing. Null: the owner opted out. */
  read(ids: readonly number[]): Promise<Map<number, OwnerRecord | null>>;
  /** The other owners of a property that was just found. */
  coOwners(match: OwnerMatch, asked: Lead): Promise<OwnerRecord[]>;
  /** Units on file in the building of a miss. */
  unitsAt(asked: Lead): Promise<string[]>;
}

/** The account that pays for a lookup, and the key that asks for it. */
export type Payer = Pick<Caller, 'accountId' | 'keyId' | 'origin' | 'terms'>;

/** Result of an address. */
export interface Entry {
  found: boolean;
  /** An owner was found, without the phone that was wanted: no miss for the daily cap. */
  isUnwanted?: boolean;
  /** Hashes of a property that may have been paid for before (`propertyHashes`); null for a miss, and if repeats are charged. */
  property: PropertyHashes | null;
  /** Records for the audit log: none for a miss. */
  disclosed: readonly Disclosed[];
}

/** Cost of an address. */
export interface Charge {
  /** 0 for a miss and for a repeat. */
  priceCents: number;
  /** For a repeat only: the UTC day on which the property was paid for. */
  paidOn?: string;
}

/** A single lookup with its answer. */
export interface SingleSettlement extends Payer, Entry {
  requestId: string;
  scope: ReplayScope | null;
  /** Receipt to answer a replay of this request; null without an Idempotency-Key (`scope` is null). */
  receiptOf(charge: Charge): Receipt | null;
  /** Null if nothing is saved: for a miss, and if the account has saving off. */
  toSave: LookupToSave | null;
}

/** A bulk about to run. */
export interface BulkReservation extends Payer {
  requestId: string;
  /** Identifies a repeat of the request; null without an Idempotency-Key. */
  requestFingerprint: string | null;
  entries: number;
}

/** A bulk with its answer. */
export interface AnsweredBulk {
  /** In request order. */
  entries: readonly Entry[];
  scope: ReplayScope | null;
  /** Receipt to answer a replay of this request; null without an Idempotency-Key (`scope` is null). @param charges of the entries, in order */
  receiptOf(charges: readonly Charge[]): Receipt | null;
}

/** An answered lookup with records that may not be disclosed any more: their owners opted out. */
export interface Withdrawal {
  accountId: string;
  scope: ReplayScope | null;
  /** Contents of the receipt: `before` now, `after` from now on. */
  before: object;
  after: object;
  refundCents: number;
  /** True if the whole charge is refunded, false for a part of it. */
  isWhole: boolean;
  /** Reference of the charge's ledger record. */
  reference: string;
}

/** A running bulk: end it with exactly one of the two methods. */
export interface HeldBulk {
  /**
   * @returns the cost of each entry, in order
   * @throws ReplayExistsError, ReservationExpiredError, InsufficientBalanceError: nothing was charged
   */
  settle(answered: AnsweredBulk): Promise<Charge[]>;
  /**
   * Refunds the whole reservation, unless an earlier request holds it. Never rejects: if the refund fails, such as on a full
   * disk, the sweep makes it later.
   */
  release(): Promise<void>;
}

/** Checks before a lookup runs, and writes once it has its answer. */
export interface LookupSettlements {
  /** Refuses early, before any work; the settlement checks again. @throws DailyMissLimitError, InsufficientBalanceError */
  requireMeans(payer: Payer): Promise<void>;
  /** @returns the cost. @throws ReplayExistsError, DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  settleSingle(settlement: SingleSettlement): Promise<Charge>;
  /** @throws DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  reserveBulk(reservation: BulkReservation): Promise<HeldBulk>;
  /** Refunds matches that a replay can't return any more: once, however often it is replayed. */
  withdraw(withdrawal: Withdrawal): Promise<void>;
}
