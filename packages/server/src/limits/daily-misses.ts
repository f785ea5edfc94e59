import type { EntityManager } from 'typeorm';
import type { Clock } from '../clock.js';
import { Batches, type Database } from '../database/index.js';
import { DailyTallies } from './daily-tallies.js';
import { requireRoom, type DailyLookups } from './miss-cap.js';

/** Requests that share a look at the day's counts. */
const MAX_PER_BATCH = 1_000;

export class DailyMisses {
  readonly #today: Batches<string, DailyLookups | undefined>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    this.#today = new Batches(async (accountIds) => {
      const tallies = await this.open(database.read, accountIds);
      return accountIds.map((accountId) => tallies.of(accountId));
    }, MAX_PER_BATCH);
  }

  /** The early refusal, before any work. The tallies check again. @throws DailyMissLimitError */
  async requireRoom(accountId: string): Promise<void> {
    const [today] = await this.#today.ask([accountId]);
    requireRoom(today, this.clock.now());
  }

  /** Today's counts of these accounts. In a unit of work they are exact in commit order. */
  open(tx: EntityManager, accountIds: readonly string[]): Promise<DailyTallies> {
    return DailyTallies.open(tx, accountIds, this.clock.now());
  }
}
