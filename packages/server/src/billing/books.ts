import { UnknownAccountError } from '../accounts/index.js';
import type { Clock } from '../clock.js';
import type { Ids } from '../ids.js';
import type { Reservation } from './entities.js';
import { ReservationExpiredError } from './errors.js';
import { balanceAfter, type LedgerRecord, type Posting } from './ledger.js';
import type { LedgerChanges, LedgerState, Page } from './ledger-store.js';

interface OpenPage extends Page {
  /** What was posted since the books were opened. */
  postedCents: number;
}

/**
 * The money of some accounts while a unit of work decides: made of what was read, moved in memory. Nothing happens before
 * its `changes` are written. Every verb is atomic: one that throws has changed nothing.
 */
export class Books {
  readonly #pages: ReadonlyMap<string, OpenPage>;
  readonly #held: Set<string>;
  readonly #records: LedgerRecord[] = [];
  readonly #opened: Reservation[] = [];
  readonly #closed: LedgerChanges['closed'][number][] = [];

  constructor(
    { pages, heldReservations }: LedgerState,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    this.#pages = new Map([...pages].map(([accountId, page]) => [accountId, { ...page, postedCents: 0 }]));
    this.#held = new Set(heldReservations);
  }

  /**
   * Moves money.
   * @throws InsufficientBalanceError when the balance cannot cover a negative amount
   * @throws BalanceLimitError, UnusableAmountError, UnknownAccountError
   */
  post(posting: Posting): LedgerRecord {
    const { id = this.ids.uuid(), accountId, type, amountCents, reference } = posting;
    const page = this.#pages.get(accountId);
    if (page === undefined) throw new UnknownAccountError(accountId);
    page.balanceCents = balanceAfter(page.balanceCents, posting);
    page.postedCents += amountCents;
    page.lastSequence += 1;
    const record: LedgerRecord = {
      id,
      accountId,
      sequence: page.lastSequence,
      type,
      amountCents,
      balanceCents: page.balanceCents,
      reference,
      createdAt: this.clock.now(),
    };
    this.#records.push(record);
    return record;
  }

  /** Sets the worst case of a bulk aside (specification, Pricing 4). @throws InsufficientBalanceError */
  reserve(
    accountId: string,
    { entries, priceCents }: { entries: number; priceCents: number },
    requestId: string,
  ): Reservation {
    const amountCents = entries * priceCents;
    this.post({ accountId, type: 'bulk_reservation', amountCents: -amountCents, reference: requestId });
    const reservation: Reservation = {
      id: this.ids.uuid(),
      accountId,
      amountCents,
      priceCents,
      reference: requestId,
      status: 'held',
      createdAt: this.clock.now(),
    };
    this.#opened.push(reservation);
    return reservation;
  }

  /** Whoever settles after the sweep gets nothing (reading 18). @throws ReservationExpiredError */
  requireHeld({ id }: Reservation): void {
    if (!this.#held.has(id)) throw new ReservationExpiredError();
  }

  /** Keeps the price of what matched and gives the rest back. @throws ReservationExpiredError */
  settle(reservation: Reservation, matches: number): void {
    this.requireHeld(reservation);
    this.#close(reservation, 'settled', reservation.amountCents - matches * reservation.priceCents);
  }

  /** Gives a whole reservation back, once; false when it was settled or refunded before. */
  release(reservation: Reservation): boolean {
    if (!this.#held.has(reservation.id)) return false;
    this.#close(reservation, 'refunded', reservation.amountCents);
    return true;
  }

  changes(): LedgerChanges {
    const moved = [...this.#pages].flatMap(([accountId, { postedCents: cents }]) =>
      cents === 0 ? [] : [{ accountId, cents }],
    );
    return { moved, records: this.#records, opened: this.#opened, closed: this.#closed };
  }

  #close(
    { id, accountId, reference }: Reservation,
    status: 'settled' | 'refunded',
    refundCents: number,
  ): void {
    this.#held.delete(id);
    this.#closed.push({ reservationId: id, status });
    if (refundCents > 0) this.post({ accountId, type: 'bulk_refund', amountCents: refundCents, reference });
  }
}
