import { UnknownAccountError } from '../accounts/index.js';
import type { Clock } from '../clock.js';
import { EACH, insertionInto, question, type Ask, type Write } from '../database/index.js';
import type { Ids } from '../ids.js';
import type { Reservation } from './entities.js';
import { ReservationExpiredError } from './errors.js';
import { balanceAfter, type LedgerRecord, type Posting } from './ledger.js';

interface Page {
  balanceCents: number;
  /** What was posted since the books were opened. */
  postedCents: number;
  lastSequence: number;
}

/** What a unit of work is going to touch. */
export interface BooksScope {
  accountIds: readonly string[];
  reservationIds?: readonly string[];
}

/**
 * The money of some accounts inside a unit of work: read once, moved in memory, written once, however many movements
 * share the unit. Every verb decides whole: what it refuses it has not touched. Nothing happens before its `writes` do.
 */
export class Books {
  readonly #records: LedgerRecord[] = [];
  readonly #opened: Reservation[] = [];
  readonly #closed: { id: string; status: Reservation['status'] }[] = [];

  private constructor(
    private readonly pages: ReadonlyMap<string, Page>,
    private readonly held: Set<string>,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  static async open(
    ask: Ask,
    { accountIds, reservationIds = [] }: BooksScope,
    { clock, ids }: { clock: Clock; ids: Ids },
  ): Promise<Books> {
    const [pages, held] = await Promise.all([ask(PAGES, accountIds), ask(HELD, reservationIds)]);
    return new Books(
      new Map([...pages].map(([accountId, page]) => [accountId, { ...page, postedCents: 0 }])),
      new Set(held.keys()),
      clock,
      ids,
    );
  }

  /**
   * Moves money.
   * @throws InsufficientBalanceError when the balance cannot cover a negative amount
   * @throws BalanceLimitError, UnusableAmountError, UnknownAccountError
   */
  post(posting: Posting): LedgerRecord {
    const { accountId, type, amountCents, reference } = posting;
    const page = this.pages.get(accountId);
    if (page === undefined) throw new UnknownAccountError(accountId);
    page.balanceCents = balanceAfter(page.balanceCents, posting);
    page.postedCents += amountCents;
    page.lastSequence += 1;
    const record: LedgerRecord = {
      id: this.ids.uuid(),
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
    if (!this.held.has(id)) throw new ReservationExpiredError();
  }

  /** Keeps the price of what matched and gives the rest back. @throws ReservationExpiredError */
  settle(reservation: Reservation, matches: number): void {
    this.requireHeld(reservation);
    this.#close(reservation, 'settled', reservation.amountCents - matches * reservation.priceCents);
  }

  /** Gives a whole reservation back, once; false when it was settled or refunded before. */
  release(reservation: Reservation): boolean {
    if (!this.held.has(reservation.id)) return false;
    this.#close(reservation, 'refunded', reservation.amountCents);
    return true;
  }

  /** What is to be written, by one statement. */
  writes(): Write[] {
    const changes = [...this.pages].filter(([, { postedCents }]) => postedCents !== 0);
    return [
      ...moveBalances(changes.map(([id, { postedCents }]) => [id, postedCents])),
      ...insertRecords(this.#records),
      ...insertReservations(this.#opened),
      ...closeReservations(this.#closed.map(({ id, status }) => [id, status])),
    ];
  }

  #close(
    { id, accountId, reference }: Reservation,
    status: 'settled' | 'refunded',
    refundCents: number,
  ): void {
    this.held.delete(id);
    this.#closed.push({ id, status });
    if (refundCents > 0) this.post({ accountId, type: 'bulk_refund', amountCents: refundCents, reference });
  }
}

const insertRecords = insertionInto<LedgerRecord>('ledger_records', [
  'id',
  'accountId',
  'sequence',
  'type',
  'amountCents',
  'balanceCents',
  'reference',
  'createdAt',
]);

const insertReservations = insertionInto<Reservation>('reservations', [
  'id',
  'accountId',
  'amountCents',
  'priceCents',
  'reference',
  'status',
  'createdAt',
]);

const PAGES = question<Omit<Page, 'postedCents'>>(
  {
    balanceCents: 'a.balance_cents',
    lastSequence: 'COALESCE((SELECT MAX(r.sequence) FROM ledger_records r WHERE r.account_id = a.id), 0)',
  },
  'accounts a ON a.id = wanted.value',
);

const HELD = question<Pick<Reservation, 'id'>>(
  { id: 'r.id' },
  "reservations r ON r.id = wanted.value AND r.status = 'held'",
);

function moveBalances(changes: readonly [id: string, cents: number][]): Write[] {
  if (changes.length === 0) return [];
  return [
    { sql: MOVE_BALANCES, value: JSON.stringify(changes) },
    { sql: REQUIRE_CHANGES, value: changes.length },
  ];
}

const closeReservations = (closed: readonly [id: string, status: Reservation['status']][]): Write[] =>
  closed.length === 0 ? [] : [{ sql: CLOSE_RESERVATIONS, value: JSON.stringify(closed) }];

// Relative and conditional: even if the balance were not what was read, it could not go below zero here.
const MOVE_BALANCES = `
  UPDATE accounts SET balance_cents = balance_cents + change.cents
    FROM (SELECT value ->> 0 AS id, value ->> 1 AS cents FROM ${EACH}) AS change
   WHERE accounts.id = change.id AND accounts.balance_cents + change.cents >= 0`;

const REQUIRE_CHANGES = "SELECT RAISE(ABORT, 'a balance changed inside a unit of work') WHERE changes() <> ?";

const CLOSE_RESERVATIONS = `
  UPDATE reservations SET status = closed.closedAs
    FROM (SELECT value ->> 0 AS id, value ->> 1 AS closedAs FROM ${EACH}) AS closed
   WHERE reservations.id = closed.id`;
