import { MAX_BALANCE_CENTS } from '../../money/billing/index.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { Job } from './entities.js';
import type { DiscardRule, Holder, JobFigures, JobStore, WronglyCharged } from './job-store.js';

/** Jobs in SQL that works on both SQLite and PostgreSQL. */
export class SqlJobStore implements JobStore {
  /** @param tasks a FROM item named `tasks`, with the `subject` of each queued task, which begins with a job's id */
  constructor(
    private readonly database: Database,
    private readonly tasks = 'tasks',
  ) {}

  async countOpen(from: Tx, { accountId, mode }: Holder): Promise<number> {
    const rows = await from.query<{ jobs: number }[]>(
      `SELECT COUNT(*) AS jobs FROM jobs WHERE account_id = $1 AND mode = $2 AND ${OPEN}`,
      [accountId, mode],
    );
    return itemAt(rows, 0).jobs;
  }

  async nthUncharged(
    from: Tx,
    { accountId, mode }: Holder,
    nth: number,
    afterMs: number,
  ): Promise<number | null> {
    const [row] = await from.query<{ createdAt: number }[]>(
      `SELECT created_at AS "createdAt" FROM jobs WHERE account_id = $1 AND mode = $2 AND created_at > $3 AND ${UNCHARGED}
        ORDER BY created_at DESC LIMIT 1 OFFSET $4`,
      [accountId, mode, afterMs, nth - 1],
    );
    return row?.createdAt ?? null;
  }

  async unpaidBytes(from: Tx, { accountId, mode }: Holder, exceptId: string | null): Promise<number> {
    const rows = await from.query<{ bytes: number }[]>(
      `SELECT COALESCE(SUM(COALESCE(upload_bytes, 0) + COALESCE(result_bytes, 0)), 0) AS bytes FROM jobs
        WHERE account_id = $1 AND mode = $2 AND id <> $3 AND upload_version IS NOT NULL AND (${OPEN} OR ${FREE})`,
      [accountId, mode, exceptId ?? ''],
    );
    return itemAt(rows, 0).bytes;
  }

  wronglyCharged(): Promise<WronglyCharged[]> {
    return this.database.read.query<WronglyCharged[]>(WRONGLY_CHARGED);
  }

  withoutTask(): Promise<Pick<Job, 'id' | 'status'>[]> {
    return this.database.read.query<Pick<Job, 'id' | 'status'>[]>(
      `SELECT id, status FROM jobs
        WHERE status IN ('uploaded', 'processing', 'confirmed', 'generating')
          AND NOT EXISTS (SELECT 1 FROM ${this.tasks} WHERE SUBSTR(tasks.subject, 1, 36) = jobs.id)`,
    );
  }

  async discarded({ beforeMs, surplusBeforeMs, keptPerAccount }: DiscardRule): Promise<string[]> {
    const rows = await this.database.read.query<{ id: string }[]>(discardedIn(this.tasks), [
      surplusBeforeMs,
      beforeMs,
      keptPerAccount,
    ]);
    return rows.map(({ id }) => id);
  }

  figures(): Promise<JobFigures[]> {
    return this.database.read.query<JobFigures[]>(FIGURES);
  }
}

/** Matches the condition of the index `jobs_open`. */
const OPEN = "status IN ('pending', 'uploaded', 'processing', 'preview')";
/** Jobs without a match are confirmed at no cost, and their files are kept as long as other files. */
const FREE = "status IN ('confirmed', 'generating', 'completed') AND total_charge_cents = 0";
/** Matches the condition of the index `jobs_uncharged`. */
const UNCHARGED =
  "((status IN ('cancelled', 'failed') AND refund_cents IS NULL) OR (status = 'completed' AND total_charge_cents = 0))";

/** Amounts beyond the ledger's range are separate ledger findings, and would overflow a sum here. */
const WRONGLY_CHARGED = `
  WITH paid AS (
    SELECT account_id, reference,
           COUNT(*) FILTER (WHERE type = 'job_charge') AS charges, SUM(CASE WHEN type = 'job_charge' THEN -amount_cents ELSE 0 END) AS charged,
           COUNT(*) FILTER (WHERE type = 'job_refund') AS refunds, SUM(CASE WHEN type = 'job_charge' THEN 0 ELSE amount_cents END) AS refunded
      FROM ledger_records
     WHERE type IN ('job_charge', 'job_refund', 'refund') AND amount_cents BETWEEN -${MAX_BALANCE_CENTS} AND ${MAX_BALANCE_CENTS}
     GROUP BY account_id, reference
    -- Without a charge of a job, an operator's refund is of a lookup.
    HAVING COUNT(*) FILTER (WHERE type <> 'refund') > 0)
  SELECT COALESCE(job.id, paid.reference) AS id, COALESCE(job.status, 'missing') AS status,
         COALESCE(paid.charged - paid.refunded, 0) AS "chargedCents"
    FROM jobs job FULL JOIN paid ON paid.reference = job.id AND paid.account_id = job.account_id
   WHERE NOT COALESCE(CASE
           WHEN job.status IN ('confirmed', 'generating', 'completed')
             THEN COALESCE(paid.charged, 0) = job.total_charge_cents
                  AND COALESCE(paid.refunded, 0) = COALESCE(job.refund_cents, 0) AND COALESCE(paid.refunded, 0) <= COALESCE(paid.charged, 0)
                  AND COALESCE(paid.charges, 0) = CASE WHEN job.total_charge_cents > 0 THEN 1 ELSE 0 END
           WHEN job.status = 'failed' AND paid.charges IS NOT NULL
             THEN paid.charges = 1 AND paid.charged = job.total_charge_cents
                  AND paid.refunds = 1 AND paid.refunded = paid.charged AND job.refund_cents = paid.refunded
           ELSE job.id IS NOT NULL AND paid.charges IS NULL
         END, FALSE)`;

/** Numbers an account's jobs from the newest, because sequence numbers increase with creation. */
const discardedIn = (tasks: string): string => `
  SELECT id FROM (
    SELECT id, updated_at, ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY sequence DESC) AS number
      FROM jobs WHERE status IN ('cancelled', 'failed') AND refund_cents IS NULL) AS discarded
   WHERE updated_at <= $1 AND (updated_at <= $2 OR number > $3)
     AND NOT EXISTS (SELECT 1 FROM ledger_records WHERE reference = discarded.id)
     AND NOT EXISTS (SELECT 1 FROM ${tasks} WHERE SUBSTR(tasks.subject, 1, 36) = discarded.id)`;

const FIGURES = `
  SELECT status, COUNT(*) AS jobs,
         COALESCE(SUM(total_rows), 0) AS rows, COALESCE(SUM(matched_rows), 0) AS "matchedRows",
         SUM(CASE WHEN status IN ('confirmed', 'generating', 'completed') THEN COALESCE(total_charge_cents, 0) - COALESCE(refund_cents, 0)
                    ELSE 0 END) AS "chargedCents"
    FROM jobs WHERE mode = 'live' GROUP BY status`;
