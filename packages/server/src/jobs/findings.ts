import { MAX_BALANCE_CENTS } from '../billing/index.js';
import type { Database } from '../database/index.js';

/**
 * What is wrong with jobs, as sentences for the operator; empty when all is well. Every confirmed job was charged
 * exactly its total, once; a job that failed afterwards got exactly that back, once; no other job has a record, and no
 * record is without its job (readings 17, 20).
 */
export async function jobFindings(database: Database): Promise<string[]> {
  const wrong = await database.read.query<{ id: string; status: string; chargedCents: number }[]>(
    `WITH paid AS (
       SELECT account_id, reference,
              SUM(type = 'job_charge') AS charges, SUM(CASE WHEN type = 'job_charge' THEN -amount_cents ELSE 0 END) AS charged,
              SUM(type = 'job_refund') AS refunds, SUM(CASE WHEN type = 'job_refund' THEN amount_cents ELSE 0 END) AS refunded
         FROM ledger_records
        WHERE type IN ('job_charge', 'job_refund') AND amount_cents BETWEEN -${MAX_BALANCE_CENTS} AND ${MAX_BALANCE_CENTS}
        GROUP BY account_id, reference)
     SELECT COALESCE(job.id, paid.reference) AS id, COALESCE(job.status, 'missing') AS status,
            COALESCE(paid.charged - paid.refunded, 0) AS chargedCents
       FROM jobs job FULL JOIN paid ON paid.reference = job.id AND paid.account_id = job.account_id
      WHERE NOT COALESCE(CASE
              WHEN job.status IN ('confirmed', 'generating', 'completed')
                THEN COALESCE(paid.charged, 0) = job.total_charge_cents AND COALESCE(paid.refunds, 0) = 0
                     AND COALESCE(paid.charges, 0) = (job.total_charge_cents > 0)
              WHEN job.status = 'failed' AND paid.charges IS NOT NULL
                THEN paid.charges = 1 AND paid.charged = job.total_charge_cents
                     AND paid.refunds = 1 AND paid.refunded = paid.charged AND job.refund_cents = paid.refunded
              ELSE job.id IS NOT NULL AND paid.charges IS NULL
            END, FALSE)`,
  );
  const idle = await database.read.query<{ id: string; status: string }[]>(
    `SELECT id, status FROM jobs
      WHERE status IN ('uploaded', 'processing', 'confirmed', 'generating')
        AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.subject = jobs.id)`,
  );
  return [
    ...wrong.map(
      ({ id, status, chargedCents }) =>
        `job ${id} (${status}): its ledger records do not fit it; ${chargedCents} cents are charged in all`,
    ),
    ...idle.map(({ id, status }) => `job ${id} (${status}) waits, but no task of it is queued`),
  ];
}
