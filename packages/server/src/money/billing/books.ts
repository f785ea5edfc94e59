import type { Ids } from '../../platform/ids.js';
import { coded } from '../../platform/lib/coded.js';
import { UnknownAccountError } from '../accounts/index.js';
import type { AccountBook, LedgerChanges, LedgerState } from './ledger-store.js';
import {
  balanceAfter,
  InsufficientBalanceError,
  type LedgerRecord,
  type Posting,
  type Reservation,
} from './ledger.js';

/**
 * A bulk took so long that its reservation was refunded; it returns no data and charges nothing (reading 18).
 */
export class ReservationExpiredError extends coded(
  'reservation_expired',
  'The lookup timed out. Nothing was charged. Try again.',
) {}

export interface BulkToReserve {
  accountId: string;
  entries: number;
  priceCents: number;
  requestId: string;
  /** Null for a request without an Idempotency-Key. */
  requestFingerprint: string | null;
}

interface OpenBook extends AccountBook {
  /** Sum of the records posted since the books were opened. */
  postedCents: number;
}

/**
 * The money of several accounts while a unit of work decides: loaded from the store, moved in memory. Nothing happens before
 * `changes` are written. Every operation is atomic: one that throws has changed nothing.
 */
export class Books {
  readonly #books: ReadonlyMap<string, OpenBook>;
  readonly #held: Set<string>;
  readonly #heldByRequest: LedgerState['heldByRequest'];
  readonly #records: LedgerRecord[] = [];
  readonly #opened: Reservation[] = [];
  readonly #closed: LedgerChanges['closed'][number][] = [];

  constructor(
    { books, heldReservations, heldByRequest }: LedgerState,
    private readonly now: number,
    private readonly ids: Ids,
  ) {
    this.#books = new Map([...books].map(([accountId, book]) => [accountId, { ...book, postedCents: 0 }]));
    this.#held = new Set(heldReservations);
    this.#heldByRequest = heldByRequest;
  }

  /**
   * Moves money.
   * @throws InsufficientBalanceError when the balance cannot cover a negative amount
   * @throws BalanceLimitError, UnusableAmountError, UnknownAccountError
   */
  post(posting: Posting): LedgerRecord {
    const { accountId, type, amountCents, reference, note = null } = posting;
    const { id = (type === 'lookup_charge' ? reference : null) ?? this.ids.uuid() } = posting;
    const book = this.#books.get(accountId);
    if (book === undefined) throw new UnknownAccountError(accountId);
    book.balanceCents = balanceAfter(book.balanceCents, posting);
    book.postedCents += amountCents;
    book.lastSequence += 1;
    const record: LedgerRecord = {
      id,
      accountId,
      sequence: book.lastSequence,
      type,
      amountCents,
      balanceCents: book.balanceCents,
      reference,
      note,
      createdAt: this.now,
    };
    this.#records.push(record);
    return record;
  }

  /** @throws InsufficientBalanceError, UnknownAccountError */
  requireBalance(accountId: string, neededCents: number): void {
    const book = this.#books.get(accountId);
    if (book === undefined) throw new UnknownAccountError(accountId);
    if (book.balanceCents < neededCents) throw new InsufficientBalanceError(neededCents);
  }

  /**
   * Reserves the worst-case cost of a bulk (specification, Pricing 4). The repeat of a request with a held reservation shares
   * it: the first request may have died with its server, and the balance need not cover both (reading 18). If the price has
   * changed since, the first reservation is given back, because a bulk is settled at the price it was reserved at.
   * @throws InsufficientBalanceError
   */
  reserve({ accountId, entries, priceCents, requestId, requestFingerprint }: BulkToReserve): Reservation {
    const held = this.#heldFor(requestFingerprint);
    if (held?.priceCents === priceCents) return held;
    const amountCents = entries * priceCents;
    if (held !== undefined) {
      const balanceCents = this.#books.get(accountId)?.balanceCents ?? 0;
      if (balanceCents + held.amountCents < amountCents) throw new InsufficientBalanceError(amountCents);
      this.#close(held, 'refunded', held.amountCents);
    }
    return this.#open(
      { accountId, amountCents, priceCents, reference: requestId, requestFingerprint },
      'held',
    );
  }

  /** Undefined also if the reservation was closed since the books were opened. */
  #heldFor(requestFingerprint: string | null): Reservation | undefined {
    const held = requestFingerprint === null ? undefined : this.#heldByRequest.get(requestFingerprint);
    return this.#closed.some(({ reservationId }) => reservationId === held?.id) ? undefined : held;
  }

  /** A settlement after the sweep fails (reading 18). @throws ReservationExpiredError */
  requireHeld({ id }: Reservation): void {
    if (!this.#held.has(id)) throw new ReservationExpiredError();
  }

  /**
   * Keeps the price of the matches and gives the rest back. A request that shares the reservation of an earlier request gives it
   * back whole, unless that has happened, and makes its own charge, so that the ledger names the request that was answered.
   * @throws ReservationExpiredError when its own reservation was given back
   * @throws InsufficientBalanceError when the shared one was given back and its money is spent
   */
  settle(reservation: Reservation, { matches, requestId }: { matches: number; requestId: string }): void {
    const { accountId, amountCents, priceCents, requestFingerprint } = reservation;
    const refundCents = amountCents - matches * priceCents;
    if (reservation.reference === requestId) {
      this.requireHeld(reservation);
      this.#close(reservation, 'settled', refundCents);
      return;
    }
    // Atomic: the money given back covers the charge; if nothing was given back, nothing has changed yet.
    this.release(reservation);
    this.#refund(
      this.#open({ accountId, amountCents, priceCents, reference: requestId, requestFingerprint }, 'settled'),
      refundCents,
    );
  }

  /** Gives a whole reservation back, once; false when it was settled or refunded before. */
  release(reservation: Reservation): boolean {
    if (!this.#held.has(reservation.id)) return false;
    this.#close(reservation, 'refunded', reservation.amountCents);
    return true;
  }

  changes(): LedgerChanges {
    const moved = [...this.#books].flatMap(([accountId, { postedCents: cents }]) =>
      cents === 0 ? [] : [{ accountId, cents }],
    );
    return { moved, records: this.#records, opened: this.#opened, closed: this.#closed };
  }

  #open(bulk: Omit<Reservation, 'id' | 'status' | 'createdAt'>, status: 'held' | 'settled'): Reservation {
    const { accountId, amountCents, reference } = bulk;
    this.post({ accountId, type: 'bulk_reservation', amountCents: -amountCents, reference });
    const reservation = { ...bulk, id: this.ids.uuid(), status, createdAt: this.now };
    this.#opened.push(reservation);
    return reservation;
  }

  #close(reservation: Reservation, status: 'settled' | 'refunded', refundCents: number): void {
    this.#held.delete(reservation.id);
    this.#closed.push({ reservationId: reservation.id, status });
    this.#refund(reservation, refundCents);
  }

  #refund({ accountId, reference }: Reservation, amountCents: number): void {
    if (amountCents > 0) this.post({ accountId, type: 'bulk_refund', amountCents, reference });
  }
}
