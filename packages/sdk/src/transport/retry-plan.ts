import type { Clock } from '../clock.js';
import { backoffMs } from './backoff.js';
import type { Call } from './call.js';
import type { RateGate } from './rate-gate.js';

/** How one call waits before its next attempt: at the gate of its rate limit, or by itself. */
export interface NextWait {
  readonly ms: number;
  /** Told by the rate limit; the gate waits for everybody. */
  readonly atGate: boolean;
}

/**
 * A server that was never reached is not asked for longer than this, unless the caller set a deadline: what is wrong is
 * probably the address, and whoever mistyped it should not wait for the message.
 */
const unreachableMs = 2_000;

/** Counts the attempts of one call, and says how long to wait for the next, or that there is none. */
export class RetryPlan {
  readonly #clock: Clock;
  readonly #call: Call;
  readonly #gate: RateGate;
  #failures = 0;
  /** Refusals in a row during which the rate limit let nobody through, and how long they asked to wait in all. */
  #refusals = 0;
  #refusedMs = 0;
  #passed: number;
  readonly #startedAt: number;

  /** `passed`: the gate's count when the call began; `startedAt`: when that was, on the monotonic clock. */
  constructor(
    clock: Clock,
    call: Call,
    gate: RateGate,
    { passed, startedAt }: { passed: number; startedAt: number },
  ) {
    this.#clock = clock;
    this.#call = call;
    this.#gate = gate;
    this.#passed = passed;
    this.#startedAt = startedAt;
  }

  /** The wait after a failed attempt, or one refused by a rate limit; undefined when the call ends with its error. */
  next({
    isRateLimited,
    isUnreachable,
    retryAt,
  }: {
    isRateLimited: boolean;
    isUnreachable: boolean;
    retryAt: number | undefined;
  }): NextWait | undefined {
    const { limits, scope } = this.#call;
    const askedMs = retryAt === undefined ? 0 : retryAt - this.#clock.now();
    const atGate = isRateLimited && askedMs > 0;
    const isSpent = atGate ? this.#isRefusedTooOften(askedMs) : ++this.#failures > limits.maxRetries;
    if (isSpent || askedMs > limits.maxRetryAfterMs) return undefined;
    const ms = atGate ? askedMs : Math.max(askedMs, backoffMs(this.#failures, this.#clock.random));
    if (isUnreachable && scope.deadlineAt === Infinity) {
      const elapsedMs = this.#clock.monotonic() - this.#startedAt;
      if (elapsedMs + ms > unreachableMs) return undefined;
    }
    return ms > scope.leftMs ? undefined : { ms, atGate };
  }

  /**
   * Being told to wait is no failed attempt. It ends a call only when the server, asked `maxRetries` times and for longer
   * than `maxRetryAfterMs`, has let nobody through.
   */
  #isRefusedTooOften(askedMs: number): boolean {
    const { maxRetries, maxRetryAfterMs } = this.#call.limits;
    if (this.#gate.passed !== this.#passed) {
      this.#passed = this.#gate.passed;
      this.#refusals = 0;
      this.#refusedMs = 0;
    }
    this.#refusals += 1;
    this.#refusedMs += askedMs;
    return maxRetries === 0 || (this.#refusals > maxRetries && this.#refusedMs > maxRetryAfterMs);
  }
}
