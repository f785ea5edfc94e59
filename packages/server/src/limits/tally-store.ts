import type { DailyLookups } from './miss-cap.js';

/** Key of a tally: account and UTC day. */
export interface TallyScope {
  accountIds: readonly string[];
  /** UTC, `YYYY-MM-DD`. */
  day: string;
}

/** Counts by account; no entry before the account's first lookup of the day. */
export type TallyState = ReadonlyMap<string, DailyLookups>;

/** Additions to a day's counts: at most one entry per account. */
export type TallyChanges = readonly DailyLookups[];

/** Stores counts of lookup results by account and day. Only settlements write them. */
export interface TallyStore {
  /** Committed counts. */
  counts(scope: TallyScope): Promise<TallyState>;
}
