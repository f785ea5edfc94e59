import type { Tx } from '../../platform/database/index.js';
import type { LedgerRecord, Reservation } from './ledger.js';

/** The accounts and reservations that a settlement or a transaction may change. */
export interface LedgerScope {
  accountIds: readonly string[];
  /** Reservations that may be settled or released. */
  reservationIds: readonly string[];
  /** Fingerprints of the requests about to reserve: one may repeat a request that already holds a reservation. */
  requestFingerprints: readonly string[];
}

/** An account's money: its balance, and the number of its last record (0 before the first). */
export interface AccountBook {
  balanceCents: number;
  lastSequence: number;
}

export interface LedgerState {
  /** By account; unknown accounts are missing. */
  books: ReadonlyMap<string, AccountBook>;
  /** Open reservations of the scope: neither settled nor refunded. */
  heldReservations: ReadonlySet<string>;
  /** Held reservations by the fingerprint of their request. */
  heldByRequest: ReadonlyMap<string, Reservation>;
}

/** Changes of the ledger that are written in one transaction. Every account in `moved` has a record in `records`. */
export interface LedgerChanges {
  /** Difference for each balance. The store refuses the whole write if a balance would go below zero. */
  moved: readonly { accountId: string; cents: number }[];
  records: readonly LedgerRecord[];
  opened: readonly Reservation[];
  closed: readonly { reservationId: string; status: 'settled' | 'refunded' }[];
}

/** A bulk with records that do not agree with its reservation. */
export interface BulkMismatch {
  reference: string;
  status: Reservation['status'] | 'missing';
  takenCents: number;
  refundedCents: number;
}

/** A reference for which more was given back than charged. */
export interface ChargeMismatch {
  accountId: string;
  /** Sum of the days. */
  countedCents: number;
  /** Sum of the ledger's records. */
  chargedCents: number;
}

export interface RefundMismatch {
  accountId: string;
  reference: string | null;
  excessCents: number;
}

/** Keeps balances, their records and reservations. */
export interface LedgerStore {
  /** Committed balances in cents; unknown accounts are missing. */
  balances(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** An account's committed records, newest first. */
  records(accountId: string, limit: number): Promise<LedgerRecord[]>;

  /** Held reservations made at or before `atMs`, in milliseconds since the epoch. */
  heldFromBefore(atMs: number): Promise<Reservation[]>;

  /** State that a transaction decides on; locked until the transaction ends. */
  read(tx: Tx, scope: LedgerScope): Promise<LedgerState>;

  write(tx: Tx, changes: LedgerChanges): Promise<void>;

  /** All records of an account in order, and the balance at the same moment. */
  statement(accountId: string): Promise<{ records: LedgerRecord[]; balanceCents: number }>;

  /**
   * Bulks with records that contradict their reservation, or without one. A bulk is charged once. While its reservation is
   * held, nothing is given back. A refunded one gave back all of it, once; a settled one gave back whole matches, at most once.
   */
  bulkMismatches(): Promise<BulkMismatch[]>;

  /** References with a `refund` or `lookup_refund` for which more was given back than charged. */
  refundMismatches(): Promise<RefundMismatch[]>;
  /** Accounts with charges of single lookups that their days (`daily_lookups`) don't add up to. */
  chargeMismatches(): Promise<ChargeMismatch[]>;
}
