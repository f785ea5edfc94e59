import { id, integer, nullableText, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';
import type { LedgerRecord } from './ledger.js';

/** Money set aside for a bulk that is running. Settled or refunded exactly once, by compare-and-set of the status. */
export interface Reservation {
  id: string;
  accountId: string;
  /** The worst case: `priceCents` for each entry. */
  amountCents: number;
  /** The price the bulk was reserved at, and is settled at. */
  priceCents: number;
  reference: string;
  /** What a repeat of the request is recognized by (`fingerprintOf`); null when it came without an Idempotency-Key. */
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
