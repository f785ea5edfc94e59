export { Billing, RESERVATION_LIFETIME_MS, type Posting } from './billing.js';
export { LedgerRecordEntity, ReservationEntity, type Reservation } from './entities.js';
export { InsufficientBalanceError, ReservationExpiredError } from './errors.js';
export {
  ledgerFaults,
  LEDGER_RECORD_TYPES,
  PRICE_CENTS,
  type LedgerRecord,
  type LedgerRecordType,
} from './ledger.js';
