import { PRICE_CENTS, type Billing, type Reservation } from '../billing/index.js';
import { asking, outcomeOf, together, type Database } from '../database/index.js';
import type { Receipt, Replays } from '../idempotency/index.js';
import type { DailyMisses, Found } from '../limits/index.js';

export interface SettlementParts {
  database: Database;
  billing: Billing;
  misses: DailyMisses;
  replays: Replays;
}

/** A single lookup that has its answer. */
export interface SingleSettlement {
  accountId: string;
  requestId: string;
  found: boolean;
  receipt: Receipt | null;
}

/** A bulk about to run. */
export interface BulkReservation {
  accountId: string;
  requestId: string;
  worstCaseCents: number;
}

/** A bulk that has its answer. */
export interface BulkSettlement {
  reservation: Reservation;
  found: Found;
  receipt: Receipt | null;
}

/**
 * What lookups write. Each is one unit of work, in which requests that settle at the same time share their statements
 * and the commit; the checks are made again, in commit order, and whoever loses there is refused alone (reading 1).
 */
export class Settlements {
  /** @throws ReplayExistsError, DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  readonly settleSingle: (settlement: SingleSettlement) => Promise<void>;
  /** @throws DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  readonly reserveBulk: (request: BulkReservation) => Promise<Reservation>;
  /** @throws ReplayExistsError, ReservationExpiredError */
  readonly settleBulk: (settlement: BulkSettlement) => Promise<void>;

  constructor({ database, billing, misses, replays }: SettlementParts) {
    this.settleSingle = together<SingleSettlement, void>(database, async (tx, items) => {
      const accountIds = items.map(({ accountId }) => accountId);
      const receipts = items.map(({ receipt }) => receipt);
      const ask = asking(tx);
      const [replayBook, tallies, books] = await Promise.all([
        replays.open(tx, receipts, ask),
        misses.open(tx, accountIds, ask),
        billing.openBooks(tx, { accountIds }, ask),
      ]);
      const outcomes = items.map(({ accountId, requestId, found, receipt }) =>
        outcomeOf(() => {
          replayBook.requireNew(receipt);
          tallies.requireRoom(accountId);
          if (found) {
            const amountCents = -PRICE_CENTS;
            books.post({ accountId, type: 'lookup_charge', amountCents, reference: requestId });
          }
          tallies.count(accountId, found ? { misses: 0, matches: 1 } : { misses: 1, matches: 0 });
          replayBook.keep(receipt);
        }),
      );
      for (const part of [books, tallies, replayBook]) await part.write();
      return outcomes;
    });

    this.reserveBulk = together<BulkReservation, Reservation>(database, async (tx, items) => {
      const accountIds = items.map(({ accountId }) => accountId);
      const ask = asking(tx);
      const [tallies, books] = await Promise.all([
        misses.open(tx, accountIds, ask),
        billing.openBooks(tx, { accountIds }, ask),
      ]);
      const outcomes = items.map(({ accountId, requestId, worstCaseCents }) =>
        outcomeOf(() => {
          tallies.requireRoom(accountId);
          return books.reserve(accountId, worstCaseCents, requestId);
        }),
      );
      await books.write();
      return outcomes;
    });

    this.settleBulk = together<BulkSettlement, void>(database, async (tx, items) => {
      const accountIds = items.map(({ reservation }) => reservation.accountId);
      const reservationIds = items.map(({ reservation }) => reservation.id);
      const receipts = items.map(({ receipt }) => receipt);
      const ask = asking(tx);
      const [replayBook, tallies, books] = await Promise.all([
        replays.open(tx, receipts, ask),
        misses.open(tx, accountIds, ask),
        billing.openBooks(tx, { accountIds, reservationIds }, ask),
      ]);
      const outcomes = items.map(({ reservation, found, receipt }) =>
        outcomeOf(() => {
          replayBook.requireNew(receipt);
          books.settle(reservation, found.matches * PRICE_CENTS);
          tallies.count(reservation.accountId, found);
          replayBook.keep(receipt);
        }),
      );
      for (const part of [books, tallies, replayBook]) await part.write();
      return outcomes;
    });
  }
}
