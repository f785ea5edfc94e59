import { utcDay, type Clock } from '../clock.js';
import { DailyTallies } from './daily-tallies.js';
import { netMisses, requireRoom, type DailyLookups } from './miss-cap.js';
import type { TallyScope, TallyState, TallyStore } from './tally-store.js';

export class DailyMisses {
  constructor(
    private readonly tallies: TallyStore,
    private readonly clock: Clock,
  ) {}

  /** Refuses early, before any work. The tallies check again. @throws DailyMissLimitError */
  async requireRoom(accountId: string, dailyMisses: number): Promise<void> {
    requireRoom(await this.#today(accountId), dailyMisses, this.clock.now());
  }

  /** Net misses so far this UTC day (reading 21). */
  async netToday(accountId: string): Promise<number> {
    const today = await this.#today(accountId);
    return today === undefined ? 0 : netMisses(today);
  }

  /** Tally scope and counters for a settlement, both for the current UTC day. */
  today(accountIds: readonly string[]): { scope: TallyScope; open(state: TallyState): DailyTallies } {
    const now = this.clock.now();
    return { scope: { accountIds, day: utcDay(now) }, open: (state) => new DailyTallies(state, now) };
  }

  async #today(accountId: string): Promise<DailyLookups | undefined> {
    return (await this.tallies.counts(this.today([accountId]).scope)).get(accountId);
  }
}
