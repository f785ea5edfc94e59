import { insertionInto, type PostgresDatabase } from '../../platform/database/postgres/index.js';
import {
  ADDED_DAYS,
  tallyTablesOf,
  type DailyLookups,
  type RateWindow,
  type TallyStore,
  type WindowCount,
  type WindowStore,
} from './stores.js';

export const tallyTables = tallyTablesOf('wanted.value::json', insertionInto<DailyLookups>(...ADDED_DAYS));

export const postgresTallies = (database: PostgresDatabase): TallyStore => ({
  counts: (scope) => tallyTables.read(database.ask, scope),
});

/** Windows that all servers of a database share. */
export class PostgresWindowStore implements WindowStore {
  constructor(private readonly database: PostgresDatabase) {}

  async add(counts: readonly WindowCount[], now: number): Promise<ReadonlyMap<string, RateWindow>> {
    // Sorted by key: two servers that count the same keys in different orders could deadlock.
    const sorted = [...counts].sort((a, b) => (a.key < b.key ? -1 : 1));
    const rows = await this.database.query<RateWindow & { key: string }>(ADD, [
      sorted.map(({ key }) => key),
      sorted.map(({ requests }) => requests),
      sorted.map(({ windowMs }) => now + windowMs),
      now,
    ]);
    return new Map(rows.map(({ key, requests, endsAt }) => [key, { requests, endsAt }]));
  }

  async find(key: string, now: number): Promise<RateWindow | undefined> {
    const [window] = await this.database.query<RateWindow>(FIND, [key, now]);
    return window;
  }

  async forgetEnded(now: number): Promise<void> {
    await this.database.query(FORGET, [now]);
  }

  /** Does nothing: the owner of the database closes it. */
  async close(): Promise<void> {}
}

const ADD = `
  INSERT INTO rate_windows AS w (key, requests, ends_at)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[])
      ON CONFLICT (key) DO UPDATE SET
         requests = CASE WHEN w.ends_at > $4 THEN w.requests + excluded.requests ELSE excluded.requests END,
         ends_at = CASE WHEN w.ends_at > $4 THEN w.ends_at ELSE excluded.ends_at END
  RETURNING key, requests, ends_at AS "endsAt"`;

const FIND = 'SELECT requests, ends_at AS "endsAt" FROM rate_windows WHERE key = $1 AND ends_at > $2';

/** Skips windows that a count has locked; the next sweep deletes them. */
const FORGET = `
  DELETE FROM rate_windows WHERE key IN (
    SELECT key FROM rate_windows WHERE ends_at <= $1 FOR UPDATE SKIP LOCKED)`;
