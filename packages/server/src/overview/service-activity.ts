import { MS_PER_DAY, MS_PER_MINUTE, utcDay, type Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { itemAt } from '../item-at.js';
import { jobRows } from './job-rows.js';

export interface ActivityDay {
  /** UTC, `YYYY-MM-DD`. */
  date: string;
  /** Charges less refunds. */
  spentCents: number;
  /** Of lookups, and of jobs that were paid. */
  matches: number;
  misses: number;
}

/** How long an answer about the day that goes on is good enough for a chart. */
const TODAY_FRESH_MS = MS_PER_MINUTE;

/**
 * What all accounts spent and found, day by day. A day that is over never changes, so it is counted once and kept in memory;
 * each day is a question of its own, because a long one would keep lookups waiting.
 */
export class ServiceActivity {
  readonly #past = new Map<string, ActivityDay>();
  #today: { day: ActivityDay; countedAt: number } | null = null;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The last `count` UTC days with this one, oldest first, none left out. */
  async days(count: number): Promise<ActivityDay[]> {
    const now = this.clock.now();
    const midnight = now - (now % MS_PER_DAY);
    const begins = Array.from({ length: count }, (_, at) => midnight - (count - 1 - at) * MS_PER_DAY);
    const missing = begins.filter((begin) => !this.#knows(utcDay(begin), now));
    if (missing.length > 0) await this.#count(missing, now);
    return begins.map((begin) => {
      const date = utcDay(begin);
      const day = this.#past.get(date) ?? this.#today?.day;
      return day?.date === date ? day : { date, spentCents: 0, matches: 0, misses: 0 };
    });
  }

  #knows(date: string, now: number): boolean {
    if (this.#past.has(date)) return true;
    return this.#today?.day.date === date && now - this.#today.countedAt < TODAY_FRESH_MS;
  }

  async #count(begins: readonly number[], now: number): Promise<void> {
    const { read } = this.database;
    const [first, last] = [itemAt(begins, 0), itemAt(begins, begins.length - 1)];
    const looked = await read.query<{ day: string; matches: number; misses: number }[]>(LOOKUPS, [
      utcDay(first),
      utcDay(last),
    ]);
    const lookups = new Map(looked.map((row) => [row.day, row]));
    for (const begin of begins) {
      const range = [begin, begin + MS_PER_DAY];
      const { spentCents } = itemAt(await read.query<{ spentCents: number }[]>(SPENT, range), 0);
      const jobs = itemAt(await read.query<{ matches: number; misses: number }[]>(JOBS, range), 0);
      const date = utcDay(begin);
      const day = {
        date,
        spentCents,
        matches: (lookups.get(date)?.matches ?? 0) + jobs.matches,
        misses: (lookups.get(date)?.misses ?? 0) + jobs.misses,
      };
      if (date === utcDay(now)) this.#today = { day, countedAt: now };
      else this.#past.set(date, day);
    }
  }
}

const LOOKUPS = `
  SELECT day, SUM(matches) AS matches, SUM(misses) AS misses FROM daily_lookups
   WHERE day BETWEEN $1 AND $2 GROUP BY day`;

const SPENT = `
  SELECT COALESCE(-SUM(amount_cents), 0) AS "spentCents" FROM ledger_records
   WHERE created_at >= $1 AND created_at < $2 AND type NOT IN ('top_up', 'adjustment')`;

const JOBS = `
  SELECT COALESCE(SUM(matches), 0) AS matches, COALESCE(SUM(misses), 0) AS misses
    FROM (${jobRows('{at} >= $1 AND {at} < $2')}) AS counted`;
