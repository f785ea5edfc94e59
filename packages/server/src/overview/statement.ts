import type { AppSchemas } from '@skiptrace/contract/app';
import { everyRecord, findRecords, type LedgerRecord, type RecordFilter } from '../billing/index.js';
import type { Page } from '../lib/cursor.js';
import type { Database } from '../database/index.js';
import { In } from '../database/typeorm.js';
import { JobEntity } from '../jobs/index.js';
import type { SavedLookups } from '../saved/index.js';

interface StatementNeeds {
  database: Database;
  saved: Pick<SavedLookups, 'addresses'>;
}

/** Subjects of ledger records by reference, stored outside the ledger, which holds nothing personal. */
export interface Purchases {
  /** File names by job id. */
  fileNames: Record<string, string>;
  /** Addresses by request id. */
  addresses: Record<string, string>;
}

export interface StatementPage extends Page<LedgerRecord>, Purchases {}

const OF_JOBS: ReadonlySet<AppSchemas['TransactionType']> = new Set(['job_charge', 'job_refund', 'refund']);
const OF_LOOKUPS: ReadonlySet<AppSchemas['TransactionType']> = new Set([
  'lookup_charge',
  'lookup_refund',
  'refund',
]);

/** Page of a customer's ledger, newest first, with the subjects of its records. @throws InvalidCursorError */
export async function statement(
  needs: StatementNeeds,
  accountId: string,
  query: RecordFilter & { cursor?: string | undefined; limit: number },
): Promise<StatementPage> {
  const page = await findRecords(needs.database, accountId, query);
  return { ...page, ...(await purchasesOf(needs, accountId, page.rows)) };
}

/** Pages of all records, oldest first. */
export async function* everyPurchase(
  needs: StatementNeeds,
  accountId: string,
  filter: RecordFilter,
): AsyncGenerator<Purchases & { records: LedgerRecord[] }> {
  // Page size: as many values as one statement may have.
  for await (const records of everyRecord(needs.database, accountId, filter, 500))
    yield { records, ...(await purchasesOf(needs, accountId, records)) };
}

async function purchasesOf(
  { database, saved }: StatementNeeds,
  accountId: string,
  records: readonly LedgerRecord[],
): Promise<Purchases> {
  const referencesOf = (types: ReadonlySet<string>) =>
    records.flatMap(({ type, reference }) => (types.has(type) && reference !== null ? [reference] : []));
  const jobs = await database.read.find(JobEntity, {
    select: { id: true, filename: true },
    where: { accountId, id: In(referencesOf(OF_JOBS)) },
  });
  return {
    fileNames: Object.fromEntries(jobs.map(({ id, filename }) => [id, filename])),
    addresses: await saved.addresses(accountId, referencesOf(OF_LOOKUPS)),
  };
}
