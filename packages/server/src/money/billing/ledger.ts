import { limits } from '@skiptrace/contract';
import { id, integer, nullableText, text } from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';

/** Reading 17. Positive amounts add to the balance, negative ones subtract from it. */
export type LedgerRecordType =
  | 'top_up'
  | 'adjustment'
  | 'lookup_charge'
  | 'lookup_refund'
  | 'bulk_reservation'
  | 'bulk_refund'
  | 'job_charge'
  | 'job_refund'
  | 'refund';

/** One movement of money, before it is written. */
export interface Posting {
  accountId: string;
  type: LedgerRecordType;
  /** Positive adds to the balance, negative subtracts from it. */
  amountCents: number;
  /** The request id or job id it belongs to, or an operator's note. Nothing personal. */
  reference: string | null;
  /** Why an operator gave a charge back. Nothing personal. */
  note?: string | null;
  /**
   * The record's id, where money must move once: the ledger refuses a second record with it. Default: a new id. The charge of a single
   * lookup has its reference instead, and a reference twice isn't refused.
   */
  id?: string;
}

export interface LedgerRecord extends Posting {
  /** Not indexed alone: `recordById` finds it. */
  id: string;
  note: string | null;
  /** 1, 2, 3 … within the account. */
  sequence: number;
  /** The account's balance after this record. */
  balanceCents: number;
  createdAt: number;
}

/** Money set aside for a running bulk. Settled or refunded exactly once, by compare-and-set of the status. */
export interface Reservation {
  id: string;
  accountId: string;
  /** The worst case: `priceCents` for each entry. */
  amountCents: number;
  /** The price at which the bulk is reserved and settled. */
  priceCents: number;
  reference: string;
  /** Identifies a repeat of the request (`fingerprintOf`); null if it came without an Idempotency-Key. */
  requestFingerprint: string | null;
  status: 'held' | 'settled' | 'refunded';
  createdAt: number;
}

export const LedgerRecordEntity = new EntitySchema<LedgerRecord>({
  name: 'LedgerRecord',
  tableName: 'ledger_records',
  columns: {
    id: text,
    accountId: { type: 'text', primary: true },
    sequence: { ...integer, primary: true },
    type: text,
    amountCents: integer,
    balanceCents: integer,
    reference: nullableText,
    note: nullableText,
    createdAt: integer,
  },
});

export const ReservationEntity = new EntitySchema<Reservation>({
  name: 'Reservation',
  tableName: 'reservations',
  columns: {
    id,
    accountId: text,
    amountCents: integer,
    priceCents: integer,
    reference: text,
    requestFingerprint: nullableText,
    status: text,
    createdAt: integer,
  },
});

/**
 * Highest balance of an account: $10,000,000,000. Far below 2^53, so that every balance, and every sum of
 * amounts in JavaScript or SQL, is an exact whole number.
 */
export const MAX_BALANCE_CENTS = 1_000_000_000_000;

/** Most money an operator can move with one command: catches a few zeros too many. */
export const MAX_TOP_UP_CENTS = 10_000_000_000;

/** A refund is allowed even if the account was topped up to the limit after the charge. */
const MAX_BALANCE_WITH_REFUNDS_CENTS = 2 * MAX_BALANCE_CENTS;

/** `39248` → `$392.48`. For people; fields hold cents. */
export function dollars(cents: number): string {
  const whole = String(Math.floor(Math.abs(cents) / 100));
  const fraction = String(Math.abs(cents) % 100).padStart(2, '0');
  // Not toLocaleString: its locale data takes 30 ms to load, in every command that shows an amount.
  return `${cents < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** The balance cannot cover the request; nothing was charged. */
export class InsufficientBalanceError extends Error {
  readonly code = 'insufficient_balance';

  /** @param balanceRequiredCents what the whole request needs, not what is missing */
  constructor(readonly balanceRequiredCents: number) {
    super(
      `Not enough balance: this request needs ${dollars(balanceRequiredCents)}. Nothing was charged. Top up and try again.`,
    );
  }
}

/** The balance would exceed the highest allowed; nothing was moved. */
export class BalanceLimitError extends Error {
  readonly code = 'balance_limit';

  constructor(balanceCents: number) {
    super(
      `The balance would be ${dollars(balanceCents)}, more than the ${dollars(MAX_BALANCE_CENTS)} an account can hold. ` +
        'Nothing was changed.',
    );
  }
}

/** The amount is not a whole number of cents, or exceeds the highest balance; nothing was moved. */
export class UnusableAmountError extends Error {
  readonly code = 'unusable_amount';

  constructor(amountCents: number) {
    super(
      `${amountCents} is not an amount in whole cents, at most ${MAX_BALANCE_CENTS}. Nothing was changed.`,
    );
  }
}

const SIGN: Readonly<Record<LedgerRecordType, 'adds' | 'takes' | 'either'>> = {
  top_up: 'adds',
  adjustment: 'either',
  lookup_charge: 'takes',
  lookup_refund: 'adds',
  bulk_reservation: 'takes',
  bulk_refund: 'adds',
  job_charge: 'takes',
  job_refund: 'adds',
  refund: 'adds',
};

const REFUNDS: ReadonlySet<LedgerRecordType> = new Set([
  'lookup_refund',
  'bulk_refund',
  'job_refund',
  'refund',
]);

/**
 * The balance after a movement.
 * @throws UnusableAmountError, InsufficientBalanceError, BalanceLimitError
 */
export function balanceAfter(balanceCents: number, { type, amountCents }: Posting): number {
  if (!Number.isSafeInteger(amountCents) || Math.abs(amountCents) > MAX_BALANCE_CENTS) {
    throw new UnusableAmountError(amountCents);
  }
  const after = balanceCents + amountCents;
  if (after < 0) throw new InsufficientBalanceError(-amountCents);
  // Refunds are exempt: it is the customer's own money.
  if (amountCents > 0 && after > MAX_BALANCE_CENTS && !REFUNDS.has(type)) {
    throw new BalanceLimitError(after);
  }
  return after;
}

/**
 * Faults in an account's records, as sentences; empty if there is no fault. `records` in order of `sequence`.
 * Invariants of reading 17: the balance equals the sum, is never negative, and each record holds the balance after
 * it.
 */
export function ledgerFaults(records: readonly LedgerRecord[], accountBalanceCents: number): string[] {
  const faults: string[] = [];
  let balanceCents = 0;
  records.forEach((record, index) => {
    const name = `record ${record.sequence} (${record.type})`;
    balanceCents += record.amountCents;
    if (record.sequence !== index + 1) faults.push(`${name} is out of sequence: expected ${index + 1}`);
    if (record.type === 'lookup_charge' && record.amountCents < -limits.maxPriceCents) {
      faults.push(`${name} is more than a match can cost: ${record.amountCents}`);
    }
    if (!Number.isSafeInteger(record.amountCents)) faults.push(`${name} is not in whole cents`);
    if (Math.abs(record.amountCents) > MAX_BALANCE_CENTS) {
      faults.push(`${name} moves more than an account can hold: ${record.amountCents}`);
    }
    if (record.balanceCents !== balanceCents) {
      faults.push(`${name} holds the balance ${record.balanceCents}, the records add up to ${balanceCents}`);
    }
    if (balanceCents < 0) faults.push(`the balance is negative after ${name}`);
    const sign = SIGN[record.type];
    if ((sign === 'adds' && record.amountCents < 0) || (sign === 'takes' && record.amountCents > 0)) {
      faults.push(`${name} has the wrong sign: ${record.amountCents}`);
    }
  });
  if (!Number.isSafeInteger(accountBalanceCents)) {
    faults.push(`the account's balance is not in whole cents: ${accountBalanceCents}`);
  }
  if (accountBalanceCents > MAX_BALANCE_WITH_REFUNDS_CENTS) {
    faults.push(`the account shows more than an account can hold: ${accountBalanceCents}`);
  }
  if (balanceCents !== accountBalanceCents) {
    faults.push(`the account shows ${accountBalanceCents}, its records add up to ${balanceCents}`);
  }
  return faults;
}
