import type { Database } from '../database/index.js';
import { derivedUuid } from '../ids.js';
import type { Billing } from './billing.js';
import { MAX_TOP_UP_CENTS } from './bounds.js';
import { dollars } from './dollars.js';
import { LedgerRecordEntity } from './entities.js';
import { InsufficientBalanceError } from './errors.js';
import type { LedgerRecord, Posting } from './ledger.js';

/** Money that an operator gives to an account, or takes back. */
export interface Credit {
  accountId: string;
  /** Not 0; below zero takes money back. */
  cents: number;
  /** The reason, for the customer's ledger. Nothing personal. */
  note: string | null;
}

/** The amount can't be given or taken back, or the key was used for another amount; nothing was moved. */
export class UnusableCreditError extends Error {
  readonly code = 'unusable_credit';
}

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
      const known = await tx.findOneBy(LedgerRecordEntity, { id });
      if (known !== null) return before(known);
      return { record: await billing.post(tx, { ...posting, id }, by), isNew: true };
    });
  } catch (error) {
    // Another server was faster, or this commit succeeded although its answer was lost.
    const known = await database.read.findOneBy(LedgerRecordEntity, { id }).catch(() => null);
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
