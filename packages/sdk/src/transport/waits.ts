import type { Clock } from '../clock.js';
import { RateLimitError } from '../errors/index.js';
import { backoffMs } from './backoff.js';
import type { Call } from './call.js';
import { abortedWhileWaiting, deadlineError } from './failure-error.js';

/** All waiting of one client: before an attempt is repeated, and while a rate limit is closed for everybody. */
export class Waits {
  readonly #clock: Clock;
  /**
   * From when on requests under a limit may be sent. While one call is told to wait, the others under that limit wait
   * too: they could only be refused, and refused requests make the wait longer for everybody.
   */
  readonly #opensAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long to wait before the next attempt; undefined when that is longer than this call may wait. */
  before(call: Call, attempt: number, retryAt: number | undefined): number | undefined {
    const askedMs = retryAt === undefined ? 0 : retryAt - this.#clock.now();
    if (askedMs > call.limits.maxRetryAfterMs) return undefined;
    const waitMs = Math.max(askedMs, backoffMs(attempt, this.#clock.random));
    return this.#clock.now() + waitMs > call.deadlineAt ? undefined : waitMs;
  }

  /** The server closed this call's rate limit until `until`: nobody's request would get through before. */
  close(call: Call, until: number): void {
    const { limit } = call.operation;
    if (until - this.#clock.now() <= call.limits.maxRetryAfterMs) {
      this.#opensAt.set(limit, Math.max(until, this.#opensAt.get(limit) ?? 0));
    }
  }

  /**
   * Waits `waitMs`, then as long as the call's rate limit is closed.
   *
   * @throws AbortedError, TimeoutError (deadline), RateLimitError when the gate opens later than this call may wait
   */
  async pass(call: Call, waitMs: number, attempts: number): Promise<void> {
    if (waitMs > 0) await this.#sleep(call, waitMs, attempts);
    for (;;) {
      if (call.signal?.aborted) throw abortedWhileWaiting(call, attempts);
      const opensAt = this.#opensAt.get(call.operation.limit) ?? 0;
      const closedMs = opensAt - this.#clock.now();
      if (closedMs <= 0) return;
      if (closedMs > call.limits.maxRetryAfterMs || opensAt > call.deadlineAt) {
        throw new RateLimitError(
          'Another call of this client was told to wait for this rate limit, longer than this call may.',
          { operation: call.operation.id, attempts, retryAt: new Date(opensAt) },
        );
      }
      await this.#sleep(call, closedMs, attempts);
    }
  }

  async #sleep(call: Call, waitMs: number, attempts: number): Promise<void> {
    try {
      await this.#clock.sleep(waitMs, call.signal);
    } catch (reason) {
      throw call.signal?.aborted ? abortedWhileWaiting(call, attempts) : reason;
    }
    if (this.#clock.now() > call.deadlineAt) throw deadlineError(call, attempts);
  }
}
