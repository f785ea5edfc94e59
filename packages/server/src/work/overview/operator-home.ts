import { MS_PER_DAY, MS_PER_MINUTE, utcDay, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { sharedAnswer } from '../../platform/lib/shared-answer.js';

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
    return itemAt(await database.read.query<MoneyToday[]>(SUMS, [utcDay(from), from]), 0);
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
  SELECT (SELECT COALESCE(SUM(charged_cents), 0) FROM daily_lookups WHERE day = $1) +
         ${sumOf(`'lookup_refund', 'bulk_reservation', 'bulk_refund', 'job_charge', 'job_refund'`, '-')} AS "spentCents",
         ${sumOf(`'top_up', 'adjustment'`)} AS "toppedUpCents",
         ${sumOf(`'refund'`)} AS "refundedCents"
    FROM ledger_records WHERE created_at >= $2 AND type <> 'lookup_charge'`;

/** Failures of the last day, and jobs that wait for customers. */
interface JobsToLookAt {
  /** Failed jobs and imports of owners of the last day. */
  failedJobs: number;
  failedImports: number;
  /** Jobs that wait for their customer's approval, and their price. */
  toApprove: number;
  toApproveCents: number;
}

/** How long a failure is among what needs a look. */
const RECENT_MS = MS_PER_DAY;

/** A run of an import without a heartbeat for this long has failed (directory/intake/run-log.ts). */
const DEAD_AFTER_MS = 30_000;

export async function jobsToLookAt({ read }: Database, clock: Clock): Promise<JobsToLookAt> {
  const now = clock.now();
  return itemAt(await read.query<JobsToLookAt[]>(TO_LOOK_AT, [now - RECENT_MS, now - DEAD_AFTER_MS]), 0);
}

const TO_LOOK_AT = `
  SELECT (SELECT COUNT(*) FROM jobs WHERE status = 'failed' AND updated_at >= $1) AS "failedJobs",
         (SELECT COUNT(*) FROM owner_runs
           WHERE started_at >= $1 AND (state = 'failed' OR (state = 'running' AND alive_at <= $2))) AS "failedImports",
         (SELECT COUNT(*) FROM jobs WHERE status = 'preview') AS "toApprove",
         (SELECT COALESCE(SUM(total_charge_cents), 0) FROM jobs WHERE status = 'preview') AS "toApproveCents"`;
