/**
 * Matched and missed rows of live jobs, each at the time it counts for. Rows without an address are not misses.
 * @param where condition with `{at}` for the time and `{account}` for the account
 */
export const jobRows = (where: string): string => `${paidJobRows(where)} UNION ALL ${freeJobRows(where)}`;

/** Jobs with a charge or a refund at that moment. */
export const paidJobRows = (where: string): string => `
  SELECT record.created_at AS at, sign.of * job.matched_rows AS matches, sign.of * ${MISSES} AS misses
    FROM ledger_records record JOIN jobs job ON job.id = record.reference
    JOIN (SELECT 'job_charge' AS type, 1 AS of UNION ALL SELECT 'job_refund', -1) AS sign ON sign.type = record.type
     -- A completed job has no matches any more that were given back.
     AND (sign.of = 1 OR job.withheld_rows IS NULL)
   WHERE ${filled(where, 'record')}`;

/** Completed jobs without a charge, at the time they were created. */
export const freeJobRows = (where: string): string => `
  SELECT job.created_at AS at, job.matched_rows AS matches, ${MISSES} AS misses FROM jobs job
   WHERE ${filled(where, 'job')} AND job.mode = 'live' AND job.status = 'completed' AND job.total_charge_cents = 0`;

const MISSES = '(job.total_rows - job.matched_rows - COALESCE(job.blank_address_count, 0))';

const filled = (where: string, table: string): string =>
  where.replaceAll('{at}', `${table}.created_at`).replaceAll('{account}', `${table}.account_id`);
