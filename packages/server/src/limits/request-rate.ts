import { RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import sqlite3 from 'sqlite3';
import { MS_PER_SECOND } from '../clock.js';

/** What a limit is called, how many requests it allows, and in what fixed window (reading 13). */
export interface RateLimit {
  name: string;
  limit: number;
  windowSeconds: number;
}

/** Where a caller stands in the current window. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, rounded up. */
  resetSeconds: number;
}

/** Too many requests in the window; nothing was looked up or charged. */
export class RateLimitedError extends Error {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds: number;

  constructor(readonly state: RateState) {
    const seconds = Math.max(1, state.resetSeconds);
    super(
      `Too many requests: the limit is ${state.limit}. Nothing was charged. Try again in ${seconds} seconds.`,
    );
    this.retryAfterSeconds = seconds;
  }
}

/**
 * Counts requests in fixed windows that start with the first request, in a file of its own: a rate window must
 * survive a restart and hold for every process of the server, but it may never wait for, or hold up, money.
 */
export class RequestRate {
  readonly #connection: sqlite3.Database;
  readonly #limiters = new Map<string, { limiter: RateLimiterSQLite; limit: number }>();

  private constructor(connection: sqlite3.Database) {
    this.#connection = connection;
  }

  static async open(path: string, limits: readonly RateLimit[]): Promise<RequestRate> {
    const connection = await connect(path);
    // A lost window after a power failure costs nobody anything, so these writes need not reach the disk.
    await execute(
      connection,
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 5000',
    );
    const rate = new RequestRate(connection);
    for (const limit of limits) rate.#limiters.set(limit.name, await rate.#create(limit));
    return rate;
  }

  /** Counts one request. @throws RateLimitedError */
  async consume(name: string, subject: string): Promise<RateState> {
    const { limiter, limit } = this.#get(name);
    try {
      return rateState(limit, await limiter.consume(subject));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw new RateLimitedError(rateState(limit, refusal));
      throw refusal;
    }
  }

  /** Refuses when the window is full, without counting. @throws RateLimitedError */
  async requireRoom(name: string, subject: string): Promise<RateState> {
    const { limiter, limit } = this.#get(name);
    const current = await limiter.get(subject);
    if (current === null) return { limit, remaining: limit, resetSeconds: limiter.duration };
    const state = rateState(limit, current);
    if (current.consumedPoints >= limit) throw new RateLimitedError(state);
    return state;
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#connection.close((error) => (error === null ? resolve() : reject(error)));
    });
  }

  #get(name: string): { limiter: RateLimiterSQLite; limit: number } {
    const found = this.#limiters.get(name);
    if (found === undefined) throw new Error(`there is no rate limit "${name}"`);
    return found;
  }

  #create({ name, limit, windowSeconds }: RateLimit): Promise<{ limiter: RateLimiterSQLite; limit: number }> {
    return new Promise((resolve, reject) => {
      const limiter = new RateLimiterSQLite(
        {
          storeClient: this.#connection,
          storeType: 'sqlite3',
          tableName: 'rate_windows',
          keyPrefix: name,
          points: limit,
          duration: windowSeconds,
          clearExpiredByTimeout: true,
        },
        (error) => (error instanceof Error ? reject(error) : resolve({ limiter, limit })),
      );
    });
  }
}

const rateState = (limit: number, res: RateLimiterRes): RateState => ({
  limit,
  remaining: res.remainingPoints,
  resetSeconds: Math.max(0, Math.ceil(res.msBeforeNext / MS_PER_SECOND)),
});

function connect(path: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const connection = new sqlite3.Database(path, (error) =>
      error === null ? resolve(connection) : reject(error),
    );
  });
}

function execute(connection: sqlite3.Database, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.exec(sql, (error) => (error === null ? resolve() : reject(error)));
  });
}
