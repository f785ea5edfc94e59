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
  /** The records that exist, by id: an id without a record has no entry. Null: the owner asked to be left out. */
  read(ids: readonly number[]): Promise<Map<number, OwnerRecord | null>>;
}

/** Account that pays for a lookup, and the key that asks for it. */
export type Payer = Pick<Caller, 'accountId' | 'keyId' | 'origin' | 'terms'>;

/** Result of an address. */
export interface Entry {
  found: boolean;
  /** Somebody was found who was not wanted: no miss for the daily cap. */
  isUnwanted?: boolean;
  /** Hashes of a property that may have been paid for before (`propertyHashes`); null for a miss, and where repeats are charged. */
  property: PropertyHashes | null;
  /** For the log; null for a miss. */
  disclosed: Disclosed | null;
}

/** Cost of an address. */
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
  /** Null where nothing is saved: for a miss, and where the account wants none. */
  toSave: LookupToSave | null;
}

/** A bulk about to run. */
export interface BulkReservation extends Payer {
  requestId: string;
  /** Fingerprint that recognizes a repeat of the request; null without an Idempotency-Key. */
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

/** An answered lookup some of which may not go out any more: its owner asked to be left out. */
export interface Withdrawal {
  accountId: string;
  scope: ReplayScope | null;
  /** What the receipt says, and what it says from now on. */
  before: object;
  after: object;
  refundCents: number;
  /** Whether that is all that was charged. */
  isWhole: boolean;
  /** What the ledger record of the charge refers to. */
  reference: string;
}

/** A running bulk: end it by exactly one of the two methods. */
export interface HeldBulk {
  /**
   * @returns what each entry cost, in their order
   * @throws ReplayExistsError, ReservationExpiredError, InsufficientBalanceError: nothing was charged
   */
  settle(answered: AnsweredBulk): Promise<Charge[]>;
  /**
   * Refunds the whole reservation, unless an earlier request holds it. Never rejects: what cannot be refunded now, such as on a
   * full disk, the sweep refunds later.
   */
  release(): Promise<void>;
}

/** Checks before a lookup runs, and writes once it has its answer. */
export interface LookupSettlements {
  /** The early refusals, before any work; the settlement checks again. @throws DailyMissLimitError, InsufficientBalanceError */
  requireMeans(payer: Payer): Promise<void>;
  /** @returns the cost. @throws ReplayExistsError, DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  settleSingle(settlement: SingleSettlement): Promise<Charge>;
  /** @throws DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  reserveBulk(reservation: BulkReservation): Promise<HeldBulk>;
  /** Gives back the charge of what a replay can't answer any more: once, however often it is replayed. */
  withdraw(withdrawal: Withdrawal): Promise<void>;
}
