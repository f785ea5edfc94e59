import { RateLimiterSQLite } from 'rate-limiter-flexible';
import type { RateWindow, RateWindows } from './rate-windows.js';

/** What a limit is called, how many requests it allows, and in what fixed window (reading 13). */
export interface RateLimit {
  name: string;
  limit: number;
  windowSeconds: number;
}

/**
 * rate-limiter-flexible, except for how it counts: its own way takes three statements a request and nests the
 * savepoints of requests that arrive together, so that under steady load the outermost is not released.
 */
export class WindowLimiter extends RateLimiterSQLite {
  readonly #windows: RateWindows;

  private constructor(windows: RateWindows, limit: RateLimit, whenReady: (error?: unknown) => void) {
    super(
      {
        storeClient: windows.file.driver,
        storeType: 'sqlite3',
        tableName: windows.table,
        keyPrefix: limit.name,
        points: limit.limit,
        duration: limit.windowSeconds,
        // The library's own cleaning ends the process when the file is busy or closed: its promise is nobody's.
        clearExpiredByTimeout: false,
      },
      whenReady,
    );
    this.#windows = windows;
  }

  /** Makes the table if there is none. */
  static create(windows: RateWindows, limit: RateLimit): Promise<WindowLimiter> {
    return new Promise((resolve, reject) => {
      const limiter = new WindowLimiter(windows, limit, (error) =>
        error instanceof Error ? reject(error) : resolve(limiter),
      );
    });
  }

  /** What the library asks of a store. */
  _upsert(key: string, points: number, windowMs: number): Promise<RateWindow> {
    return this.#windows.add(key, points, windowMs);
  }
}
