import type { EntityManager } from 'typeorm';
import { UnknownAccountError } from '../accounts/index.js';
import type { Clock } from '../clock.js';
import { asking, question, writeAll, type Ask, type Database } from '../database/index.js';
import type { Ids } from '../ids.js';
import { Books, type BooksScope } from './books.js';
import { LedgerRecordEntity, ReservationEntity, type Reservation } from './entities.js';
import { InsufficientBalanceError } from './errors.js';
import type { LedgerRecord, Posting } from './ledger.js';

/** Reading 18: a reservation nobody settled within this time belongs to a process that died. */
export const RESERVATION_LIFETIME_MS = 60_000;

/**
 * The verbs of money. Every one that moves it takes the `tx` of a unit of work, so that a charge commits together with
 * what was charged for, or not at all.
 */
export class Billing {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws UnknownAccountError */
  async balanceCents(accountId: string): Promise<number> {
    const account = (await this.database.ask(BALANCES, [accountId])).get(accountId);
    if (account === undefined) throw new UnknownAccountError(accountId);
    return account.balanceCents;
  }

  /**
   * The early refusal, before any work. The charge itself checks again.
   * @throws InsufficientBalanceError
   */
  async requireBalance(accountId: string, neededCents: number): Promise<void> {
    if ((await this.balanceCents(accountId)) < neededCents) throw new InsufficientBalanceError(neededCents);
  }

  /** For units of work that move much at once; the others have `post` and `release`. */
  openBooks(ask: Ask, scope: BooksScope): Promise<Books> {
    return Books.open(ask, scope, { clock: this.clock, ids: this.ids });
  }

  /**
   * Moves money and writes its record.
   * @throws InsufficientBalanceError when the balance cannot cover a negative amount
   * @throws BalanceLimitError, UnusableAmountError, UnknownAccountError
   */
  async post(tx: EntityManager, posting: Posting): Promise<LedgerRecord> {
    const books = await this.openBooks(asking(tx), { accountIds: [posting.accountId] });
    const record = books.post(posting);
    await writeAll(tx, books.writes());
    return record;
  }

  /** Gives a whole reservation back, once; false when it was settled or refunded before. */
  async release(tx: EntityManager, reservation: Reservation): Promise<boolean> {
    const { id, accountId } = reservation;
    const books = await this.openBooks(asking(tx), { accountIds: [accountId], reservationIds: [id] });
    const released = books.release(reservation);
    await writeAll(tx, books.writes());
    return released;
  }

  /** Refunds reservations whose process died. Returns how many. */
  async sweepReservations(): Promise<number> {
    const before = this.clock.now() - RESERVATION_LIFETIME_MS;
    const stale = await this.database.read
      .createQueryBuilder(ReservationEntity, 'r')
      .where("r.status = 'held' AND r.created_at <= :before", { before })
      .getMany();
    let refunded = 0;
    for (const reservation of stale) {
      if (await this.database.write((tx) => this.release(tx, reservation))) refunded += 1;
    }
    return refunded;
  }

  /** Newest first. */
  async records(accountId: string, limit: number): Promise<LedgerRecord[]> {
    await this.balanceCents(accountId);
    return this.database.read.find(LedgerRecordEntity, {
      where: { accountId },
      order: { sequence: 'DESC' },
      take: limit,
    });
  }
}

const BALANCES = question<{ balanceCents: number }>(
  { balanceCents: 'a.balance_cents' },
  'accounts a ON a.id = wanted.value',
);
