import type { JobStatus } from '@skiptrace/contract';
import type { Caller, Mode } from '../../money/accounts/index.js';
import type { Database } from '../../platform/database/index.js';
import { In } from '../../platform/database/typeorm.js';
import { containing, pageOf, readCursor, type Page } from '../../platform/lib/cursor.js';
import { JobEntity, type Job } from './entities.js';

export interface JobSearch {
  status?: readonly JobStatus[] | undefined;
  /** Part of the file's name, in any case. */
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** The jobs that a caller sees, newest first. @throws InvalidCursorError */
export async function findJobs(
  { read }: Database,
  { accountId, mode }: Pick<Caller, 'accountId' | 'mode'>,
  { status = [], search = '', cursor, limit }: JobSearch,
): Promise<Page<Job>> {
  const parameters: (string | number)[] = [];
  const parameter = (value: string | number): string => `$${parameters.push(value)}`;
  const conditions = [`account_id = ${parameter(accountId)}`, `mode = ${parameter(mode)}`];
  if (status.length > 0) conditions.push(`status IN (${status.map((one) => parameter(one)).join(', ')})`);
  // No name contains a NUL character, and PostgreSQL rejects it.
  const text = search.replaceAll('\0', '\ufffd').trim();
  if (text !== '') conditions.push(`LOWER(filename) LIKE LOWER(${parameter(containing(text))}) ESCAPE '\\'`);
  if (cursor !== undefined) conditions.push(`sequence < ${parameter(readCursor(cursor).at)}`);
  const found = await read.query<{ id: string }[]>(
    `SELECT id FROM jobs WHERE ${conditions.join(' AND ')} ORDER BY sequence DESC LIMIT ${parameter(limit + 1)}`,
    parameters,
  );
  const jobs = await read.find(JobEntity, {
    where: { id: In(found.map(({ id }) => id)) },
    order: { sequence: 'DESC' },
  });
  return pageOf(jobs, limit, ({ sequence: at, id }) => ({ at, id }));
}

/** A job as an operator sees it: without its file name, which may be personal. */
export interface JobOfAccount {
  id: string;
  /** Higher for newer jobs. */
  sequence: number;
  accountId: string;
  accountName: string;
  mode: Mode;
  status: JobStatus;
  totalRows: number | null;
  matchedRows: number | null;
  totalChargeCents: number | null;
  refundCents: number | null;
  errorMessage: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface AllJobsSearch {
  /** Empty for all statuses. */
  statuses: readonly JobStatus[];
  accountId?: string | undefined;
  jobId?: string | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  limit: number;
}

/** The jobs of all accounts or of one, newest first. @throws InvalidCursorError */
export async function findAllJobs(
  { read }: Database,
  { statuses, accountId, jobId, cursor, limit }: AllJobsSearch,
): Promise<Page<JobOfAccount>> {
  const parameters: (string | number)[] = [];
  // SQLite numbers parameters by first appearance, so each is added at the place it is used.
  const parameter = (value: string | number): string => `$${parameters.push(value)}`;
  const conditions = [
    ...(statuses.length === 0 ? [] : [`job.status IN (${statuses.map(parameter).join(', ')})`]),
    ...(accountId === undefined ? [] : [`job.account_id = ${parameter(accountId)}`]),
    ...(jobId === undefined ? [] : [`job.id = ${parameter(jobId)}`]),
    ...(cursor === undefined ? [] : [`job.sequence < ${parameter(readCursor(cursor).at)}`]),
  ];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const found = await read.query<JobOfAccount[]>(
    `SELECT job.id, job.sequence, job.account_id AS "accountId", account.name AS "accountName", job.mode, job.status,
            job.total_rows AS "totalRows", job.matched_rows AS "matchedRows",
            job.total_charge_cents AS "totalChargeCents", job.refund_cents AS "refundCents", job.error_message AS "errorMessage",
            job.created_at AS "createdAt", job.updated_at AS "updatedAt"
       FROM jobs job JOIN accounts account ON account.id = job.account_id
       ${where} ORDER BY job.sequence DESC LIMIT ${parameter(limit + 1)}`,
    parameters,
  );
  return pageOf(found, limit, ({ sequence: at, id }) => ({ at, id }));
}
