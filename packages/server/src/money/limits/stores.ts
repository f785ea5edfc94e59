import {
  columnsOf,
  integer,
  question,
  type Ask,
  type Insertion,
  type SettledTables,
} from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';

/** Counts of lookup results. */
export interface LookupCounts {
  misses: number;
  matches: number;
}

/** An account's lookups of one day. */
export interface DailyLookups extends LookupCounts {
  accountId: string;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  /** Charges of single lookups. */
  chargedCents: number;
}

export const DailyLookupsEntity = new EntitySchema<DailyLookups>({
  name: 'DailyLookups',
  tableName: 'daily_lookups',
  columns: {
    accountId: { type: 'text', primary: true },
    day: { type: 'text', primary: true },
    misses: integer,
    matches: integer,
    chargedCents: integer,
  },
});

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

/** Arguments of each engine's `insertionInto`. */
export const ADDED_DAYS = [
  'daily_lookups',
  ['accountId', 'day', 'misses', 'matches', 'chargedCents'],
  `ON CONFLICT (account_id, day)
   DO UPDATE SET misses = daily_lookups.misses + excluded.misses, matches = daily_lookups.matches + excluded.matches,
                 charged_cents = daily_lookups.charged_cents + excluded.charged_cents`,
] as const;

/** The tallies' part of a settlement. @param slot the wanted account and day, as a JSON array in SQL */
export const tallyTablesOf = (
  slot: string,
  addition: Insertion<DailyLookups>,
): SettledTables<TallyScope, TallyState, TallyChanges> => {
  const days = question<DailyLookups>(
    columnsOf('d', ADDED_DAYS[1]),
    `daily_lookups d ON d.account_id = ${slot} ->> 0 AND d.day = ${slot} ->> 1`,
  );
  return {
    read: async (ask: Ask, { accountIds, day }) => {
      const rows = await ask(
        days,
        accountIds.map((accountId) => JSON.stringify([accountId, day])),
      );
      return new Map([...rows.values()].map((row) => [row.accountId, row]));
    },
    statements: [addition.sql],
    rows: (changes) => [addition.rows(changes)],
  };
};

/** Key of a count: the requests of a subject (an account, a client network), under the name of their limit. */
export interface WindowCount {
  key: string;
  requests: number;
  /** Length of a window that begins now, in milliseconds. */
  windowMs: number;
}

/** A window that has not ended. */
export interface RateWindow {
  requests: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/** Stores fixed windows. They survive a restart, are shared by all servers, and neither wait for money transactions nor block them. */
export interface WindowStore {
  /**
   * Counts requests; a window begins with its first request. Each key at most once.
   * @param now milliseconds since the epoch
   * @returns the windows by key, including these requests
   */
  add(counts: readonly WindowCount[], now: number): Promise<ReadonlyMap<string, RateWindow>>;

  /** The key's window, without counting. */
  find(key: string, now: number): Promise<RateWindow | undefined>;

  /** Deletes windows that have ended. */
  forgetEnded(now: number): Promise<void>;

  close(): Promise<void>;
}
