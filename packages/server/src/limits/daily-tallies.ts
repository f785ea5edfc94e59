import { utcDay } from '../clock.js';
import { insertionInto, type Ask, type Write } from '../database/index.js';
import { dayKey, DAYS, requireRoom, type DailyLookups } from './miss-cap.js';

/** What a lookup found. */
export interface Found {
  misses: number;
  matches: number;
}

/** The day's counts of some accounts inside a unit of work: read once, counted in memory, written once. */
export class DailyTallies {
  readonly #counted = new Map<string, Found>();

  private constructor(
    private readonly days: Map<string, DailyLookups>,
    private readonly now: number,
  ) {}

  /** @param now milliseconds since the epoch; the whole unit of work counts to its UTC day */
  static async open(ask: Ask, accountIds: readonly string[], now: number): Promise<DailyTallies> {
    const rows = await ask(
      DAYS,
      accountIds.map((accountId) => dayKey(accountId, now)),
    );
    return new DailyTallies(new Map([...rows.values()].map((row) => [row.accountId, row])), now);
  }

  /** Undefined before the account's first lookup of the day. */
  of(accountId: string): DailyLookups | undefined {
    return this.days.get(accountId);
  }

  /** @throws DailyMissLimitError */
  requireRoom(accountId: string, dailyMisses: number): void {
    requireRoom(this.of(accountId), dailyMisses, this.now);
  }

  count(accountId: string, found: Found): void {
    const day = utcDay(this.now);
    const before = this.of(accountId) ?? { misses: 0, matches: 0 };
    this.days.set(accountId, { accountId, day, ...sum(before, found) });
    this.#counted.set(accountId, sum(this.#counted.get(accountId) ?? { misses: 0, matches: 0 }, found));
  }

  /** What is to be written, by one statement. */
  writes(): Write[] {
    const day = utcDay(this.now);
    const rows = [...this.#counted].map(([accountId, found]) => ({ accountId, day, ...found }));
    return addToDays(rows);
  }
}

const sum = (a: Found, b: Found): Found => ({
  misses: a.misses + b.misses,
  matches: a.matches + b.matches,
});

const addToDays = insertionInto<DailyLookups>(
  'daily_lookups',
  ['accountId', 'day', 'misses', 'matches'],
  `ON CONFLICT (account_id, day)
   DO UPDATE SET misses = misses + excluded.misses, matches = matches + excluded.matches`,
);
