import { MS_PER_DAY, MS_PER_MINUTE, type Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { itemAt } from '../lib/item-at.js';
import { sharedAnswer } from '../lib/shared-answer.js';

/** Sums of all accounts since midnight UTC, in cents. */
export interface MoneyToday {
  /** Charges less what was given back by itself. */
  spentCents: number;
  toppedUpCents: number;
  /** Given back by operators. */
  refundedCents: number;
}

/** The day's money, counted at most once a minute: the ledger of a day may be long. */
export function moneyToday(database: Database, clock: Clock): () => Promise<MoneyToday> {
  let kept: { at: number; sums: MoneyToday } | null = null;
  const count = sharedAnswer(clock, async () => {
    const from = Math.floor(clock.now() / MS_PER_DAY) * MS_PER_DAY;
    const row = itemAt(await database.read.query<Record<keyof MoneyToday, number>[]>(SUMS, [from]), 0);
    return {
      spentCents: Number(row.spentCents),
      toppedUpCents: Number(row.toppedUpCents),
      refundedCents: Number(row.refundedCents),
    };
  });
  return async () => {
    const now = clock.now();
    const isFresh =
      kept !== null &&
      now - kept.at < MS_PER_MINUTE &&
      Math.floor(now / MS_PER_DAY) === Math.floor(kept.at / MS_PER_DAY);
    if (kept === null || !isFresh) kept = { at: now, sums: await count() };
    return kept.sums;
  };
}

const sumOf = (types: string, sign = ''): string =>
  `COALESCE(${sign}SUM(CASE WHEN type IN (${types}) THEN amount_cents ELSE 0 END), 0)`;

const SUMS = `
  SELECT ${sumOf(`'lookup_charge', 'lookup_refund', 'bulk_reservation', 'bulk_refund', 'job_charge', 'job_refund'`, '-')} AS "spentCents",
         ${sumOf(`'top_up', 'adjustment'`)} AS "toppedUpCents",
         ${sumOf(`'refund'`)} AS "refundedCents"
    FROM ledger_records WHERE created_at >= $1`;
