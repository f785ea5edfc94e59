import type { Clock } from '../clock.js';
import type { Ask, Database } from '../database/index.js';
import { DailyTallies } from './daily-tallies.js';
import { dayKey, DAYS, requireRoom } from './miss-cap.js';

export class DailyMisses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The early refusal, before any work. The tallies check again. @throws DailyMissLimitError */
  async requireRoom(accountId: string): Promise<void> {
    const key = dayKey(accountId, this.clock.now());
    const today = (await this.database.ask(DAYS, [key])).get(key);
    requireRoom(today, this.clock.now());
  }

  /** Today's counts of these accounts. In a unit of work they are exact in commit order. */
  open(ask: Ask, accountIds: readonly string[]): Promise<DailyTallies> {
    return DailyTallies.open(ask, accountIds, this.clock.now());
  }
}
