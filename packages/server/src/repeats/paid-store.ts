import type { Tx } from '../database/index.js';
import type { PaidProperty } from './paid-property.js';

/** Paid properties by slot (`slotOf`); unpaid ones are missing. Some may be older than the account's term. */
export type PaidProperties = ReadonlyMap<string, PaidProperty>;

/**
 * What a charge of many properties has noted before it commits. Nothing of it is paid for until the claim is settled; what
 * its process leaves behind when it dies never is.
 */
export interface Claim extends Pick<PaidProperty, 'accountId' | 'reference' | 'paidOn'> {
  /** Tells this claim from others of the same charge. */
  token: string;
}

/** Keeps which properties accounts were charged for, each once an account. */
export interface PaidStore {
  /** For a transaction of the account's own work; locked until it ends. */
  read(tx: Tx, slots: readonly string[]): Promise<PaidProperties>;

  /** Takes the place of what was kept of the same property. */
  write(tx: Tx, paid: readonly PaidProperty[]): Promise<void>;

  /** Filters hashes: the ones paid for on `firstFreeDay` or later. @param from a transaction, or committed data */
  paid(from: Tx, accountId: string, firstFreeDay: string, hashes: readonly string[]): Promise<string[]>;

  /** Takes the place of an earlier claim of the same charge. */
  beginClaim(tx: Tx, claim: Claim): Promise<void>;

  /** Notes the unpaid ones of these hashes with a claim; none of them where the claim holds no longer. */
  claim(
    tx: Tx,
    claim: Claim,
    firstFreeDay: string,
    hashes: readonly string[],
    further: PaidProperty['further'],
  ): Promise<void>;

  /** Hashes that are noted with a claim. @param from a transaction, or committed data */
  claimed(from: Tx, claim: Claim): Promise<string[]>;

  /** @returns how many hashes are noted with a claim */
  countClaimed(from: Tx, claim: Claim): Promise<number>;

  /** Makes what a claim has noted paid for. @returns how many hashes; null, and nothing happens, where the claim holds no longer */
  settleClaim(tx: Tx, claim: Claim): Promise<number | null>;

  /** None of the account's claims holds any longer. */
  endClaims(tx: Tx, accountId: string): Promise<void>;

  /** Ends the free terms that a charge began, because the charge was given back. @param today UTC */
  forget(tx: Tx, accountId: string, reference: string, today: string): Promise<void>;

  /** The same for some hashes of a charge. @returns the ones that it had noted */
  takeBack(tx: Tx, accountId: string, reference: string, hashes: readonly string[]): Promise<string[]>;

  /** What properties of an account are hashed with. */
  secretOf(tx: Tx, accountId: string): Promise<string>;

  /** The terms, in days, that accounts have. @param defaultDays of accounts without a number of their own */
  terms(defaultDays: number): Promise<number[]>;

  /**
   * Deletes some properties paid for before a UTC day by accounts with this term, and ends claims older than it.
   * @param claimsBefore a UTC day: only older claims are forgotten, because others may still be written to
   * @returns how many properties
   */
  forgetBefore(
    day: string,
    term: { days: number; defaultDays: number; claimsBefore: string },
  ): Promise<number>;

  /** What was paid for with a charge that the ledger does not have: by account and reference. */
  withoutCharge(): Promise<Pick<PaidProperty, 'accountId' | 'reference'>[]>;
}
