import { PRICE_CENTS, type Billing, type Books, type Reservation } from '../billing/index.js';
import { outcomeOf, together, type Ask, type Database } from '../database/index.js';
import type { Receipt, ReplayBook, Replays, ReplayScope } from '../idempotency/index.js';
import type { DailyMisses, DailyTallies, Found } from '../limits/index.js';

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

/** What settlements decide on, as the others of their set left it. */
interface Open {
  books: Books;
  tallies: DailyTallies;
  replayBook: ReplayBook;
}

/** What one of a set touches. */
interface OpenScope {
  accountId: string;
  reservationId: string | null;
  receipt: ReplayScope | null;
}

/** One of a set. */
interface Settlement extends OpenScope {
  /** What it throws it has not touched. */
  decide(open: Open): Reservation | null;
}

/**
 * What lookups write. Requests that settle at the same time share their two statements and the commit; the checks are
 * made again, in commit order, and whoever loses there is refused alone (reading 1).
 */
export class Settlements {
  readonly #settle: (settlement: Settlement) => Promise<Reservation | null>;

  constructor(private readonly parts: SettlementParts) {
    this.#settle = together<Settlement, Reservation | null>(parts.database, async (ask, items) => {
      const { books, tallies, replayBook } = await this.#open(ask, items);
      const value = items.map(({ decide }) => outcomeOf(() => decide({ books, tallies, replayBook })));
      return { value, writes: [books, tallies, replayBook].flatMap((part) => part.writes()) };
    });
  }

  /** Asks what settling a single lookup will ask, while its owner is looked for: a way to a thread and back less. */
  expectSingle(accountId: string, scope: ReplayScope | null): void {
    this.parts.database.foresee((ask) =>
      this.#open(ask, [{ accountId, reservationId: null, receipt: scope }]),
    );
  }

  /** @throws ReplayExistsError, DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  async settleSingle({ accountId, requestId, found, receipt }: SingleSettlement): Promise<void> {
    const decide = ({ books, tallies, replayBook }: Open): null => {
      replayBook.requireNew(receipt);
      tallies.requireRoom(accountId);
      if (found) {
        const amountCents = -PRICE_CENTS;
        books.post({ accountId, type: 'lookup_charge', amountCents, reference: requestId });
      }
      tallies.count(accountId, found ? { misses: 0, matches: 1 } : { misses: 1, matches: 0 });
      replayBook.keep(receipt);
      return null;
    };
    await this.#settle({ accountId, reservationId: null, receipt, decide });
  }

  /** @throws DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  async reserveBulk({ accountId, requestId, worstCaseCents }: BulkReservation): Promise<Reservation> {
    const decide = ({ books, tallies }: Open): Reservation => {
      tallies.requireRoom(accountId);
      return books.reserve(accountId, worstCaseCents, requestId);
    };
    const reservation = await this.#settle({ accountId, reservationId: null, receipt: null, decide });
    if (reservation === null) throw new Error('a bulk was not reserved');
    return reservation;
  }

  /** @throws ReplayExistsError, ReservationExpiredError */
  async settleBulk({ reservation, found, receipt }: BulkSettlement): Promise<void> {
    const { accountId, id: reservationId } = reservation;
    const decide = ({ books, tallies, replayBook }: Open): null => {
      replayBook.requireNew(receipt);
      books.settle(reservation, found.matches * PRICE_CENTS);
      tallies.count(accountId, found);
      replayBook.keep(receipt);
      return null;
    };
    await this.#settle({ accountId, reservationId, receipt, decide });
  }

  async #open(ask: Ask, items: readonly OpenScope[]): Promise<Open> {
    const { replays, misses, billing } = this.parts;
    const accountIds = items.map(({ accountId }) => accountId);
    const reservationIds = items.flatMap(({ reservationId }) => reservationId ?? []);
    const [replayBook, tallies, books] = await Promise.all([
      replays.open(
        ask,
        items.map(({ receipt }) => receipt),
      ),
      misses.open(ask, accountIds),
      billing.openBooks(ask, { accountIds, reservationIds }),
    ]);
    return { books, tallies, replayBook };
  }
}
