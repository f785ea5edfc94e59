import { id, integer, nullableText, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';
import type { LedgerRecord } from './ledger.js';

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
    id,
    accountId: text,
    sequence: integer,
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
