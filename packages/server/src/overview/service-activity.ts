import type { AppSchemas } from '@skiptrace/contract/app';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, utcDay, type Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { itemAt } from '../lib/item-at.js';
import { freeJobRows, paidJobRows } from './job-rows.js';

type ActivityDay = AppSchemas['ActivityDay'];
type Found = Pick<ActivityDay, 'matches' | 'misses'>;
type Charged = Omit<ActivityDay, 'date'>;

/** Cache lifetime of figures that may still change. */
const FRESH_MS = MS_PER_MINUTE;
/** How long after midnight a charge of the previous day may still be committed. */
const LATE_CHARGES_MS = MS_PER_HOUR;
const NONE: Found = { matches: 0, misses: 0 };

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
   * Lookups, and jobs with a charge. Past days never change, so each is counted once; one day at a time, because a query over the
   * whole ledger would delay lookups.
   */
  async #chargedOn(day: number, now: number): Promise<Charged> {
    const kept = this.#charged.get(day);
    const isFinal = (at: number) => at >= (day + 1) * MS_PER_DAY + LATE_CHARGES_MS;
    if (kept && (isFinal(kept.countedAt) || now - kept.countedAt < FRESH_MS)) return kept.figures;
    const { read } = this.database;
    const range = [day * MS_PER_DAY, (day + 1) * MS_PER_DAY];
    const { spentCents } = itemAt(await read.query<{ spentCents: number }[]>(SPENT, range), 0);
    const lookups = itemAt(await read.query<Found[]>(LOOKUPS, [utcDay(day * MS_PER_DAY)]), 0);
    const jobs = itemAt(await read.query<Found[]>(PAID_JOBS, range), 0);
    const matches = lookups.matches + jobs.matches;
    const misses = lookups.misses + jobs.misses;
    const figures = { spentCents, matches, misses };
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

const FOUND = 'COALESCE(SUM(matches), 0) AS matches, COALESCE(SUM(misses), 0) AS misses';

const LOOKUPS = `SELECT ${FOUND} FROM daily_lookups WHERE day = $1`;

const SPENT = `
  SELECT COALESCE(-SUM(amount_cents), 0) AS "spentCents" FROM ledger_records
   WHERE created_at >= $1 AND created_at < $2 AND type NOT IN ('top_up', 'adjustment')`;

const PAID_JOBS = `SELECT ${FOUND} FROM (${paidJobRows('{at} >= $1 AND {at} < $2')}) AS counted`;

const FREE_JOBS = `
  SELECT at / ${MS_PER_DAY} AS day, ${FOUND} FROM (${freeJobRows('{at} >= $1')}) AS counted GROUP BY 1`;
