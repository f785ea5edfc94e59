import { limits } from '@skiptrace/contract';
import { MS_PER_SECOND, msToNextUtcDay, utcDay } from '../clock.js';
import { integer } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';

/** Counts of lookup results. */
export interface Found {
  misses: number;
  matches: number;
}

/** An account's lookups of one day. */
export interface DailyLookups extends Found {
  accountId: string;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
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

  constructor(
    readonly dailyMissLimit: number,
    readonly retryAfterSeconds: number,
  ) {
    super(
      `You've reached today's limit of ${dailyMissLimit} unmatched addresses. Nothing was charged. ` +
        'Check your list for bad addresses, then try again after midnight UTC.',
    );
  }
}

/** Misses that count toward the daily cap, after forgiveness for matches (reading 21). */
export const netMisses = ({ misses, matches }: Found): number =>
  Math.max(0, misses - Math.floor(matches / limits.matchesPerForgivenMiss));

/**
 * @param today latest counts; counts of an earlier day limit nothing
 * @param dailyMisses net misses the account may have per day
 * @param now milliseconds since the epoch
 * @throws DailyMissLimitError
 */
export function requireRoom(today: DailyLookups | undefined, dailyMisses: number, now: number): void {
  const counted = today?.day === utcDay(now) ? today : { misses: 0, matches: 0 };
  if (netMisses(counted) >= dailyMisses) {
    throw new DailyMissLimitError(dailyMisses, Math.max(1, Math.ceil(msToNextUtcDay(now) / MS_PER_SECOND)));
  }
}
