import type { Clock } from '../clock.js';
import { RateLimitError } from '../errors/index.js';
import { backoffMs } from './backoff.js';
import type { Call } from './call.js';

/** All waiting of one client: before an attempt is repeated, and while a rate limit is closed for everybody. */
export class Waits {
  readonly #clock: Clock;
  /**
   * From when on (monotonic) requests under a limit may be sent. While one call is told to wait, the others under that limit wait
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
    return waitMs > call.scope.leftMs ? undefined : waitMs;
  }

  /** The server closed this call's rate limit until `retryAt`: nobody's request would get through before. */
  close(call: Call, retryAt: number): void {
    const { limit } = call.operation;
    const closedMs = retryAt - this.#clock.now();
    if (closedMs > call.limits.maxRetryAfterMs) return;
    const opensAt = this.#clock.monotonic() + closedMs;
    this.#opensAt.set(limit, Math.max(opensAt, this.#opensAt.get(limit) ?? -Infinity));
  }

  /**
   * Waits `waitMs`, then as long as the call's rate limit is closed.
   *
   * @throws AbortedError, TimeoutError (deadline), RateLimitError when the gate opens later than this call may wait
   */
  async pass(call: Call, waitMs: number, attempts: number): Promise<void> {
    const { scope, operation } = call;
    const facts = { operation: operation.id, attempts };
    if (waitMs > 0) await scope.sleep(waitMs, facts);
    for (;;) {
      scope.throwIfCut(facts);
      const closedMs = (this.#opensAt.get(operation.limit) ?? -Infinity) - this.#clock.monotonic();
      if (closedMs <= 0) return;
      if (closedMs > call.limits.maxRetryAfterMs || closedMs > scope.leftMs) {
        throw new RateLimitError(
          'Another call of this client was told to wait for this rate limit, longer than this call may.',
          { ...facts, retryAt: new Date(this.#clock.now() + closedMs) },
        );
      }
      await scope.sleep(closedMs, facts);
    }
  }
}
