import type { Database, Tx } from '../../platform/database/index.js';
import { In } from '../../platform/database/typeorm.js';
import { derivedUuid } from '../../platform/ids.js';
import { coded } from '../../platform/lib/coded.js';
import type { Billing } from './billing.js';
import { BY_ID, CHARGES_AND_REFUNDS, recordById } from './ledger-store.sql.js';
import {
  dollars,
  InsufficientBalanceError,
  LedgerRecordEntity,
  MAX_TOP_UP_CENTS,
  type LedgerRecord,
  type Posting,
} from './ledger.js';

/** Money that an operator gives to an account, or takes back. */
export interface Credit {
  accountId: string;
  /** Not 0; below zero takes money back. */
  cents: number;
  /** The reason, for the customer's ledger. Nothing personal. */
  note: string | null;
}

/** The amount can't be given or taken back, or the key was used for another amount; nothing was moved. */
export class UnusableCreditError extends coded('unusable_credit') {}

/** Checks the amount against the most that one command or click may move. @throws UnusableCreditError */
function requireCredit(cents: number): void {
  if (Number.isSafeInteger(cents) && cents !== 0 && Math.abs(cents) <= MAX_TOP_UP_CENTS) return;
  throw new UnusableCreditError(
    `The amount must be in whole cents, not 0, and at most ${dollars(MAX_TOP_UP_CENTS)}. Nothing was changed.`,
  );
}

/** @throws UnusableCreditError */
export function creditPosting({ accountId, cents, note }: Credit): Posting {
  requireCredit(cents);
  return { accountId, type: cents > 0 ? 'top_up' : 'adjustment', amountCents: cents, reference: note };
}

/**
 * Moves money once per idempotency key of an account, however often, and on however many servers, it is asked for: the
 * record's id is derived from the key, and ids are unique in the ledger.
 * @param by who does it, for the log
 * @returns the record; `isNew` is false when an earlier request moved the money
 * @throws UnusableCreditError, BalanceLimitError, UnknownAccountError
 */
export async function creditOnce(
  { database, billing }: { database: Database; billing: Billing },
  credit: Credit,
  idempotencyKey: string,
  by?: string,
): Promise<{ record: LedgerRecord; isNew: boolean }> {
  const posting = creditPosting(credit);
  const id = derivedUuid('credit', credit.accountId, idempotencyKey);
  const before = (record: LedgerRecord) => ({ record: sameCredit(record, posting), isNew: false });
  try {
    return await database.writeFor(credit.accountId, async (tx) => {
      const known = await recordById(tx, id);
      if (known !== null) return before(known);
      return { record: await billing.post(tx, { ...posting, id }, by), isNew: true };
    });
  } catch (error) {
    // Another server was faster, or this commit succeeded although its answer was lost.
    const known = await recordById(database.read, id).catch(() => null);
    if (known !== null) return before(known);
    if (!(error instanceof InsufficientBalanceError)) throw error;
    throw new UnusableCreditError(
      `The account has less than ${dollars(-credit.cents)}, so it can't be taken back. Nothing was changed.`,
      { cause: error },
    );
  }
}

/** @throws UnusableCreditError */
function sameCredit(record: LedgerRecord, { amountCents, reference }: Posting): LedgerRecord {
  if (record.amountCents === amountCents && record.reference === reference) return record;
  throw new UnusableCreditError(
    `This request moved ${dollars(record.amountCents)} before, so nothing was changed. Look at the ledger, then start anew.`,
  );
}

/** A refund of a charge by an operator. */
export interface Refund {
  accountId: string;
  /** Id of the charge's record. */
  chargeId: string;
  /** More than 0; undefined refunds everything that is left. */
  cents: number | undefined;
  /** For the customer's ledger. Nothing personal. */
  reason: string;
}

interface RefundNeeds {
  database: Database;
  billing: Billing;
  repeats: { forget(tx: Tx, accountId: string, reference: string): Promise<void> };
  /** Adds the refund to a job with this id; other charges have none. */
  jobs: { noteRefund(tx: Tx, jobId: string, cents: number): Promise<void> };
}

/** The account's ledger has no such record. */
class UnknownTransactionError extends coded('unknown_transaction', 'There is no such transaction.') {}

/**
 * Refunds a charge, or part of it: once per idempotency key of an account, and never more than was charged, however many
 * requests come at once.
 * A full refund ends the free repeats of what the charge paid for (reading 41). A partial refund doesn't: the ledger can't say
 * which property it is for, and the customer has paid for the others.
 * @param by who does it, for the log
 * @returns the record; `isNew` is false when an earlier request moved the money
 * @throws UnknownTransactionError, UnusableCreditError
 */
export async function refundOnce(
  { database, billing, repeats, jobs }: RefundNeeds,
  { accountId, chargeId, cents, reason }: Refund,
  idempotencyKey: string,
  by?: string,
): Promise<{ record: LedgerRecord; isNew: boolean }> {
  const id = derivedUuid('refund', accountId, idempotencyKey);
  const madeBefore = async (from: Tx) => {
    const record = await recordById(from, id);
    if (record === null) return null;
    const { reference } = await chargeOf(from, accountId, chargeId);
    const isSame = record.reference === reference && record.note === reason;
    if (isSame && (cents === undefined || cents === record.amountCents)) return { record, isNew: false };
    throw new UnusableCreditError(
      `This request refunded ${dollars(record.amountCents)} before, so nothing was changed. Look at the ledger, then start anew.`,
    );
  };
  try {
    return await database.writeFor(accountId, async (tx) => {
      const before = await madeBefore(tx);
      if (before !== null) return before;
      const { reference, leftCents } = await chargeOf(tx, accountId, chargeId);
      const amountCents = cents ?? leftCents;
      if (leftCents <= 0) throw new UnusableCreditError('All of this charge was given back before.');
      if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || amountCents > leftCents)
        throw new UnusableCreditError(
          `A refund of this charge is in whole cents, more than 0 and at most ${dollars(leftCents)}. Nothing was changed.`,
        );
      const posting = { id, accountId, type: 'refund', amountCents, reference, note: reason } as const;
      const record = await billing.post(tx, posting, by);
      await jobs.noteRefund(tx, reference, amountCents);
      if (amountCents === leftCents) await repeats.forget(tx, accountId, reference);
      return { record, isNew: true };
    });
  } catch (error) {
    // Another server was faster, or this commit succeeded although its answer was lost.
    const before = await madeBefore(database.read).catch(() => null);
    if (before !== null) return before;
    throw error;
  }
}

/** Cents that came back of a single charge. */
interface Refunded {
  cents: number;
  /** It came back because the answer isn't handed out any more, and not as a gift of the operator. */
  isWithdrawn: boolean;
}

/** Cents refunded of each lookup charge, by its reference; a charge without a refund has no entry. */
export async function refundsOf(
  read: Tx,
  accountId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, Refunded>> {
  const refunds = new Map<string, Refunded>();
  const records = await read.find(LedgerRecordEntity, {
    // Accounts are compared below: with a condition on the account, SQLite reads all of its records.
    where: { reference: In([...references]), type: In(['refund', 'lookup_refund']) },
  });
  for (const { reference, amountCents, type, accountId: owner } of records) {
    if (reference === null || owner !== accountId) continue;
    const { cents, isWithdrawn } = refunds.get(reference) ?? { cents: 0, isWithdrawn: false };
    refunds.set(reference, {
      cents: cents + amountCents,
      isWithdrawn: isWithdrawn || type === 'lookup_refund',
    });
  }
  return refunds;
}

/** A charge, and the part of it that was not given back. @throws UnknownTransactionError, UnusableCreditError */
async function chargeOf(
  from: Pick<Tx, 'query'>,
  accountId: string,
  chargeId: string,
): Promise<{ reference: string; leftCents: number }> {
  const [charge] = await from.query<
    { type: string; reference: string | null; netCents: number; open: number }[]
  >(CHARGE, [chargeId, accountId]);
  if (charge === undefined) throw new UnknownTransactionError();
  const { type, reference, netCents, open } = charge;
  if (!CHARGES.has(type) || reference === null)
    throw new UnusableCreditError('Only a charge can be refunded. Nothing was changed.');
  // A bulk under way gives failed work back by itself; an additional refund could exceed the charge.
  if (Number(open) > 0)
    throw new UnusableCreditError('What was charged for is still under way. Refund it when it has ended.');
  return { reference, leftCents: -Number(netCents) };
}

const CHARGES: ReadonlySet<string> = new Set(['lookup_charge', 'bulk_reservation', 'job_charge']);

const CHARGE = `
  SELECT charge.type, charge.reference,
         (SELECT COALESCE(SUM(r.amount_cents), 0) FROM ledger_records r
           WHERE r.reference = charge.reference AND r.account_id = charge."accountId"
             AND r.type IN ${CHARGES_AND_REFUNDS}) AS "netCents",
         (SELECT COUNT(*) FROM reservations held
           WHERE held.reference = charge.reference AND held.account_id = charge."accountId" AND held.status = 'held') +
         (SELECT COUNT(*) FROM jobs job
           WHERE job.id = charge.reference AND job.account_id = charge."accountId"
             AND job.status IN ('confirmed', 'generating')) AS open
    FROM (${BY_ID}) charge WHERE charge."accountId" = $2`;
