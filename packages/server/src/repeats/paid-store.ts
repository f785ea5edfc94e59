import type { Tx } from '../database/index.js';
import type { PaidProperty } from './paid-property.js';

/** Paid properties by slot (`slotOf`); unpaid ones are missing. Some may be older than the account's term. */
export type PaidProperties = ReadonlyMap<string, PaidProperty>;

/** Keeps which properties accounts were charged for, each once an account. */
export interface PaidStore {
  /** Committed ones. */
  paid(slots: readonly string[]): Promise<PaidProperties>;

  /** For a transaction of the account's own work; locked until it ends. */
  read(tx: Tx, slots: readonly string[]): Promise<PaidProperties>;

  /** Takes the place of what was kept of the same property. */
  write(tx: Tx, paid: readonly PaidProperty[]): Promise<void>;

  /** Forgets what was paid for with a charge. */
  forget(tx: Tx, accountId: string, reference: string): Promise<void>;

  /** The terms, in days, that accounts have. @param defaultDays of accounts without a number of their own */
  terms(defaultDays: number): Promise<number[]>;

  /** Of accounts with this term, forgets some of what was paid for before a UTC day. @returns how many */
  forgetBefore(day: string, term: { days: number; defaultDays: number }): Promise<number>;

  /** What was paid for with a charge that the ledger does not have: by account and reference. */
  withoutCharge(): Promise<Pick<PaidProperty, 'accountId' | 'reference'>[]>;
}
