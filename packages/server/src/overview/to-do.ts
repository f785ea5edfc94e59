import { MS_PER_DAY, type Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { itemAt } from '../lib/item-at.js';

/** Failures of the last day, and jobs that wait for customers. */
export interface JobsToLookAt {
  /** Failed jobs and imports of owners of the last day. */
  failedJobs: number;
  failedImports: number;
  /** Jobs that wait for their customer's approval, and their price. */
  toApprove: number;
  toApproveCents: number;
}

/** How long a failure is among what needs a look. */
const RECENT_MS = MS_PER_DAY;
/** A run of an import without a heartbeat for this long has failed (owners/intake/run-log.ts). */
const DEAD_AFTER_MS = 30_000;

export async function jobsToLookAt(database: Database, clock: Clock): Promise<JobsToLookAt> {
  const since = clock.now() - RECENT_MS;
  const { read } = database;
  const failed = itemAt(
    await read.query<{ count: number }[]>(
      `SELECT COUNT(*) AS count FROM jobs WHERE status = 'failed' AND updated_at >= $1`,
      [since],
    ),
    0,
  );
  const imports = itemAt(
    await read.query<{ count: number }[]>(
      `SELECT COUNT(*) AS count FROM owner_runs
        WHERE started_at >= $1 AND (state = 'failed' OR (state = 'running' AND alive_at <= $2))`,
      [since, clock.now() - DEAD_AFTER_MS],
    ),
    0,
  );
  const waiting = itemAt(
    await read.query<{ count: number; cents: number }[]>(
      `SELECT COUNT(*) AS count, COALESCE(SUM(total_charge_cents), 0) AS cents FROM jobs WHERE status = 'preview'`,
    ),
    0,
  );
  return {
    failedJobs: Number(failed.count),
    failedImports: Number(imports.count),
    toApprove: Number(waiting.count),
    toApproveCents: Number(waiting.cents),
  };
}
