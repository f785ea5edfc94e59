import type { AppSchemas } from '@skiptrace/contract/app';
import { findRecords, type LedgerRecord, type RecordFilter } from '../billing/index.js';
import type { Page } from '../cursor.js';
import type { Database } from '../database/index.js';
import { In } from '../database/typeorm.js';
import { JobEntity } from '../jobs/index.js';

export interface StatementPage extends Page<LedgerRecord> {
  /** By the job's id. */
  fileNames: Record<string, string>;
}

const OF_JOBS: ReadonlySet<AppSchemas['TransactionType']> = new Set(['job_charge', 'job_refund', 'refund']);

/** A customer's ledger, newest first, with the names of the files that were paid for. @throws InvalidCursorError */
export async function statement(
  database: Database,
  accountId: string,
  query: RecordFilter & { cursor?: string | undefined; limit: number },
): Promise<StatementPage> {
  const page = await findRecords(database, accountId, query);
  const ids = page.rows.flatMap(({ type, reference }) =>
    OF_JOBS.has(type) && reference !== null ? [reference] : [],
  );
  const jobs = await database.read.find(JobEntity, {
    select: { id: true, filename: true },
    where: { accountId, id: In(ids) },
  });
  return { ...page, fileNames: Object.fromEntries(jobs.map(({ id, filename }) => [id, filename])) };
}
