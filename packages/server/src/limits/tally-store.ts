import type { DailyLookups } from './miss-cap.js';

/** Key of a tally: account and UTC day. */
export interface TallyScope {
  accountIds: readonly string[];
  /** UTC, `YYYY-MM-DD`. */
  day: string;
}

/** By account; missing before its first lookup of the day. */
export type TallyState = ReadonlyMap<string, DailyLookups>;

/** How much is added to the counts of a day: at most one entry an account. */
export type TallyChanges = readonly DailyLookups[];

/** Keeps what lookups found, by account and day. Only settlements write it. */
export interface TallyStore {
  /** Committed counts. */
  counts(scope: TallyScope): Promise<TallyState>;
}
