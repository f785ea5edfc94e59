import {
  EACH,
  insertionInto,
  openFile,
  restrictToOwner,
  type OpenFile,
  type SqliteDatabase,
} from '../../platform/database/sqlite/index.js';
import {
  ADDED_DAYS,
  tallyTablesOf,
  type DailyLookups,
  type RateWindow,
  type TallyStore,
  type WindowCount,
  type WindowStore,
} from './stores.js';

export const tallyTables = tallyTablesOf('wanted.value', insertionInto<DailyLookups>(...ADDED_DAYS));

export const sqliteTallies = (database: SqliteDatabase): TallyStore => ({
  counts: (scope) => tallyTables.read(database.ask, scope),
});

const BUSY_TIMEOUT_MS = 5_000;

/** Windows in a separate file, which several processes may open. */
export class SqliteWindowStore implements WindowStore {
  private constructor(private readonly file: OpenFile) {}

  static async open(path: string): Promise<SqliteWindowStore> {
    const file = await openFile(path, { mode: 'create', busyTimeoutMs: BUSY_TIMEOUT_MS });
    // A window lost in a power failure costs no money, so these writes need not reach the disk.
    await file.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; ${CREATE}`);
    await restrictToOwner(path);
    return new SqliteWindowStore(file);
  }

  async add(counts: readonly WindowCount[], now: number): Promise<ReadonlyMap<string, RateWindow>> {
    const set = counts.map(({ key, requests, windowMs }) => [key, requests, now + windowMs]);
    const rows = await this.file.query<(RateWindow & { key: string })[]>(ADD, [
      JSON.stringify(set),
      now,
      now,
    ]);
    return new Map(rows.map(({ key, requests, endsAt }) => [key, { requests, endsAt }]));
  }

  async find(key: string, now: number): Promise<RateWindow | undefined> {
    const [window] = await this.file.query<RateWindow[]>(FIND, [key, now]);
    return window;
  }

  async forgetEnded(now: number): Promise<void> {
    await this.file.query('DELETE FROM rate_windows WHERE ends_at <= ?', [now]);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

const CREATE = `
  CREATE TABLE IF NOT EXISTS rate_windows (
    key TEXT PRIMARY KEY,
    requests BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
  )`;

const ADD = `
  INSERT INTO rate_windows (key, requests, ends_at)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM ${EACH} WHERE true
      ON CONFLICT (key) DO UPDATE SET
         requests = CASE WHEN ends_at > ? THEN requests + excluded.requests ELSE excluded.requests END,
         ends_at = CASE WHEN ends_at > ? THEN ends_at ELSE excluded.ends_at END
  RETURNING key, requests, ends_at AS endsAt`;

const FIND = 'SELECT requests, ends_at AS endsAt FROM rate_windows WHERE key = ? AND ends_at > ?';
