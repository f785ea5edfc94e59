import { batched, outcomeOf, type Outcome } from '../batches.js';
import type { Billing, Books, Reservation } from '../billing/index.js';
import { AccountsBlockedError, type Database } from '../database/index.js';
import type { Receipt, ReplayBook, Replays } from '../idempotency/index.js';
import { itemAt } from '../item-at.js';
import type { DailyMisses, DailyTallies, Found } from '../limits/index.js';
import type { BulkReservation, HeldBulk, LookupSettlements, Payer, SingleSettlement } from './ports.js';
import type { SettlementStore } from './settlement-store.js';

/** At most so many requests share a commit, so that what is written at once stays small. */
const MAX_PER_COMMIT = 1_000;

export interface SettlementNeeds {
  database: Database;
  store: SettlementStore;
  billing: Billing;
  misses: DailyMisses;
  replays: Replays;
}

/** What a settlement decides on, as those before it in the commit left it. */
interface Open {
  books: Books;
  tallies: DailyTallies;
  replayBook: ReplayBook;
}

/** What one request brings to a commit. */
interface Settlement {
  accountId: string;
  reservationId: string | null;
  requestFingerprint: string | null;
  receipt: Receipt | null;
  /** Atomic: when it throws, books, tallies and replays are unchanged; the error is this request's outcome. */
  decide(open: Open): Reservation | null;
}

interface AnsweredBulk {
  found: Found;
  receipt: Receipt | null;
  requestId: string;
}

const NOTHING_ELSE = { reservationId: null, requestFingerprint: null, receipt: null };

/**
 * What lookups with a live key write. Requests that settle at the same time share a commit; the checks are made again, in
 * commit order, and whoever loses there is refused alone (reading 1).
 */
export class Settlements implements LookupSettlements {
  readonly #settle: (settlement: Settlement) => Promise<Reservation | null>;

  constructor(private readonly needs: SettlementNeeds) {
    const settleInBatch = batched((batch: readonly Settlement[]) => this.#settleAll(batch), MAX_PER_COMMIT);
    this.#settle = async (settlement) => {
      for (;;) {
        try {
          return await settleInBatch(settlement);
        } catch (error) {
          if (!(error instanceof AccountsBlockedError)) throw error;
          await error.freed.get(settlement.accountId);
        }
      }
    };
  }

  /**
   * Checks both at once.
   * @throws DailyMissLimitError, or else InsufficientBalanceError
   */
  async requireMeans({ accountId, terms }: Payer): Promise<void> {
    const { billing, misses } = this.needs;
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
    await this.#settle({ ...NOTHING_ELSE, accountId, receipt, decide });
  }

  async reserveBulk(bulk: BulkReservation): Promise<HeldBulk> {
    const { database, billing } = this.needs;
    const { accountId, terms, requestFingerprint } = bulk;
    const decide = ({ books, tallies }: Open): Reservation => {
      tallies.requireRoom(accountId, terms.dailyMisses);
      return books.reserve({ ...bulk, priceCents: terms.priceCents });
    };
    const reservation = await this.#settle({ ...NOTHING_ELSE, accountId, requestFingerprint, decide });
    if (reservation === null) throw new Error('a bulk was not reserved');
    const isShared = reservation.reference !== bulk.requestId;
    return {
      settle: (answered) => this.#settleBulk(reservation, { ...answered, requestId: bulk.requestId }),
      release: async () => {
        // The request it belongs to may still be answered with it.
        if (isShared) return;
        await database.writeFor(accountId, (tx) => billing.release(tx, reservation)).catch(() => false);
      },
    };
  }

  /** @throws ReplayExistsError, ReservationExpiredError, InsufficientBalanceError */
  async #settleBulk(reservation: Reservation, answered: AnsweredBulk): Promise<void> {
    const { accountId, id: reservationId } = reservation;
    const { found, receipt, requestId } = answered;
    const decide = ({ books, tallies, replayBook }: Open): null => {
      replayBook.requireNew(receipt);
      books.settle(reservation, { matches: found.matches, requestId });
      tallies.count(accountId, found);
      replayBook.keep(receipt);
      return null;
    };
    await this.#settle({ ...NOTHING_ELSE, accountId, reservationId, receipt, decide });
  }

  /** Those of blocked accounts end with that error; the others of the batch don't wait for them. */
  async #settleAll(settlements: readonly Settlement[]): Promise<Outcome<Reservation | null>[]> {
    if (settlements.length === 0) return [];
    try {
      return await this.#settleTogether(settlements);
    } catch (error) {
      if (!(error instanceof AccountsBlockedError)) throw error;
      const isBlocked = ({ accountId }: Settlement): boolean => error.freed.has(accountId);
      const others = await this.#settleAll(settlements.filter((one) => !isBlocked(one)));
      return settlements.map((one) => (isBlocked(one) ? { error } : itemAt(others.splice(0, 1), 0)));
    }
  }

  #settleTogether(settlements: readonly Settlement[]): Promise<Outcome<Reservation | null>[]> {
    const { billing, misses, replays, store } = this.needs;
    const accountIds = settlements.map(({ accountId }) => accountId);
    const today = misses.today(accountIds);
    const scope = {
      ledger: {
        accountIds,
        reservationIds: settlements.flatMap(({ reservationId }) => reservationId ?? []),
        requestFingerprints: settlements.flatMap(({ requestFingerprint }) => requestFingerprint ?? []),
      },
      tallies: today.scope,
      replays: replays.slotsOf(settlements.map(({ receipt }) => receipt)),
    };
    return store.settle(scope, (state) => {
      const books = billing.open(state.ledger);
      const tallies = today.open(state.tallies);
      const replayBook = replays.open(state.replays);
      const value = settlements.map(({ decide }) => outcomeOf(() => decide({ books, tallies, replayBook })));
      const changes = { ledger: books.changes(), tallies: tallies.changes(), replays: replayBook.changes() };
      return { value, changes };
    });
  }
}
