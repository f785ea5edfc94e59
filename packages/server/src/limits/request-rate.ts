import { RateLimiterRes } from 'rate-limiter-flexible';
import { MS_PER_SECOND } from '../clock.js';
import { RateWindows } from './rate-windows.js';
import { WindowLimiter, type RateLimit } from './window-limiter.js';

/** Where a caller stands in the current window. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, rounded up. */
  resetSeconds: number;
}

/**
 * The window of an address in which refused requests count as well. The one of the contract counts accepted requests
 * only, so without a second one refusals would be without end.
 */
export const attemptsOf = (name: string): string => `${name}-attempts`;

/** Too many requests in the window; nothing was looked up or charged. */
export class RateLimitedError extends Error {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds: number;

  constructor(readonly state: RateState) {
    const seconds = Math.max(1, state.resetSeconds);
    super(
      `Too many requests (limit: ${state.limit}). Nothing was charged. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    );
    this.retryAfterSeconds = seconds;
  }
}

/** Counts requests in fixed windows that start with the first request. */
export class RequestRate {
  readonly #windows: RateWindows;
  readonly #limits: ReadonlyMap<string, RateLimit>;
  /** By name and number: accounts whose number differs share their windows, but not when they are full. */
  readonly #limiters = new Map<string, Promise<WindowLimiter>>();

  private constructor(windows: RateWindows, limits: readonly RateLimit[]) {
    this.#windows = windows;
    this.#limits = new Map(limits.map((limit) => [limit.name, limit]));
  }

  static async open(path: string, limits: readonly RateLimit[]): Promise<RequestRate> {
    const rate = new RequestRate(await RateWindows.open(path), limits);
    for (const { name } of limits) await rate.#limiter(name);
    return rate;
  }

  /**
   * Counts one request.
   * @param limit how many this subject may make, where that is not the limit's own number
   * @throws RateLimitedError
   */
  async consume(name: string, subject: string, limit?: number): Promise<RateState> {
    const limiter = await this.#limiter(name, limit);
    try {
      return rateState(limiter.points, await limiter.consume(subject));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw new RateLimitedError(rateState(limiter.points, refusal));
      throw refusal;
    }
  }

  /** Refuses when the window is full, without counting. @throws RateLimitedError */
  async requireRoom(name: string, subject: string): Promise<RateState> {
    const limiter = await this.#limiter(name);
    const { points: limit, duration: resetSeconds } = limiter;
    const current = await limiter.get(subject);
    if (current === null) return { limit, remaining: limit, resetSeconds };
    const state = rateState(limit, current);
    if (current.consumedPoints >= limit) throw new RateLimitedError(state);
    return state;
  }

  close(): Promise<void> {
    return this.#windows.close();
  }

  #limiter(name: string, number?: number): Promise<WindowLimiter> {
    const known = this.#limits.get(name);
    if (known === undefined) throw new Error(`there is no rate limit "${name}"`);
    const limit = number ?? known.limit;
    const key = `${name} ${limit}`;
    let limiter = this.#limiters.get(key);
    if (limiter === undefined) {
      limiter = WindowLimiter.create(this.#windows, { ...known, limit });
      this.#limiters.set(key, limiter);
      // What failed is tried again by the next request.
      limiter.catch(() => this.#limiters.delete(key));
    }
    return limiter;
  }
}

const rateState = (limit: number, res: RateLimiterRes): RateState => ({
  limit,
  remaining: res.remainingPoints,
  resetSeconds: Math.max(0, Math.ceil(res.msBeforeNext / MS_PER_SECOND)),
});
