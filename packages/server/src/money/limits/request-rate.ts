import { MS_PER_MINUTE, MS_PER_SECOND, type Clock } from '../../platform/clock.js';
import { Batches } from '../../platform/lib/batches.js';
import { clientNetwork, widerNetwork } from './client-network.js';
import type { RateWindow, WindowCount, WindowStore } from './stores.js';

/** Name of a limit, number of requests it allows, and its fixed window (reading 13). */
export interface RateLimit {
  name: string;
  limit: number;
  windowSeconds: number;
}

/** State of a caller's current window. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, rounded up. */
  resetSeconds: number;
}

/**
 * Name of a second window per address, which also counts refused requests. The contract's limit counts accepted requests only,
 * so without this one refusals would be unlimited.
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

/** Most requests that share a statement. */
const MAX_PER_BATCH = 1_000;
const CLEAN_EVERY_MS = 5 * MS_PER_MINUTE;

/** Counts requests in fixed windows that start with the first request. */
export class RequestRate {
  readonly #limits: ReadonlyMap<string, RateLimit>;
  readonly #counts = new Batches<WindowCount, RateWindow>((counts) => this.#countAll(counts), MAX_PER_BATCH);
  readonly #cleaning: NodeJS.Timeout;

  constructor(
    private readonly windows: WindowStore,
    private readonly clock: Clock,
    limits: readonly RateLimit[],
  ) {
    this.#limits = new Map(limits.map((limit) => [limit.name, limit]));
    // Another process may have locked the windows; the next run deletes them.
    const clean = () => void windows.forgetEnded(clock.now()).catch(() => undefined);
    this.#cleaning = setInterval(clean, CLEAN_EVERY_MS).unref();
  }

  /**
   * Counts one request.
   * @param number limit for this subject, if it differs from the default
   * @throws RateLimitedError
   */
  async consume(name: string, subject: string, number?: number): Promise<RateState> {
    const { limit: usual, windowSeconds } = this.#limitOf(name);
    const limit = number ?? usual;
    const windowMs = windowSeconds * MS_PER_SECOND;
    const [window] = await this.#counts.ask([{ key: keyOf(name, subject), requests: 1, windowMs }]);
    if (window === undefined) throw new Error('a rate window was not written');
    const state = rateState(limit, window, this.clock.now());
    if (window.requests > limit) throw new RateLimitedError(state);
    return state;
  }

  /** Refuses if the window is full, without counting. @param number see `consume` @throws RateLimitedError */
  async requireRoom(name: string, subject: string, number?: number): Promise<RateState> {
    const { limit: usual, windowSeconds: resetSeconds } = this.#limitOf(name);
    const limit = number ?? usual;
    const now = this.clock.now();
    const window = await this.windows.find(keyOf(name, subject), now);
    if (window === undefined) return { limit, remaining: limit, resetSeconds };
    const state = rateState(limit, window, now);
    if (window.requests >= limit) throw new RateLimitedError(state);
    return state;
  }

  /** Stops deleting old windows. The owner of the store closes it. */
  stop(): void {
    clearInterval(this.#cleaning);
  }

  #limitOf(name: string): RateLimit {
    const limit = this.#limits.get(name);
    if (limit === undefined) throw new Error(`there is no rate limit "${name}"`);
    return limit;
  }

  /** Requests of one key in a batch get consecutive counts rather than the batch's sum. */
  async #countAll(counts: readonly WindowCount[]): Promise<RateWindow[]> {
    const sums = new Map<string, WindowCount>();
    for (const count of counts) {
      const requests = (sums.get(count.key)?.requests ?? 0) + count.requests;
      sums.set(count.key, { ...count, requests });
    }
    const windows = await this.windows.add([...sums.values()], this.clock.now());
    const counted = new Map<string, number>();
    return counts.map(({ key, requests }) => {
      const window = windows.get(key);
      const sum = sums.get(key);
      if (window === undefined || sum === undefined) throw new Error('a rate window was not written');
      const upToHere = (counted.get(key) ?? window.requests - sum.requests) + requests;
      counted.set(key, upToHere);
      return { requests: upToHere, endsAt: window.endsAt };
    });
  }
}

const keyOf = (name: string, subject: string): string => `${name}:${subject}`;

const rateState = (limit: number, { requests, endsAt }: RateWindow, now: number): RateState => ({
  limit,
  remaining: Math.max(0, limit - requests),
  resetSeconds: Math.max(0, Math.ceil((endsAt - now) / MS_PER_SECOND)),
});

/** Limits of a form that strangers send without an account. */
export interface LimitsForAnyone {
  /** For one network: an IPv4 address, or an IPv6 /64. */
  network: Pick<RateLimit, 'name'>;
  /** For a wider network, such as a provider gives to one customer: an IPv6 /48, which has 65,536 of the networks above. */
  wider: RateLimit;
  /** For an IPv4 /24, which many people share. */
  ofIpv4: number;
  /** For all together. Above it, each wider network may still send its first of the hour. */
  all: RateLimit;
}

const EVERYBODY = 'all';

/**
 * Counts one form. Many from a few networks don't keep others from sending one.
 * @returns the state of the sender's network
 * @throws RateLimitedError
 */
export async function countFromAnyone(
  rate: Pick<RequestRate, 'consume' | 'requireRoom'>,
  { network, wider, ofIpv4, all }: LimitsForAnyone,
  ipAddress: string,
): Promise<RateState> {
  const around = widerNetwork(ipAddress, { ipv6: wider.limit, ipv4: ofIpv4 });
  const { remaining } = await rate.requireRoom(wider.name, around.network, around.limit);
  // Checked first, so that a refusal doesn't count toward the sender's own limit.
  if (remaining < around.limit) await rate.requireRoom(all.name, EVERYBODY);
  const state = await rate.consume(network.name, clientNetwork(ipAddress));
  const counted = await rate.consume(wider.name, around.network, around.limit);
  // Decided by the count: of requests sent at the same time, only one is the first.
  const isFirst = counted.remaining === around.limit - 1;
  await rate.consume(all.name, EVERYBODY).catch((error: unknown) => {
    if (!isFirst || !(error instanceof RateLimitedError)) throw error;
  });
  return state;
}
