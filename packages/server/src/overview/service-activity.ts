import type { AppSchemas } from '@skiptrace/contract/app';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, utcDay, type Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { itemAt } from '../item-at.js';
import { freeJobRows, paidJobRows } from './job-rows.js';

type ActivityDay = AppSchemas['ActivityDay'];
type Found = Pick<ActivityDay, 'matches' | 'misses'>;

export interface ServiceActivityNeeds {
  database: Database;
  clock: Clock;
  config: { previewDays: number };
}

/** A charge may be written a little after the moment that it bears. */
const LATE_CHARGES_MS = MS_PER_HOUR;
/** A free job counts on the day when it was made, and ends when its preview is answered: its file takes a day to come. */
const JOB_MARGIN_DAYS = 2;

/**
 * What all accounts spent and found, day by day. Each day is a question of its own, because a long one would keep lookups
 * waiting, and is asked no more once its answer can't change.
 */
export class ServiceActivity {
  readonly #paid: DayFigures<Omit<ActivityDay, 'date'>>;
  readonly #freeJobs: DayFigures<Found>;

  constructor(private readonly needs: ServiceActivityNeeds) {
    const { database, config } = needs;
    this.#paid = new DayFigures(LATE_CHARGES_MS, async (begin) => {
      const { spentCents } = itemAt(
        await database.read.query<{ spentCents: number }[]>(SPENT, range(begin)),
        0,
      );
      const lookups = itemAt(await database.read.query<Found[]>(LOOKUPS, [utcDay(begin)]), 0);
      const jobs = itemAt(await database.read.query<Found[]>(PAID_JOBS, range(begin)), 0);
      return { spentCents, ...sumOf(lookups, jobs) };
    });
    const jobsEndWithinMs = (config.previewDays + JOB_MARGIN_DAYS) * MS_PER_DAY;
    this.#freeJobs = new DayFigures(jobsEndWithinMs, async (begin) =>
      itemAt(await database.read.query<Found[]>(FREE_JOBS, range(begin)), 0),
    );
  }

  /** The last `count` UTC days with this one, oldest first, none left out. */
  async days(count: number): Promise<ActivityDay[]> {
    const now = this.needs.clock.now();
    const midnight = now - (now % MS_PER_DAY);
    const days: ActivityDay[] = [];
    for (let begin = midnight - (count - 1) * MS_PER_DAY; begin <= midnight; begin += MS_PER_DAY) {
      const paid = await this.#paid.of(begin, now);
      const freeJobs = await this.#freeJobs.of(begin, now);
      days.push({ date: utcDay(begin), spentCents: paid.spentCents, ...sumOf(paid, freeJobs) });
    }
    return days;
  }
}

/** How long a figure that may still change is good enough for a chart. */
const FRESH_MS = MS_PER_MINUTE;

/** A figure of each day. Kept for good `finalAfterMs` after the end of its day, and for a minute before. */
class DayFigures<Figure> {
  readonly #kept = new Map<number, { figure: Figure; countedAt: number }>();

  constructor(
    private readonly finalAfterMs: number,
    private readonly count: (begin: number) => Promise<Figure>,
  ) {}

  async of(begin: number, now: number): Promise<Figure> {
    const kept = this.#kept.get(begin);
    const finalFrom = begin + MS_PER_DAY + this.finalAfterMs;
    if (kept && (kept.countedAt >= finalFrom || now - kept.countedAt < FRESH_MS)) return kept.figure;
    const figure = await this.count(begin);
    this.#kept.set(begin, { figure, countedAt: now });
    return figure;
  }
}

const range = (begin: number): [number, number] => [begin, begin + MS_PER_DAY];

const sumOf = (one: Found, other: Found): Found => ({
  matches: one.matches + other.matches,
  misses: one.misses + other.misses,
});

const FOUND = 'COALESCE(SUM(matches), 0) AS matches, COALESCE(SUM(misses), 0) AS misses';

const LOOKUPS = `SELECT ${FOUND} FROM daily_lookups WHERE day = $1`;

const SPENT = `
  SELECT COALESCE(-SUM(amount_cents), 0) AS "spentCents" FROM ledger_records
   WHERE created_at >= $1 AND created_at < $2 AND type NOT IN ('top_up', 'adjustment')`;

const PAID_JOBS = `SELECT ${FOUND} FROM (${paidJobRows('{at} >= $1 AND {at} < $2')}) AS counted`;
const FREE_JOBS = `SELECT ${FOUND} FROM (${freeJobRows('{at} >= $1 AND {at} < $2')}) AS counted`;
