/**
 * Rows of live jobs that found an owner or none, each at the moment when it counts: where the job was paid for, or paid back;
 * a job without a match is never paid for, and counts where it was made. Rows without an address are no misses.
 * @param where on the moment, of `record` and of `job` alike: `{at}` stands for it, `{account}` for the account
 */
export const jobRows = (where: string): string => `
  SELECT record.created_at AS at, sign.of * job.matched_rows AS matches, sign.of * ${MISSES} AS misses
    FROM ledger_records record JOIN jobs job ON job.id = record.reference
    JOIN (SELECT 'job_charge' AS type, 1 AS of UNION ALL SELECT 'job_refund', -1) AS sign ON sign.type = record.type
   WHERE ${filled(where, 'record')}
   UNION ALL
  SELECT job.created_at, job.matched_rows, ${MISSES} FROM jobs job
   WHERE ${filled(where, 'job')} AND job.mode = 'live' AND job.status = 'completed' AND job.total_charge_cents = 0`;

const MISSES = '(job.total_rows - job.matched_rows - COALESCE(job.blank_address_count, 0))';

const filled = (where: string, table: string): string =>
  where.replaceAll('{at}', `${table}.created_at`).replaceAll('{account}', `${table}.account_id`);
