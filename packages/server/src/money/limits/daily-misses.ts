import { limits } from '@skiptrace/contract';
import { MS_PER_SECOND, msToNextUtcDay, utcDay, type Clock } from '../../platform/clock.js';
import type {
  DailyLookups,
  LookupCounts,
  TallyChanges,
  TallyScope,
  TallyState,
  TallyStore,
} from './stores.js';

/** The daily cap on free misses is reached; nothing was looked up or charged. */
export class DailyMissLimitError extends Error {
  readonly code = 'daily_miss_limit';

  constructor(
    readonly dailyMissLimit: number,
    readonly retryAfterSeconds: number,
  ) {
    super(
      `You've reached today's limit of ${dailyMissLimit.toLocaleString('en-US')} unmatched addresses. Nothing was charged. ` +
        'Check your list for bad addresses, then try again after midnight UTC.',
    );
  }
}

/** Misses that count toward the daily cap, after forgiveness for matches (reading 21). */
export const netMisses = ({ misses, matches }: LookupCounts): number =>
  Math.max(0, misses - Math.floor(matches / limits.matchesPerForgivenMiss));

export class DailyMisses {
  constructor(
    private readonly tallies: TallyStore,
    private readonly clock: Clock,
  ) {}

  /** Net misses so far this UTC day (reading 21). */
  async netToday(accountId: string): Promise<number> {
    const today = await this.#today(accountId);
    return today === undefined ? 0 : netMisses(today);
  }

  /** Tally scope and counters for a settlement, both for the current UTC day. */
  today(accountIds: readonly string[]): {
    scope: TallyScope;
    /** Time of the whole settlement, so that its charges count toward the same day. */
    now: number;
    open(state: TallyState): DailyTallies;
  } {
    const now = this.clock.now();
    return { scope: { accountIds, day: utcDay(now) }, now, open: (state) => new DailyTallies(state, now) };
  }

  async #today(accountId: string): Promise<DailyLookups | undefined> {
    return (await this.tallies.counts(this.today([accountId]).scope)).get(accountId);
  }
}

/**
 * The day's counts of several accounts while a unit of work decides: loaded from the store, counted in memory.
 */
export class DailyTallies {
  readonly #days: Map<string, DailyLookups>;
  readonly #counted = new Map<string, Counts>();

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

  /** @param dailyMisses net misses the account may have per day. @throws DailyMissLimitError */
  requireRoom(accountId: string, dailyMisses: number): void {
    const today = this.of(accountId);
    const counted = today?.day === utcDay(this.now) ? today : NONE;
    if (netMisses(counted) >= dailyMisses) {
      const seconds = Math.max(1, Math.ceil(msToNextUtcDay(this.now) / MS_PER_SECOND));
      throw new DailyMissLimitError(dailyMisses, seconds);
    }
  }

  /** @param chargedCents cost of a single lookup; a bulk's are records of the ledger that are added up */
  count(accountId: string, found: LookupCounts, chargedCents = 0): void {
    const day = utcDay(this.now);
    const added = { ...found, chargedCents };
    this.#days.set(accountId, { accountId, day, ...sum(this.of(accountId) ?? NONE, added) });
    this.#counted.set(accountId, sum(this.#counted.get(accountId) ?? NONE, added));
  }

  changes(): TallyChanges {
    const day = utcDay(this.now);
    return [...this.#counted].map(([accountId, counts]) => ({ accountId, day, ...counts }));
  }
}

type Counts = Omit<DailyLookups, 'accountId' | 'day'>;

const NONE: Counts = { misses: 0, matches: 0, chargedCents: 0 };

const sum = (a: Counts, b: Counts): Counts => ({
  misses: a.misses + b.misses,
  matches: a.matches + b.matches,
  chargedCents: a.chargedCents + b.chargedCents,
});
