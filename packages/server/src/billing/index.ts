export { Billing, RESERVATION_LIFETIME_MS } from './billing.js';
export type { Books } from './books.js';
export { LedgerRecordEntity, ReservationEntity, type Reservation } from './entities.js';
export { ledgerFindings } from './findings.js';
export { MAX_BALANCE_CENTS } from './bounds.js';
export { dollars } from './dollars.js';
export { BalanceLimitError, InsufficientBalanceError, ReservationExpiredError } from './errors.js';
export { LEDGER_RECORD_TYPES, type LedgerRecord, type LedgerRecordType, type Posting } from './ledger.js';
export type { LedgerChanges, LedgerScope, LedgerState, LedgerStore } from './ledger-store.js';
