import type { Tx } from '../database/index.js';
import type { Reservation } from './entities.js';
import type { LedgerRecord } from './ledger.js';

/** The accounts and reservations that a settlement or a transaction may change. */
export interface LedgerScope {
  accountIds: readonly string[];
  /** Reservations that it may settle or release. */
  reservationIds: readonly string[];
  /** The requests that are going to reserve: one may be the repeat of a request whose reservation is still held. */
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
  /** By how much each balance changes. The store refuses all of it if one would go below zero. */
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

/** A charge of which more was given back than it took, the operator's refunds included. */
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

  /** Reservations that are held and were made at this time or before, in milliseconds since the epoch. */
  heldSince(atMs: number): Promise<Reservation[]>;

  /** What a transaction needs to decide; locked until the transaction ends. */
  read(tx: Tx, scope: LedgerScope): Promise<LedgerState>;

  write(tx: Tx, changes: LedgerChanges): Promise<void>;

  /** All records of an account in their order, and the balance it shows, of one moment. */
  statement(accountId: string): Promise<{ records: LedgerRecord[]; balanceCents: number }>;

  /**
   * Bulks whose ledger disagrees with their reservation: taken once; given back nothing while it is held, all of it once
   * when it was refunded, at most once and in whole matches when it was settled. And no bulk record without its reservation.
   */
  bulkMismatches(): Promise<BulkMismatch[]>;

  /** Refunds by an operator that are more than their charge, or have none. */
  refundMismatches(): Promise<RefundMismatch[]>;
}
