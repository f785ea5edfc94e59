import { utcDay } from '../clock.js';
import { requireRoom, type DailyLookups, type Found } from './miss-cap.js';
import type { TallyChanges, TallyState } from './tally-store.js';

/**
 * The day's counts of several accounts while a unit of work decides: loaded from the store, counted in memory.
 */
export class DailyTallies {
  readonly #days: Map<string, DailyLookups>;
  readonly #counted = new Map<string, Found>();

  /** @param now milliseconds since the epoch; the whole unit of work counts toward its UTC day */
  constructor(
    state: TallyState,
    private readonly now: number,
  ) {
    this.#days = new Map(state);
  }

  /** Undefined before the account's first lookup of the day. */
  of(accountId: string): DailyLookups | undefined {
    return this.#days.get(accountId);
  }

  /** @throws DailyMissLimitError */
  requireRoom(accountId: string, dailyMisses: number): void {
    requireRoom(this.of(accountId), dailyMisses, this.now);
  }

  count(accountId: string, found: Found): void {
    const day = utcDay(this.now);
    const before = this.of(accountId) ?? { misses: 0, matches: 0 };
    this.#days.set(accountId, { accountId, day, ...sum(before, found) });
    this.#counted.set(accountId, sum(this.#counted.get(accountId) ?? { misses: 0, matches: 0 }, found));
  }

  changes(): TallyChanges {
    const day = utcDay(this.now);
    return [...this.#counted].map(([accountId, found]) => ({ accountId, day, ...found }));
  }
}

const sum = (a: Found, b: Found): Found => ({
  misses: a.misses + b.misses,
  matches: a.matches + b.matches,
});
