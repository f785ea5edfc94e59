import type { AppSchemas } from '@skiptrace/contract/app';
import { spentByDay } from '../../money/billing/index.js';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, utcDay, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { itemAt } from '../../platform/lib/item-at.js';

type ActivityDay = AppSchemas['ActivityDay'];
type Found = Pick<ActivityDay, 'matches' | 'misses'>;
const NONE: Found = { matches: 0, misses: 0 };

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

/** Single and bulk lookups with a live key. */
async function lookedUp(
  { read }: Database,
  accountId: string,
  firstDay: number,
): Promise<ReadonlyMap<string, Found>> {
  const rows = await read.query<(Found & { day: string })[]>(
    'SELECT day, matches, misses FROM daily_lookups WHERE account_id = $1 AND day >= $2',
    [accountId, utcDay(firstDay * MS_PER_DAY)],
  );
  return new Map(rows.map(({ day, ...counts }) => [day, counts]));
}

async function rowsOfJobs(
  { read }: Database,
  accountId: string,
  firstDay: number,
): Promise<ReadonlyMap<number, Found>> {
  const rows = await read.query<(Found & { day: number })[]>(JOB_DAYS, [accountId, firstDay * MS_PER_DAY]);
  return new Map(rows.map(({ day, ...counts }) => [day, counts]));
}

type Charged = Omit<ActivityDay, 'date'>;

/** Cache lifetime of figures that may still change. */
const FRESH_MS = MS_PER_MINUTE;
/** How long after midnight a charge of the previous day may still be committed. */
const LATE_CHARGES_MS = MS_PER_HOUR;

/** Spending and matches of all accounts by UTC day, counted from 1970. */
export class ServiceActivity {
  readonly #charged = new Map<number, { figures: Charged; countedAt: number }>();
  #free: { firstDay: number; byDay: ReadonlyMap<number, Found>; countedAt: number } | null = null;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The last `count` UTC days including today, oldest first, without gaps. */
  async days(count: number): Promise<ActivityDay[]> {
    const now = this.clock.now();
    const firstDay = Math.floor(now / MS_PER_DAY) - count + 1;
    const free = await this.#freeJobs(firstDay, now);
    const days: ActivityDay[] = [];
    for (let day = firstDay; day < firstDay + count; day += 1) {
      const { spentCents, matches, misses } = await this.#chargedOn(day, now);
      const { matches: freeMatches, misses: freeMisses } = free.get(day) ?? NONE;
      const date = utcDay(day * MS_PER_DAY);
      days.push({ date, spentCents, matches: matches + freeMatches, misses: misses + freeMisses });
    }
    return days;
  }

  /**
   * Lookups, and jobs with a charge. A day is counted for the last time an hour after its end; one day at a time, because a query over
   * the whole ledger would delay lookups.
   */
  async #chargedOn(day: number, now: number): Promise<Charged> {
    const kept = this.#charged.get(day);
    const isFinal = (at: number) => at >= (day + 1) * MS_PER_DAY + LATE_CHARGES_MS;
    if (kept && (isFinal(kept.countedAt) || now - kept.countedAt < FRESH_MS)) return kept.figures;
    const { read } = this.database;
    const range = [day * MS_PER_DAY, (day + 1) * MS_PER_DAY];
    const { spentCents } = itemAt(await read.query<{ spentCents: number }[]>(SPENT, range), 0);
    const lookups = itemAt(
      await read.query<(Found & { chargedCents: number })[]>(LOOKUPS, [utcDay(day * MS_PER_DAY)]),
      0,
    );
    const jobs = itemAt(await read.query<Found[]>(PAID_JOBS, range), 0);
    const matches = lookups.matches + jobs.matches;
    const misses = lookups.misses + jobs.misses;
    const figures = { spentCents: spentCents + lookups.chargedCents, matches, misses };
    this.#charged.set(day, { figures, countedAt: now });
    return figures;
  }

  /** Free jobs by the day of their creation. They complete later, so even past days may change. */
  async #freeJobs(firstDay: number, now: number): Promise<ReadonlyMap<number, Found>> {
    const kept = this.#free;
    if (kept && kept.firstDay <= firstDay && now - kept.countedAt < FRESH_MS) return kept.byDay;
    const rows = await this.database.read.query<(Found & { day: number })[]>(FREE_JOBS, [
      firstDay * MS_PER_DAY,
    ]);
    const byDay = new Map(rows.map(({ day, ...found }) => [day, found]));
    this.#free = { firstDay, byDay, countedAt: now };
    return byDay;
  }
}

/**
 * Matched and missed rows of live jobs, each at the time it counts for. Rows without an address are not misses.
 * @param where condition with `{at}` for the time and `{account}` for the account
 */
const jobRows = (where: string): string => `${paidJobRows(where)} UNION ALL ${freeJobRows(where)}`;

/** Jobs at the time of their charge or refund. */
const paidJobRows = (where: string): string => `
  SELECT record.created_at AS at, sign.of * job.matched_rows AS matches, sign.of * ${MISSES} AS misses
    FROM ledger_records record JOIN jobs job ON job.id = record.reference
    JOIN (SELECT 'job_charge' AS type, 1 AS of UNION ALL SELECT 'job_refund', -1) AS sign ON sign.type = record.type
     -- The matched rows of a completed job are without the ones that were given back.
     AND (sign.of = 1 OR job.withheld_rows IS NULL)
   WHERE ${filled(where, 'record')} AND record.type <> 'lookup_charge'`;

/** Completed jobs without a charge, at the time they were created. */
const freeJobRows = (where: string): string => `
  SELECT job.created_at AS at, job.matched_rows AS matches, ${MISSES} AS misses FROM jobs job
   WHERE ${filled(where, 'job')} AND job.mode = 'live' AND job.status = 'completed' AND job.total_charge_cents = 0`;

const MISSES = '(job.total_rows - job.matched_rows - COALESCE(job.blank_address_count, 0))';

const filled = (where: string, table: string): string =>
  where.replaceAll('{at}', `${table}.created_at`).replaceAll('{account}', `${table}.account_id`);

const JOB_DAYS = `
  SELECT at / ${MS_PER_DAY} AS day, SUM(matches) AS matches, SUM(misses) AS misses
    FROM (${jobRows('{account} = $1 AND {at} >= $2')}) AS counted GROUP BY 1`;

const FOUND = 'COALESCE(SUM(matches), 0) AS matches, COALESCE(SUM(misses), 0) AS misses';

const LOOKUPS = `
  SELECT ${FOUND}, COALESCE(SUM(charged_cents), 0) AS "chargedCents" FROM daily_lookups WHERE day = $1`;

const SPENT = `
  SELECT COALESCE(-SUM(amount_cents), 0) AS "spentCents" FROM ledger_records
   WHERE created_at >= $1 AND created_at < $2 AND type <> 'lookup_charge' AND type NOT IN ('top_up', 'adjustment')`;

const PAID_JOBS = `SELECT ${FOUND} FROM (${paidJobRows('{at} >= $1 AND {at} < $2')}) AS counted`;

const FREE_JOBS = `
  SELECT at / ${MS_PER_DAY} AS day, ${FOUND} FROM (${freeJobRows('{at} >= $1')}) AS counted GROUP BY 1`;
