import { EntitySchema, type EntityManager } from 'typeorm';
import { MS_PER_SECOND, msToNextUtcDay, utcDay, type Clock } from '../clock.js';
import { integer, type Database } from '../database/index.js';

/** Specification, Limits: net unmatched addresses per account and UTC day. */
export const DAILY_MISS_LIMIT = 250;
const MATCHES_PER_FORGIVEN_MISS = 4;

export interface DailyLookups {
  accountId: string;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  misses: number;
  matches: number;
}

export const DailyLookupsEntity = new EntitySchema<DailyLookups>({
  name: 'DailyLookups',
  tableName: 'daily_lookups',
  columns: {
    accountId: { type: 'text', primary: true },
    day: { type: 'text', primary: true },
    misses: integer,
    matches: integer,
  },
});

/** The daily cap on free misses is reached; nothing was looked up or charged. */
export class DailyMissLimitError extends Error {
  readonly code = 'daily_miss_limit';
  readonly dailyMissLimit = DAILY_MISS_LIMIT;

  constructor(readonly retryAfterSeconds: number) {
    super(
      `Today's limit of ${DAILY_MISS_LIMIT} unmatched addresses is reached. Nothing was charged. ` +
        'Check the list for formatting or accuracy problems and try again after midnight UTC.',
    );
  }
}

/** Reading 21. */
export const netMisses = ({ misses, matches }: Pick<DailyLookups, 'misses' | 'matches'>): number =>
  Math.max(0, misses - Math.floor(matches / MATCHES_PER_FORGIVEN_MISS));

export class DailyMisses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Refuses when the cap is reached. With the `tx` of a unit of work the answer is exact in commit order.
   * @throws DailyMissLimitError
   */
  async requireRoom(accountId: string, tx: EntityManager = this.database.read): Promise<void> {
    const now = this.clock.now();
    const today = await tx.findOneBy(DailyLookupsEntity, { accountId, day: utcDay(now) });
    if (today !== null && netMisses(today) >= DAILY_MISS_LIMIT) {
      throw new DailyMissLimitError(Math.max(1, Math.ceil(msToNextUtcDay(now) / MS_PER_SECOND)));
    }
  }

  /** Counts what a lookup found, in the unit of work of its charge. */
  async count(
    tx: EntityManager,
    accountId: string,
    found: { misses: number; matches: number },
  ): Promise<void> {
    const day = utcDay(this.clock.now());
    const { misses, matches } = found;
    const updated = await tx
      .createQueryBuilder()
      .update(DailyLookupsEntity)
      .set({ misses: () => 'misses + :misses', matches: () => 'matches + :matches' })
      .where('"accountId" = :accountId AND day = :day', { accountId, day, misses, matches })
      .execute();
    if (updated.affected === 0) await tx.insert(DailyLookupsEntity, { accountId, day, misses, matches });
  }
}
