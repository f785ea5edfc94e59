import type { Clock } from '../clock.js';
import type { Ask, Database } from '../database/index.js';
import { DailyTallies } from './daily-tallies.js';
import { dayKey, DAYS, netMisses, requireRoom, type DailyLookups } from './miss-cap.js';

export class DailyMisses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The early refusal, before any work. The tallies check again. @throws DailyMissLimitError */
  async requireRoom(accountId: string, dailyMisses: number): Promise<void> {
    requireRoom(await this.#today(accountId), dailyMisses, this.clock.now());
  }

  /** Net misses so far in this UTC day (reading 21). */
  async netToday(accountId: string): Promise<number> {
    const today = await this.#today(accountId);
    return today === undefined ? 0 : netMisses(today);
  }

  /** Today's counts of these accounts. In a unit of work they are exact in commit order. */
  open(ask: Ask, accountIds: readonly string[]): Promise<DailyTallies> {
    return DailyTallies.open(ask, accountIds, this.clock.now());
  }

  async #today(accountId: string): Promise<DailyLookups | undefined> {
    const key = dayKey(accountId, this.clock.now());
    return (await this.database.ask(DAYS, [key])).get(key);
  }
}
