import type { Billing, Books, Reservation } from '../../money/billing/index.js';
import type { DailyMisses, DailyTallies, LookupCounts } from '../../money/limits/index.js';
import { actorOf, type Audit, type NewEntry } from '../../money/log/index.js';
import {
  paidSlot,
  type Receipt,
  type ReplayBook,
  type Replays,
  type ReplayScope,
  type PaidBook,
  type Repeats,
} from '../../money/receipts/index.js';
import { AccountsBlockedError, type Database } from '../../platform/database/index.js';
import { batched, outcomeOf, type Outcome } from '../../platform/lib/batches.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { SavedBook, SavedLookups } from '../saved/index.js';
import type {
  AnsweredBulk,
  BulkReservation,
  Charge,
  Entry,
  HeldBulk,
  LookupSettlements,
  Payer,
  SingleSettlement,
  Withdrawal,
} from './lookup.js';
import type { SettlementStore } from './settlement-store.js';

/** Most requests in one commit, so that one write stays small. */
const MAX_PER_COMMIT = 1_000;

export interface SettlementNeeds {
  database: Database;
  store: SettlementStore;
  billing: Billing;
  misses: DailyMisses;
  replays: Replays;
  repeats: Repeats;
  saved: Pick<SavedLookups, 'open' | 'isSaved'>;
  audit: Audit;
}

/** Totals of lookups since this process started, over all accounts. */
export interface LookupTally {
  matches: number;
  misses: number;
  chargedCents: number;
}

/** State a settlement decides on, including the changes of earlier settlements in the commit. */
interface Open {
  books: Books;
  tallies: DailyTallies;
  replayBook: ReplayBook;
  paidBook: PaidBook;
  savedBook: SavedBook;
  /** Entries to append to the log of disclosures. */
  log: NewEntry[];
}

/** One request's part of a commit. */
interface Settlement {
  accountId: string;
  reservationId: string | null;
  requestFingerprint: string | null;
  /** Scope of the receipt to be kept. */
  scope: ReplayScope | null;
  /** Entries that may be charged. */
  entries: readonly Entry[];
  /** Atomic: if it throws, the open state is unchanged and the error is this request's outcome. */
  decide(open: Open): Settled;
}

/** Outcome of a request. */
interface Settled {
  reservation: Reservation | null;
  /** Cost of each entry. */
  charges: Charge[];
}

const NOTHING_ELSE = { reservationId: null, requestFingerprint: null, scope: null, entries: [] };

/**
 * Settles lookups with a live key. Requests that settle at the same time share a commit; the checks run again in commit order,
 * and a request that fails there is refused alone (reading 1).
 */
export class Settlements implements LookupSettlements {
  /** Result of the committed work. */
  readonly tallies: Record<'single' | 'bulk', LookupTally> = {
    single: { matches: 0, misses: 0, chargedCents: 0 },
    bulk: { matches: 0, misses: 0, chargedCents: 0 },
  };

  readonly #settle: (settlement: Settlement) => Promise<Settled>;

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

  async settleSingle(settlement: SingleSettlement): Promise<Charge> {
    const { accountId, terms, requestId, scope, receiptOf, toSave } = settlement;
    const entries = [settlement];
    const isSaved = await this.#isSavedRepeat(settlement);
    const decide = ({ books, tallies, replayBook, paidBook, savedBook, log }: Open): Settled => {
      replayBook.requireNew(scope);
      tallies.requireRoom(accountId, terms.dailyMisses);
      // For a miss and a repeat, too: a refusal must not tell them from a match.
      books.requireBalance(accountId, terms.priceCents);
      const charges = chargesOf(entries, settlement, paidBook);
      const charge = itemAt(charges, 0);
      if (charge.priceCents > 0) {
        const amountCents = -charge.priceCents;
        books.post({ accountId, type: 'lookup_charge', amountCents, reference: requestId });
      }
      notePaid({ accountId, terms, requestId, entries, charges }, paidBook);
      tallies.count(accountId, foundIn(entries, charges), charge.priceCents);
      replayBook.keep(receiptOf(charge));
      if (!isSaved || charge.priceCents > 0) savedBook.save(toSave, charge.priceCents);
      log.push(...this.#disclosed('lookup', settlement, { requestId, entries, charges }));
      return { reservation: null, charges };
    };
    const { charges } = await this.#settle({ ...NOTHING_ELSE, accountId, scope, entries, decide });
    this.#count('single', entries, charges);
    return itemAt(charges, 0);
  }

  /** Whether a lookup repeats a paid property that is saved already: it adds no second saved lookup. */
  async #isSavedRepeat({ accountId, terms, property, toSave }: SingleSettlement): Promise<boolean> {
    if (toSave === null || property === null || terms.repeats === null) return false;
    const { repeats, saved } = this.needs;
    const { days } = terms.repeats;
    const unpaid = await repeats.unpaid({ accountId, days }, [property]);
    return unpaid.length === 0 && saved.isSaved(toSave);
  }

  async reserveBulk(bulk: BulkReservation): Promise<HeldBulk> {
    const { database, billing } = this.needs;
    const { accountId, terms, requestFingerprint } = bulk;
    const decide = ({ books, tallies }: Open): Settled => {
      tallies.requireRoom(accountId, terms.dailyMisses);
      return { reservation: books.reserve({ ...bulk, priceCents: terms.priceCents }), charges: [] };
    };
    const { reservation } = await this.#settle({ ...NOTHING_ELSE, accountId, requestFingerprint, decide });
    if (reservation === null) throw new Error('a bulk was not reserved');
    const isShared = reservation.reference !== bulk.requestId;
    return {
      settle: (answered) => this.#settleBulk(reservation, bulk, answered),
      release: async () => {
        // An earlier request holds this reservation and may still settle it.
        if (isShared) return;
        await database.writeFor(accountId, (tx) => billing.release(tx, reservation)).catch(() => false);
      },
    };
  }

  async withdraw(withdrawal: Withdrawal): Promise<void> {
    const { database, billing, replays, repeats } = this.needs;
    const { accountId, scope, refundCents, properties, reference } = withdrawal;
    if (scope === null) throw new Error('a lookup without a receipt was replayed');
    await database.writeFor(accountId, async (tx) => {
      const isFirst = await replays.replace(tx, scope, withdrawal);
      if (!isFirst || refundCents === 0) return;
      await billing.giveBack(tx, { accountId, type: 'lookup_refund', amountCents: refundCents, reference });
      await repeats.takeBack(tx, { accountId, reference, properties });
      if ((await billing.leftOf(tx, { accountId, reference })) <= 0)
        await repeats.forget(tx, accountId, reference);
    });
  }

  /** @throws ReplayExistsError, ReservationExpiredError, InsufficientBalanceError */
  async #settleBulk(
    reservation: Reservation,
    bulk: BulkReservation,
    answered: AnsweredBulk,
  ): Promise<Charge[]> {
    const { accountId, id: reservationId } = reservation;
    const { requestId, terms } = bulk;
    const { entries, scope, receiptOf } = answered;
    const decide = ({ books, tallies, replayBook, paidBook, log }: Open): Settled => {
      replayBook.requireNew(scope);
      const charges = chargesOf(entries, bulk, paidBook);
      const found = foundIn(entries, charges);
      books.settle(reservation, { matches: found.matches, requestId });
      notePaid({ accountId, terms, requestId, entries, charges }, paidBook);
      tallies.count(accountId, found);
      replayBook.keep(receiptOf(charges));
      log.push(...this.#disclosed('bulk', bulk, { requestId, entries, charges }));
      return { reservation: null, charges };
    };
    const settlement = { ...NOTHING_ELSE, accountId, reservationId, scope, entries, decide };
    const { charges } = await this.#settle(settlement);
    this.#count('bulk', entries, charges);
    return charges;
  }

  /** The entry of the log with the records that an answer discloses; none if it has no record. */
  #disclosed(
    kind: 'lookup' | 'bulk',
    payer: Payer,
    {
      requestId,
      entries,
      charges,
    }: { requestId: string; entries: readonly Entry[]; charges: readonly Charge[] },
  ): NewEntry[] {
    const disclosed = entries.flatMap((entry) => entry.disclosed);
    if (disclosed.length === 0) return [];
    const entry = this.needs.audit.entry({
      chain: payer.accountId,
      kind,
      actor: actorOf(payer),
      reference: requestId,
      cents: charges.reduce((sum, { priceCents }) => sum + priceCents, 0),
      details: { records: disclosed.map(({ recordId, property }) => [recordId, property]) },
    });
    return [entry];
  }

  #count(kind: 'single' | 'bulk', entries: readonly Entry[], charges: readonly Charge[]): void {
    const tally = this.tallies[kind];
    const matches = entries.filter(({ found }) => found).length;
    tally.matches += matches;
    tally.misses += entries.length - matches;
    tally.chargedCents += charges.reduce((sum, { priceCents }) => sum + priceCents, 0);
  }

  /** Requests of blocked accounts end with that error; the rest of the batch doesn't wait for them. */
  async #settleAll(settlements: readonly Settlement[]): Promise<Outcome<Settled>[]> {
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

  #settleTogether(settlements: readonly Settlement[]): Promise<Outcome<Settled>[]> {
    const { billing, misses, replays, repeats, saved, store } = this.needs;
    const accountIds = settlements.map(({ accountId }) => accountId);
    const today = misses.today(accountIds);
    const scope = {
      ledger: {
        accountIds,
        reservationIds: settlements.flatMap(({ reservationId }) => reservationId ?? []),
        requestFingerprints: settlements.flatMap(({ requestFingerprint }) => requestFingerprint ?? []),
      },
      tallies: today.scope,
      replays: replays.slotsOf(settlements.map(({ scope }) => scope)),
      paid: settlements.flatMap(paidSlots),
    };
    return store.settle(scope, (state) => {
      const books = billing.open(state.ledger, today.now);
      const tallies = today.open(state.tallies);
      const replayBook = replays.open(state.replays);
      const paidBook = repeats.open(state.paid);
      const savedBook = saved.open();
      const log: NewEntry[] = [];
      const open = { books, tallies, replayBook, paidBook, savedBook, log };
      const value = settlements.map(({ decide }) => outcomeOf(() => decide(open)));
      const changes = {
        ledger: books.changes(),
        tallies: tallies.changes(),
        replays: replayBook.changes(),
        paid: paidBook.changes(),
        saved: savedBook.changes(),
        audit: log,
      };
      return { value, changes };
    });
  }
}

const paidSlots = ({ accountId, entries }: Settlement): string[] =>
  entries.flatMap(({ property }) => (property ?? []).map((hash) => paidSlot({ accountId, property: hash })));

/** Cost of each entry: zero if its property was paid for before, or by an earlier entry. */
function chargesOf(
  entries: readonly Entry[],
  { accountId, terms: { priceCents, repeats } }: Pick<Payer, 'accountId' | 'terms'>,
  paidBook: PaidBook,
): Charge[] {
  const paidHere = new Map<string, string>();
  return entries.map(({ found, property }) => {
    if (!found) return { priceCents: 0 };
    if (property === null || repeats === null) return { priceCents };
    const here = property.map((hash) => paidHere.get(hash)).find((day) => day !== undefined);
    const paidOn = here ?? paidBook.paidOn(accountId, repeats, property);
    for (const hash of property) paidHere.set(hash, paidOn ?? paidBook.today);
    return paidOn === undefined ? { priceCents } : { priceCents: 0, paidOn };
  });
}

/** Starts the free-repeat terms of the charged properties, and records the hashes of the free ones. */
function notePaid(
  {
    accountId,
    terms: { repeats },
    requestId,
    entries,
    charges,
  }: Pick<Payer, 'accountId' | 'terms'> & {
    requestId: string;
    entries: readonly Entry[];
    charges: readonly Charge[];
  },
  paidBook: PaidBook,
): void {
  if (repeats === null) return;
  for (const [index, { property }] of entries.entries()) {
    if (property === null) continue;
    if (charges[index]?.paidOn === undefined) paidBook.pay(accountId, property, requestId);
    else paidBook.noteRepeat(accountId, repeats, property);
  }
}

/** Counts toward the daily cap: a repeat is neither a match nor a miss (reading 21), nor is an owner without the phone that was wanted. */
const foundIn = (entries: readonly Entry[], charges: readonly Charge[]): LookupCounts => ({
  misses: entries.filter(({ found, isUnwanted }) => !found && isUnwanted !== true).length,
  matches: entries.filter(({ found }, index) => found && charges[index]?.paidOn === undefined).length,
});

/** Cost of everything with a test key. */
const FREE: Charge = { priceCents: 0 };

/**
 * Settles lookups with a test key by writing replay records only. It has no ledger and no tallies, so a test request can
 * never be charged, refused for its balance or counted as a miss.
 */
export class TestSettlements implements LookupSettlements {
  readonly #database: Database;
  readonly #replays: Replays;

  constructor({ database, replays }: { database: Database; replays: Replays }) {
    this.#database = database;
    this.#replays = replays;
  }

  /** @throws ReplayExistsError */
  async settleSingle({ receiptOf }: Pick<SingleSettlement, 'receiptOf'>): Promise<Charge> {
    await this.#keep(receiptOf(FREE));
    return FREE;
  }

  reserveBulk(): Promise<HeldBulk> {
    return Promise.resolve({
      settle: async ({ entries, receiptOf }) => {
        const charges = entries.map(() => FREE);
        await this.#keep(receiptOf(charges));
        return charges;
      },
      release: () => Promise.resolve(),
    });
  }

  /** The sandbox's owners are made up, so no one opts out. */
  withdraw(): Promise<void> {
    return Promise.reject(new Error('a test lookup was withdrawn'));
  }

  async #keep(receipt: Receipt | null): Promise<void> {
    if (receipt !== null) await this.#database.write((tx) => this.#replays.keep(tx, receipt));
  }
}
