import type { Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import type { Ids } from '../../platform/ids.js';
import { UnknownAccountError, type Accounts } from '../accounts/index.js';
import { BY_SERVICE, type Audit, type Kind } from '../log/index.js';
import { Books } from './books.js';
import type { LedgerState, LedgerStore } from './ledger-store.js';
import { CHARGES_AND_REFUNDS } from './ledger-store.sql.js';
import {
  dollars,
  InsufficientBalanceError,
  ledgerFaults,
  type LedgerRecord,
  type LedgerRecordType,
  type Posting,
  type Reservation,
} from './ledger.js';

/** Reading 18: a reservation that is still open after this time belongs to a process that died. */
export const RESERVATION_LIFETIME_MS = 60_000;

export interface BillingNeeds {
  database: Database;
  ledger: LedgerStore;
  clock: Clock;
  ids: Ids;
  audit: Audit;
}

/** Audit kinds of money movements that are not part of a disclosure. */
const NOTED: Readonly<Partial<Record<LedgerRecordType, Kind>>> = {
  top_up: 'credit',
  adjustment: 'credit',
  lookup_refund: 'refund',
  job_refund: 'refund',
  refund: 'refund',
};

/**
 * Operations on money. Each one that moves money takes the `tx` of a unit of work, so that a charge commits together with
 * the work it pays for, or not at all.
 */
export class Billing {
  constructor(private readonly needs: BillingNeeds) {}

  /** @throws UnknownAccountError */
  async balanceCents(accountId: string): Promise<number> {
    const balanceCents = (await this.needs.ledger.balances([accountId])).get(accountId);
    if (balanceCents === undefined) throw new UnknownAccountError(accountId);
    return balanceCents;
  }

  /**
   * Refuses early, before any work. The charge itself checks again.
   * @throws InsufficientBalanceError
   */
  async requireBalance(accountId: string, neededCents: number): Promise<void> {
    if ((await this.balanceCents(accountId)) < neededCents) throw new InsufficientBalanceError(neededCents);
  }

  /** For settlements, which read and write the ledger together with other data; transactions use `post` and `release`. */
  open(state: LedgerState, now = this.needs.clock.now()): Books {
    return new Books(state, now, this.needs.ids);
  }

  /**
   * Moves money and writes its record; `tx` is the transaction of the account's own work (`Database.writeFor`).
   * @param by who gives or takes it, for the log
   * @throws InsufficientBalanceError when the balance cannot cover a negative amount
   * @throws BalanceLimitError, UnusableAmountError, UnknownAccountError
   */
  async post(tx: Tx, posting: Posting, by: string = BY_SERVICE): Promise<LedgerRecord> {
    const { ledger, audit } = this.needs;
    const books = this.open(
      await ledger.read(tx, { accountIds: [posting.accountId], reservationIds: [], requestFingerprints: [] }),
    );
    const record = books.post(posting);
    await ledger.write(tx, books.changes());
    const kind = NOTED[posting.type];
    if (kind === undefined) return record;
    await audit.note(tx, {
      chain: posting.accountId,
      kind,
      actor: by,
      // A credit's reference is the operator's note, so the log refers to the record instead.
      reference: kind === 'refund' ? record.reference : record.id,
      cents: -record.amountCents,
      details: { record: record.id },
    });
    return record;
  }

  /**
   * Gives a charge back, less any part that an operator gave back before.
   * @returns how many cents
   */
  async giveBack(tx: Tx, refund: Posting & { reference: string }): Promise<number> {
    const leftCents = await this.leftOf(tx, refund);
    const amountCents = Math.min(refund.amountCents, leftCents);
    if (amountCents <= 0) return 0;
    await this.post(tx, { ...refund, amountCents });
    return amountCents;
  }

  /** The part of a charge that was not given back, in cents. */
  async leftOf(
    from: Tx,
    { accountId, reference }: { accountId: string; reference: string },
  ): Promise<number> {
    const [sum] = await from.query<{ cents: number | null }[]>(
      `SELECT SUM(amount_cents) AS cents FROM ledger_records
        WHERE account_id = $1 AND reference = $2 AND type IN ${CHARGES_AND_REFUNDS}`,
      [accountId, reference],
    );
    return -Number(sum?.cents ?? 0);
  }

  /** Gives a whole reservation back, once; false when it was settled or refunded before. */
  async release(tx: Tx, reservation: Reservation): Promise<boolean> {
    const { ledger } = this.needs;
    const { id, accountId } = reservation;
    const books = this.open(
      await ledger.read(tx, { accountIds: [accountId], reservationIds: [id], requestFingerprints: [] }),
    );
    const released = books.release(reservation);
    await ledger.write(tx, books.changes());
    return released;
  }

  /** Refunds reservations of processes that died. Returns how many. */
  async sweepReservations(): Promise<number> {
    const { database, ledger, clock } = this.needs;
    const stale = await ledger.heldFromBefore(clock.now() - RESERVATION_LIFETIME_MS);
    let refunded = 0;
    for (const reservation of stale) {
      if (await database.writeFor(reservation.accountId, (tx) => this.release(tx, reservation)))
        refunded += 1;
    }
    return refunded;
  }

  /** Newest first. */
  async records(accountId: string, limit: number): Promise<LedgerRecord[]> {
    await this.balanceCents(accountId);
    return this.needs.ledger.records(accountId, limit);
  }
}

/** An operator changed the price since it was shown; nothing was looked up or created. */
class PriceChangedError extends Error {
  readonly code = 'price_changed';

  constructor(priceCents: number) {
    super(
      `A match costs ${dollars(priceCents)} now, not what this page showed. Look at the price, then ask again.`,
    );
  }
}

/**
 * Holds an account to the price that a person was shown. For new work only: the repeat of an answered request costs nothing,
 * whatever the current price.
 *
 * @param shownPrice cents per match as the request states them (`Skiptrace-Price`); undefined if no price was shown
 * @throws PriceChangedError
 */
export function requireShownPrice(priceCents: number, shownPrice: string | undefined): void {
  if (shownPrice !== undefined && shownPrice !== String(priceCents)) throw new PriceChangedError(priceCents);
}

/** The sweep runs every few seconds while a server runs; a reservation this old was never swept. */
const UNSWEPT_AFTER_MS = 5 * RESERVATION_LIFETIME_MS;

interface FindingsNeeds {
  accounts: Accounts;
  ledger: LedgerStore;
  clock: Clock;
}

/** Faults of the money, as sentences for the operator; empty when all is well (reading 17). */
export async function ledgerFindings({ accounts, ledger, clock }: FindingsNeeds): Promise<string[]> {
  const findings: string[] = [];
  for (const { id } of await accounts.list()) {
    const { records, balanceCents } = await ledger.statement(id);
    findings.push(...ledgerFaults(records, balanceCents).map((fault) => `account ${id}: ${fault}`));
  }
  for (const { reference, status, takenCents, refundedCents } of await ledger.bulkMismatches()) {
    findings.push(
      `bulk ${reference}: its reservation is ${status}, ${takenCents} cents were taken and ${refundedCents} given back`,
    );
  }
  for (const { accountId, reference, excessCents } of await ledger.refundMismatches()) {
    findings.push(
      `account ${accountId}: ${excessCents} cents more were refunded for ${reference ?? 'nothing'} than were charged`,
    );
  }
  for (const { accountId, countedCents, chargedCents } of await ledger.chargeMismatches()) {
    findings.push(
      `account ${accountId}: its days count ${countedCents} cents for single lookups, its ledger has ${chargedCents}`,
    );
  }
  for (const { reference, accountId, amountCents } of await ledger.heldFromBefore(
    clock.now() - UNSWEPT_AFTER_MS,
  )) {
    findings.push(
      `account ${accountId}: ${amountCents} cents are still reserved for bulk ${reference}, which no server finishes; ` +
        'a running server refunds them within a minute',
    );
  }
  return findings;
}
