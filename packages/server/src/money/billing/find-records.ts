import { MS_PER_DAY, MS_PER_MINUTE } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { Between, In } from '../../platform/database/typeorm.js';
import { pageOf, readCursor, type Page } from '../../platform/lib/cursor.js';
import { recordById } from './ledger-store.sql.js';
import { LedgerRecordEntity, type LedgerRecord, type LedgerRecordType } from './ledger.js';

/** Filter for an account's records. Days are UTC, `2026-11-23`, both inclusive. */
export interface RecordFilter {
  /** Whole id of a record, a job or a request: it, and all records of the same charge. */
  about?: string | undefined;
  type?: LedgerRecordType | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A range of an account's records, by sequence number, both inclusive. */
interface Range {
  first: number;
  last: number;
}

/** An account's records, newest first. @throws InvalidCursorError */
export async function findRecords(
  database: Database,
  accountId: string,
  { cursor, limit, ...filter }: RecordFilter & { cursor?: string | undefined; limit: number },
): Promise<Page<LedgerRecord>> {
  const { first, last } = await rangeOf(database, accountId, filter);
  const before = cursor === undefined ? last : Math.min(last, readCursor(cursor).at - 1);
  const rows = await recordsIn(database, accountId, { first, last: before }, filter, 'DESC', limit + 1);
  return pageOf(rows, limit, ({ sequence, id }) => ({ at: sequence, id }));
}

/** All records, oldest first, in pages. */
export async function* everyRecord(
  database: Database,
  accountId: string,
  filter: RecordFilter,
  atOnce = 1_000,
): AsyncGenerator<LedgerRecord[]> {
  const { first, last } = await rangeOf(database, accountId, filter);
  for (let from = first; from <= last;) {
    const rows = await recordsIn(database, accountId, { first: from, last }, filter, 'ASC', atOnce);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < atOnce) return;
    from = end.sequence + 1;
  }
}

/** An account's records about one job or request, newest first. */
export const recordsAbout = (
  { read }: Database,
  accountId: string,
  reference: string,
): Promise<LedgerRecord[]> =>
  read.find(LedgerRecordEntity, { where: { accountId, reference }, order: { sequence: 'DESC' } });

/** Charges minus refunds for each UTC day from this one on, in cents; days without records are missing. */
export async function spentByDay(
  database: Database,
  accountId: string,
  fromDay: string,
): Promise<ReadonlyMap<number, number>> {
  const { first } = await rangeOf(database, accountId, { from: fromDay });
  const rows = await database.read.query<{ day: number; cents: number }[]>(
    `SELECT created_at / ${MS_PER_DAY} AS day, -SUM(amount_cents) AS cents FROM ledger_records
      WHERE account_id = $1 AND sequence >= $2 AND created_at >= $3 AND type NOT IN ('top_up', 'adjustment')
      GROUP BY 1`,
    [accountId, first, Date.parse(fromDay)],
  );
  return new Map(rows.map(({ day, cents }) => [day, cents]));
}

/** Whether a record belongs to no charge: the reference of a top-up is the operator's own text. */
const isAlone = (record: LedgerRecord | null, accountId: string): boolean =>
  record !== null && (record.accountId !== accountId || ['top_up', 'adjustment'].includes(record.type));

async function recordsIn(
  { read }: Database,
  accountId: string,
  { first, last }: Range,
  { about, type, from, to }: RecordFilter,
  direction: 'ASC' | 'DESC',
  limit: number,
): Promise<LedgerRecord[]> {
  const id = about?.toLowerCase();
  const named = id === undefined ? null : await recordById(read, id);
  return read.find(LedgerRecordEntity, {
    where: {
      accountId,
      ...(id !== undefined && (isAlone(named, accountId) ? { id } : { reference: named?.reference ?? id })),
      sequence: Between(first, last),
      createdAt: Between(...momentsOf({ from, to })),
      ...(type !== undefined && { type: In([type]) }),
    },
    order: { sequence: direction },
    take: limit,
  });
}

/** Milliseconds since the epoch, both inclusive. */
const momentsOf = ({ from, to }: Pick<RecordFilter, 'from' | 'to'>): [number, number] => [
  from === undefined ? 0 : Date.parse(from),
  to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(to) + MS_PER_DAY - 1,
];

/** The clocks of servers may differ by this much, so a record with a higher number may have an earlier time. */
const CLOCKS_DIFFER_MS = 10 * MS_PER_MINUTE;

/**
 * The record numbers of a range of days, plus a few at both ends. Numbers and times rise together, so this narrows the
 * search.
 */
async function rangeOf(database: Database, accountId: string, { from, to }: RecordFilter): Promise<Range> {
  const newest = await database.read.findOne(LedgerRecordEntity, {
    where: { accountId },
    order: { sequence: 'DESC' },
  });
  const count = newest?.sequence ?? 0;
  const since = (ms: number) => firstSince(database, accountId, ms, count);
  return {
    first: from === undefined ? 1 : await since(Date.parse(from) - CLOCKS_DIFFER_MS),
    last: to === undefined ? count : (await since(Date.parse(to) + MS_PER_DAY + CLOCKS_DIFFER_MS)) - 1,
  };
}

/** The number of the first record at this time or later; one more than the last number if there is no such record. */
async function firstSince({ read }: Database, accountId: string, ms: number, count: number): Promise<number> {
  let [low, high] = [1, count + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const record = await read.findOneByOrFail(LedgerRecordEntity, { accountId, sequence: middle });
    if (record.createdAt >= ms) high = middle;
    else low = middle + 1;
  }
  return low;
}
