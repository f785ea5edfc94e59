import type { AppSchemas } from '@skiptrace/contract/app';
import { spentByDay } from '../billing/index.js';
import { MS_PER_DAY, utcDay, type Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { jobRows } from './job-rows.js';

type ActivityDay = AppSchemas['ActivityDay'];

/** app.yaml, getActivity: an account's last UTC days including today, oldest first, without gaps. */
export async function accountActivity(
  { database, clock }: { database: Database; clock: Clock },
  accountId: string,
  days: number,
): Promise<ActivityDay[]> {
  const today = Math.floor(clock.now() / MS_PER_DAY);
  const first = today - days + 1;
  const [spent, single, inJobs] = await Promise.all([
    spentByDay(database, accountId, utcDay(first * MS_PER_DAY)),
    lookedUp(database, accountId, first),
    rowsOfJobs(database, accountId, first),
  ]);
  return Array.from({ length: days }, (_, index) => {
    const day = first + index;
    const date = utcDay(day * MS_PER_DAY);
    const rows = inJobs.get(day) ?? NONE;
    const lookups = single.get(date) ?? NONE;
    return {
      date,
      spentCents: spent.get(day) ?? 0,
      matches: lookups.matches + rows.matches,
      misses: lookups.misses + rows.misses,
    };
  });
}

/** Whether an account ever looked up an address with a live key, singly or in bulk. */
export const hasLookedUp = async ({ read }: Database, accountId: string): Promise<boolean> =>
  (await read.query<unknown[]>('SELECT 1 FROM daily_lookups WHERE account_id = $1 LIMIT 1', [accountId]))
    .length > 0;

interface Counts {
  matches: number;
  misses: number;
}
const NONE: Counts = { matches: 0, misses: 0 };

/** Single and bulk lookups with a live key. */
async function lookedUp(
  { read }: Database,
  accountId: string,
  firstDay: number,
): Promise<ReadonlyMap<string, Counts>> {
  const rows = await read.query<(Counts & { day: string })[]>(
    'SELECT day, matches, misses FROM daily_lookups WHERE account_id = $1 AND day >= $2',
    [accountId, utcDay(firstDay * MS_PER_DAY)],
  );
  return new Map(rows.map(({ day, ...counts }) => [day, counts]));
}

async function rowsOfJobs(
  { read }: Database,
  accountId: string,
  firstDay: number,
): Promise<ReadonlyMap<number, Counts>> {
  const rows = await read.query<(Counts & { day: number })[]>(JOB_DAYS, [accountId, firstDay * MS_PER_DAY]);
  return new Map(rows.map(({ day, ...counts }) => [day, counts]));
}

const JOB_DAYS = `
  SELECT at / ${MS_PER_DAY} AS day, SUM(matches) AS matches, SUM(misses) AS misses
    FROM (${jobRows('{account} = $1 AND {at} >= $2')}) AS counted GROUP BY 1`;
