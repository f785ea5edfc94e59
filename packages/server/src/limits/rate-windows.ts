import { MS_PER_MINUTE, systemClock } from '../clock.js';
import { Batches, restrictToOwner } from '../database/index.js';
import { openFile, type OpenFile } from '../database/sqlite/open-file.js';

/** How many requests a key has made in a window that has not ended. */
export interface RateWindow {
  points: number;
  /** Milliseconds since the epoch. */
  expire: number;
}

interface Addition {
  key: string;
  points: number;
  windowMs: number;
}

/** Requests that share a statement. */
const MAX_PER_BATCH = 1_000;
const CLEAN_EVERY_MS = 5 * MS_PER_MINUTE;

/**
 * Fixed windows in a file of their own, which several processes may have open: a window must survive a restart and hold
 * for all of them, but it may never wait for, or hold up, money.
 */
export class RateWindows {
  readonly table = 'rate_windows';
  readonly #additions = new Batches<Addition, RateWindow>((all) => this.#addAll(all), MAX_PER_BATCH);

  readonly #cleaning: NodeJS.Timeout;

  private constructor(readonly file: OpenFile) {
    this.#cleaning = setInterval(() => void this.#forgetEnded(), CLEAN_EVERY_MS).unref();
  }

  static async open(path: string): Promise<RateWindows> {
    const file = await openFile(path, { mode: 'create', busyTimeoutMs: 5_000 });
    // A lost window after a power failure costs nobody anything, so these writes need not reach the disk.
    await file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    await restrictToOwner(path);
    return new RateWindows(file);
  }

  /** Counts requests of a key; a window begins with the first. Who asks at the same time shares a statement. */
  async add(key: string, points: number, windowMs: number): Promise<RateWindow> {
    const [window] = await this.#additions.ask([{ key, points, windowMs }]);
    if (window === undefined) throw new Error('a rate window was not written');
    return window;
  }

  close(): Promise<void> {
    clearInterval(this.#cleaning);
    return this.file.close();
  }

  async #addAll(additions: readonly Addition[]): Promise<RateWindow[]> {
    // The system's time, as the library that reads these windows takes it.
    const now = systemClock.now();
    const sums = new Map<string, Addition>();
    for (const addition of additions) {
      const points = (sums.get(addition.key)?.points ?? 0) + addition.points;
      sums.set(addition.key, { ...addition, points });
    }
    const set = [...sums.values()].map(({ key, points, windowMs }) => [key, points, now + windowMs]);
    const rows = await this.file.query<(RateWindow & { key: string })[]>(ADD, [
      JSON.stringify(set),
      now,
      now,
    ]);
    const ends = new Map(rows.map(({ key, expire }) => [key, expire]));
    // Each is told where it stands itself: the first of three that came together has used one.
    const used = new Map(rows.map(({ key, points }) => [key, points - (sums.get(key)?.points ?? 0)]));
    return additions.map((addition) => {
      const points = (used.get(addition.key) ?? 0) + addition.points;
      used.set(addition.key, points);
      return { points, expire: ends.get(addition.key) ?? now + addition.windowMs };
    });
  }

  async #forgetEnded(): Promise<void> {
    // Another process may hold the file; the next time will do.
    const ended = `DELETE FROM ${this.table} WHERE expire < ?`;
    await this.file.query(ended, [systemClock.now()]).catch(() => undefined);
  }
}

const ADD = `
  INSERT INTO rate_windows (key, points, expire)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true
      ON CONFLICT (key) DO UPDATE SET
         points = CASE WHEN expire > ? THEN points + excluded.points ELSE excluded.points END,
         expire = CASE WHEN expire > ? THEN expire ELSE excluded.expire END
  RETURNING key, points, expire`;
