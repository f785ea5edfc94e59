import type { EntityManager } from 'typeorm';
import { AccountEntity, UnknownAccountError } from '../accounts/index.js';
import type { Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import type { Ids } from '../ids.js';
import { LedgerRecordEntity, ReservationEntity, type Reservation } from './entities.js';
import { InsufficientBalanceError, ReservationExpiredError } from './errors.js';
import type { LedgerRecord, LedgerRecordType } from './ledger.js';

/** One movement of money, before it is written. */
export interface Posting {
  accountId: string;
  type: LedgerRecordType;
  /** Positive adds to the balance, negative takes from it. */
  amountCents: number;
  reference: string | null;
}

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
  async balanceCents(accountId: string, tx: EntityManager = this.database.read): Promise<number> {
    const account = await tx.findOne(AccountEntity, {
      where: { id: accountId },
      select: { id: true, balanceCents: true },
    });
    if (account === null) throw new UnknownAccountError(accountId);
    return account.balanceCents;
  }

  /**
   * The early refusal, before any work. The charge itself checks again.
   * @throws InsufficientBalanceError
   */
  async requireBalance(accountId: string, neededCents: number): Promise<void> {
    if ((await this.balanceCents(accountId)) < neededCents) throw new InsufficientBalanceError(neededCents);
  }

  /**
   * Moves money: a conditional update that cannot take the balance below zero, and its record.
   * @throws InsufficientBalanceError when the balance cannot cover a negative amount
   * @throws UnknownAccountError
   */
  async post(tx: EntityManager, posting: Posting): Promise<LedgerRecord> {
    const { accountId, amountCents } = posting;
    const updated = await tx
      .createQueryBuilder()
      .update(AccountEntity)
      .set({ balanceCents: () => '"balanceCents" + :amountCents' })
      .where('id = :accountId AND "balanceCents" + :amountCents >= 0', { accountId, amountCents })
      .execute();
    const balanceCents = await this.balanceCents(accountId, tx);
    if (updated.affected !== 1) throw new InsufficientBalanceError(-amountCents);
    const record: LedgerRecord = {
      id: this.ids.uuid(),
      accountId,
      sequence: (await this.#lastSequence(tx, accountId)) + 1,
      type: posting.type,
      amountCents,
      balanceCents,
      reference: posting.reference,
      createdAt: this.clock.now(),
    };
    await tx.insert(LedgerRecordEntity, { ...record });
    return record;
  }

  /** Sets the worst case of a bulk aside (specification, Pricing 4). @throws InsufficientBalanceError */
  async reserve(
    tx: EntityManager,
    accountId: string,
    amountCents: number,
    requestId: string,
  ): Promise<Reservation> {
    await this.post(tx, {
      accountId,
      type: 'bulk_reservation',
      amountCents: -amountCents,
      reference: requestId,
    });
    const reservation: Reservation = {
      id: this.ids.uuid(),
      accountId,
      amountCents,
      reference: requestId,
      status: 'held',
      createdAt: this.clock.now(),
    };
    await tx.insert(ReservationEntity, { ...reservation });
    return reservation;
  }

  /**
   * Keeps what matched and gives the rest back. A compare-and-set: whoever comes after the sweep gets nothing.
   * @throws ReservationExpiredError
   */
  async settle(tx: EntityManager, reservation: Reservation, spentCents: number): Promise<void> {
    if (!(await this.#close(tx, reservation, 'settled'))) throw new ReservationExpiredError();
    const refundCents = reservation.amountCents - spentCents;
    if (refundCents > 0) await this.#refund(tx, reservation, refundCents);
  }

  /** Gives a whole reservation back, once; false when it was settled or refunded before. */
  async release(tx: EntityManager, reservation: Reservation): Promise<boolean> {
    if (!(await this.#close(tx, reservation, 'refunded'))) return false;
    await this.#refund(tx, reservation, reservation.amountCents);
    return true;
  }

  /** Refunds reservations whose process died. Returns how many. */
  async sweepReservations(): Promise<number> {
    const before = this.clock.now() - RESERVATION_LIFETIME_MS;
    const stale = await this.database.read
      .createQueryBuilder(ReservationEntity, 'r')
      .where("r.status = 'held' AND r.createdAt <= :before", { before })
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

  /** All records in order, and the balance they must add up to, as of one moment. */
  statement(accountId: string): Promise<{ records: LedgerRecord[]; balanceCents: number }> {
    // A unit of work, so that no charge commits between the two reads.
    return this.database.write(async (tx) => ({
      records: await tx.find(LedgerRecordEntity, { where: { accountId }, order: { sequence: 'ASC' } }),
      balanceCents: await this.balanceCents(accountId, tx),
    }));
  }

  #refund(
    tx: EntityManager,
    { accountId, reference }: Reservation,
    amountCents: number,
  ): Promise<LedgerRecord> {
    return this.post(tx, { accountId, type: 'bulk_refund', amountCents, reference });
  }

  async #close(tx: EntityManager, { id }: Reservation, status: Reservation['status']): Promise<boolean> {
    const closed = await tx.update(ReservationEntity, { id, status: 'held' }, { status });
    return closed.affected === 1;
  }

  async #lastSequence(tx: EntityManager, accountId: string): Promise<number> {
    const last = await tx.findOne(LedgerRecordEntity, { where: { accountId }, order: { sequence: 'DESC' } });
    return last?.sequence ?? 0;
  }
}
