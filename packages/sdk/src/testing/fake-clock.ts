import { type Clock, systemClock } from '../clock.js';

/**
 * A clock with waits that take no time: `sleep` moves it forward and returns at once. With `{ manual: true }`
 * sleepers wait for `advance`. Limits on work in progress (`timeoutMs`) run in real time, as the work does.
 */
export class FakeClock implements Clock {
  /** Every requested wait, in milliseconds. */
  readonly slept: number[] = [];
  readonly #manual: boolean;
  readonly #sleepers = new Set<{ until: number; wake: () => void }>();
  #now: number;

  constructor({ now = Date.now(), manual = false }: { now?: number; manual?: boolean } = {}) {
    this.#now = now;
    this.#manual = manual;
  }

  now(): number {
    return this.#now;
  }

  /** Same as `now`: this clock is never changed by hand. */
  monotonic(): number {
    return this.#now;
  }

  /** Always 0: waits with jitter take their full length. */
  random(): number {
    return 0;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.slept.push(ms);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (!this.#manual) {
      this.#now += ms;
      return new Promise((resolve) => setImmediate(resolve));
    }
    return new Promise((resolve, reject) => {
      const sleeper = {
        until: this.#now + ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#sleepers.add(sleeper);
    });
  }

  limit(ms: number, expire: () => void): () => void {
    return systemClock.limit(ms, expire);
  }

  /** Number of waiting sleepers. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Moves the time forward and wakes sleepers that are due. */
  advance(ms: number): void {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers]) if (sleeper.until <= this.#now) sleeper.wake();
  }
}
