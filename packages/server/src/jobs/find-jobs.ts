import type { JobStatus } from '@skiptrace/contract';
import type { Caller } from '../accounts/index.js';
import { containing, pageOf, readCursor, type Page } from '../lib/cursor.js';
import type { Database } from '../database/index.js';
import { In } from '../database/typeorm.js';
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
