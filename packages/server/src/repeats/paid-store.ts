import type { Tx } from '../database/index.js';
import type { PaidProperty } from './paid-property.js';

/** Paid properties by slot (`slotOf`); unpaid ones are missing. Some may be older than the account's term. */
export type PaidProperties = ReadonlyMap<string, PaidProperty>;

/**
 * Rows that a charge of many properties writes before it commits. They count as paid only once the claim is settled; rows left
 * by a dead process never do.
 */
export interface Claim extends Pick<PaidProperty, 'accountId' | 'reference' | 'paidOn'> {
  /** Distinguishes this claim from others of the same charge. */
  token: string;
}

/** Stores which properties each account was charged for. A property is stored once per account. */
export interface PaidStore {
  /** Reads and locks rows, in a transaction of the account's own work. */
  read(tx: Tx, slots: readonly string[]): Promise<PaidProperties>;

  /** Writes rows, and replaces earlier ones of the same property. */
  write(tx: Tx, paid: readonly PaidProperty[]): Promise<void>;

  /** Filters hashes: the ones paid for on `firstFreeDay` or later. @param from a transaction, or committed data */
  paid(from: Tx, accountId: string, firstFreeDay: string, hashes: readonly string[]): Promise<string[]>;

  /** Begins a claim, and replaces an earlier one of the same charge. */
  beginClaim(tx: Tx, claim: Claim): Promise<void>;

  /** Adds the unpaid ones of these hashes to a claim; none if the claim is no longer valid. */
  claim(
    tx: Tx,
    claim: Claim,
    firstFreeDay: string,
    hashes: readonly string[],
    further: PaidProperty['further'],
  ): Promise<void>;

  /** Hashes of a claim. @param from a transaction, or committed data */
  claimed(from: Tx, claim: Claim): Promise<string[]>;

  /** @returns number of hashes of a claim */
  countClaimed(from: Tx, claim: Claim): Promise<number>;

  /** Marks a claim's hashes as paid. @returns their number; null, without a change, if the claim is no longer valid */
  settleClaim(tx: Tx, claim: Claim): Promise<number | null>;

  /** Invalidates all claims of an account. */
  endClaims(tx: Tx, accountId: string): Promise<void>;

  /** Ends the free terms that a refunded charge began. @param today UTC */
  forget(tx: Tx, accountId: string, reference: string, today: string): Promise<void>;

  /** Ends the free terms of some hashes of a charge. @returns the hashes that the charge had paid for */
  takeBack(tx: Tx, accountId: string, reference: string, hashes: readonly string[]): Promise<string[]>;

  /** Secret that an account's properties are hashed with. */
  secretOf(tx: Tx, accountId: string): Promise<string>;

  /** Terms of all accounts, in days. @param defaultDays of accounts without a term of their own */
  terms(defaultDays: number): Promise<number[]>;

  /**
   * Deletes some properties paid for before a UTC day by accounts with this term, and ends claims older than it.
   * @param claimsBefore a UTC day: only older claims are deleted, because others may still be in use
   * @returns number of properties
   */
  forgetBefore(
    day: string,
    term: { days: number; defaultDays: number; claimsBefore: string },
  ): Promise<number>;

  /** Accounts and references of paid properties with a charge missing from the ledger. */
  withoutCharge(): Promise<Pick<PaidProperty, 'accountId' | 'reference'>[]>;
}
