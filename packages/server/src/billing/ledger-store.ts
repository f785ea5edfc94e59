import type { Tx } from '../database/index.js';
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
export interface Page {
  balanceCents: number;
  lastSequence: number;
}

export interface LedgerState {
  /** By account; unknown accounts are missing. */
  pages: ReadonlyMap<string, Page>;
  /** Open reservations of the scope: neither settled nor refunded. */
  heldReservations: ReadonlySet<string>;
  /** Held reservations by the fingerprint of their request. */
  heldByRequest: ReadonlyMap<string, Reservation>;
}

/** Changes of the ledger that are written in one transaction. Every account that moves has a record. */
export interface LedgerChanges {
  /** Difference for each balance. The store refuses all of it if a balance would go below zero. */
  moved: readonly { accountId: string; cents: number }[];
  records: readonly LedgerRecord[];
  opened: readonly Reservation[];
  closed: readonly { reservationId: string; status: 'settled' | 'refunded' }[];
}

/** A bulk whose records do not agree with its reservation. */
export interface BulkMismatch {
  reference: string;
  status: Reservation['status'] | 'missing';
  takenCents: number;
  refundedCents: number;
}

/** A charge of which more was given back than taken, the operator's refunds included. */
export interface RefundMismatch {
  accountId: string;
  reference: string | null;
  tooMuchCents: number;
}

/** Keeps balances, their records and reservations. */
export interface LedgerStore {
  /** Committed balances in cents; unknown accounts are missing. */
  balances(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** An account's committed records, newest first. */
  records(accountId: string, limit: number): Promise<LedgerRecord[]>;

  /** Reservations still held that were made at or before this time, in milliseconds since the epoch. */
  heldSince(atMs: number): Promise<Reservation[]>;

  /** State that a transaction decides on; locked until the transaction ends. */
  read(tx: Tx, scope: LedgerScope): Promise<LedgerState>;

  write(tx: Tx, changes: LedgerChanges): Promise<void>;

  /** All records of an account in order, and the balance at the same moment. */
  statement(accountId: string): Promise<{ records: LedgerRecord[]; balanceCents: number }>;

  /**
   * Bulks that disagree with their reservation. Correct is: charged once; nothing given back while it is held, all of it
   * once when it was refunded, at most once and in whole matches when it was settled. A bulk record without a reservation is
   * a mismatch, too.
   */
  bulkMismatches(): Promise<BulkMismatch[]>;

  /** Refunds by an operator that exceed their charge, or have no charge. */
  refundMismatches(): Promise<RefundMismatch[]>;
}
