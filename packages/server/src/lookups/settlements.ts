import type { Billing, Books, Reservation } from '../billing/index.js';
import { outcomeOf, together, type Database } from '../database/index.js';
import type { Receipt, ReplayBook, Replays } from '../idempotency/index.js';
import type { DailyMisses, DailyTallies, Found } from '../limits/index.js';
import type { BulkReservation, HeldBulk, LookupSettlements, Payer, SingleSettlement } from './ports.js';

export interface SettlementParts {
  database: Database;
  billing: Billing;
  misses: DailyMisses;
  replays: Replays;
}

/** What settlements decide on, as the others of their set left it. */
interface Open {
  books: Books;
  tallies: DailyTallies;
  replayBook: ReplayBook;
}

/** One of a set. */
interface Settlement {
  accountId: string;
  reservationId: string | null;
  receipt: Receipt | null;
  /** What it throws it has not touched. */
  decide(open: Open): Reservation | null;
}

/**
 * What lookups with a live key write. Requests that settle at the same time share their two statements and the commit; the checks are
 * made again, in commit order, and whoever loses there is refused alone (reading 1).
 */
export class Settlements implements LookupSettlements {
  readonly #settle: (settlement: Settlement) => Promise<Reservation | null>;

  constructor(private readonly parts: SettlementParts) {
    const { database, billing, misses, replays } = parts;
    this.#settle = together<Settlement, Reservation | null>(database, async (ask, items) => {
      const accountIds = items.map(({ accountId }) => accountId);
      const reservationIds = items.flatMap(({ reservationId }) => reservationId ?? []);
      const receipts = items.map(({ receipt }) => receipt);
      const [replayBook, tallies, books] = await Promise.all([
        replays.open(ask, receipts),
        misses.open(ask, accountIds),
        billing.openBooks(ask, { accountIds, reservationIds }),
      ]);
      const value = items.map(({ decide }) => outcomeOf(() => decide({ books, tallies, replayBook })));
      return { value, writes: [books, tallies, replayBook].flatMap((part) => part.writes()) };
    });
  }

  /**
   * Asks both questions together.
   * @throws DailyMissLimitError, or else InsufficientBalanceError
   */
  async requireMeans({ accountId, terms }: Payer): Promise<void> {
    const { billing, misses } = this.parts;
    const checks = [
      misses.requireRoom(accountId, terms.dailyMisses),
      billing.requireBalance(accountId, terms.priceCents),
    ];
    for (const check of await Promise.allSettled(checks)) {
      if (check.status === 'rejected') throw check.reason;
    }
  }

  async settleSingle({ accountId, terms, requestId, found, receipt }: SingleSettlement): Promise<void> {
    const decide = ({ books, tallies, replayBook }: Open): null => {
      replayBook.requireNew(receipt);
      tallies.requireRoom(accountId, terms.dailyMisses);
      if (found && terms.priceCents > 0) {
        const amountCents = -terms.priceCents;
        books.post({ accountId, type: 'lookup_charge', amountCents, reference: requestId });
      }
      tallies.count(accountId, found ? { misses: 0, matches: 1 } : { misses: 1, matches: 0 });
      replayBook.keep(receipt);
      return null;
    };
    await this.#settle({ accountId, reservationId: null, receipt, decide });
  }

  async reserveBulk({ accountId, terms, requestId, entries }: BulkReservation): Promise<HeldBulk> {
    const { database, billing } = this.parts;
    const decide = ({ books, tallies }: Open): Reservation => {
      tallies.requireRoom(accountId, terms.dailyMisses);
      return books.reserve(accountId, { entries, priceCents: terms.priceCents }, requestId);
    };
    const reservation = await this.#settle({ accountId, reservationId: null, receipt: null, decide });
    if (reservation === null) throw new Error('a bulk was not reserved');
    return {
      settle: ({ found, receipt }) => this.#settleBulk(reservation, found, receipt),
      release: async () => {
        await database.write((tx) => billing.release(tx, reservation)).catch(() => false);
      },
    };
  }

  /** @throws ReplayExistsError, ReservationExpiredError */
  async #settleBulk(reservation: Reservation, found: Found, receipt: Receipt | null): Promise<void> {
    const { accountId, id: reservationId } = reservation;
    const decide = ({ books, tallies, replayBook }: Open): null => {
      replayBook.requireNew(receipt);
      books.settle(reservation, found.matches);
      tallies.count(accountId, found);
      replayBook.keep(receipt);
      return null;
    };
    await this.#settle({ accountId, reservationId, receipt, decide });
  }
}
