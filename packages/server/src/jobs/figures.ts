import type { JobStatus } from '@skiptrace/contract';
import type { Database } from '../database/index.js';

/** Live jobs of all accounts together, by status. */
export interface JobFigures {
  status: JobStatus;
  jobs: number;
  /** Data rows of their files, as far as they were read. */
  rows: number;
  matchedRows: number;
  /** After refunds. Zero before confirm. */
  chargedCents: number;
}

export const jobFigures = (database: Database): Promise<JobFigures[]> =>
  database.read.query<JobFigures[]>(
    `SELECT status, COUNT(*) AS jobs,
            COALESCE(SUM(total_rows), 0) AS rows, COALESCE(SUM(matched_rows), 0) AS "matchedRows",
            SUM(CASE WHEN status IN ('confirmed', 'generating', 'completed') THEN COALESCE(total_charge_cents, 0) ELSE 0 END)
              AS "chargedCents"
       FROM jobs WHERE mode = 'live' GROUP BY status`,
  );
