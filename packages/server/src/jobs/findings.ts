import type { Database } from '../database/index.js';

/**
 * What is wrong with jobs, as sentences for the operator; empty when all is well. Every confirmed job was charged
 * exactly its total, once, and a job that failed afterwards got exactly that back (readings 17, 20).
 */
export async function jobFindings(database: Database): Promise<string[]> {
  const wrong = await database.read.query<{ id: string; status: string; netCents: number }[]>(
    `SELECT job.id, job.status, -COALESCE(SUM(record.amountCents), 0) AS netCents
       FROM jobs job LEFT JOIN ledger_records record
         ON record.reference = job.id AND record.type IN ('job_charge', 'job_refund')
      GROUP BY job.id, job.status, job.totalChargeCents
     HAVING -COALESCE(SUM(record.amountCents), 0) <>
            CASE WHEN job.status IN ('confirmed', 'generating', 'completed') THEN job.totalChargeCents ELSE 0 END`,
  );
  const idle = await database.read.query<{ id: string; status: string }[]>(
    `SELECT id, status FROM jobs
      WHERE status IN ('uploaded', 'processing', 'confirmed', 'generating')
        AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.subject = jobs.id)`,
  );
  return [
    ...wrong.map(
      ({ id, status, netCents }) => `job ${id} (${status}) was charged ${netCents} cents, not its total`,
    ),
    ...idle.map(({ id, status }) => `job ${id} (${status}) waits, but no task of it is queued`),
  ];
}
