export { Billing, ledgerFindings, requireShownPrice, RESERVATION_LIFETIME_MS } from './billing.js';
export type { Books } from './books.js';
export {
  creditOnce,
  creditPosting,
  refundOnce,
  refundsOf,
  UnusableCreditError,
  type Credit,
  type Refund,
} from './credits.js';
export {
  dollars,
  InsufficientBalanceError,
  LedgerRecordEntity,
  MAX_BALANCE_CENTS,
  MAX_TOP_UP_CENTS,
  ReservationEntity,
  type LedgerRecord,
  type LedgerRecordType,
  type Posting,
  type Reservation,
} from './ledger.js';
export { everyRecord, findRecords, recordsAbout, spentByDay, type RecordFilter } from './find-records.js';
export { openAccount, type NewAccount } from './open-account.js';
export { CHARGES_AND_REFUNDS, recordById } from './ledger-store.sql.js';
export type { LedgerChanges, LedgerScope, LedgerState, LedgerStore } from './ledger-store.js';
