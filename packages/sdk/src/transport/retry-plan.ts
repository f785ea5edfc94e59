import type { Clock } from '../clock.js';
import type { Call } from './call.js';
import type { RateGate } from './rate-gate.js';

/** Wait of a call before its next attempt: at the gate of its rate limit, or by itself. */
export interface NextWait {
  readonly ms: number;
  /** True if the rate limit demanded the wait; the gate then waits for all calls. */
  readonly atGate: boolean;
}

/**
 * Longest time to try a server that was never reached, unless the caller set a deadline: the address is
 * probably wrong, and a user who mistyped it should not wait for the message.
 */
const unreachableMs = 2_000;

/** Counts the attempts of one call, and decides how long to wait for the next, or that there is no next one. */
export class RetryPlan {
  readonly #clock: Clock;
  readonly #call: Call;
  readonly #gate: RateGate;
  #failures = 0;
  /** Consecutive refusals while the rate limit let no request through, and their total wait. */
  #refusals = 0;
  #refusedMs = 0;
  #passed: number;
  readonly #startedAt: number;

  /**
   * @param passed the gate's count when the call began
   * @param startedAt time when the call began, on the monotonic clock
   */
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

  /** The wait after a failed attempt, or one refused by a rate limit; undefined if the call ends with its error. */
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
   * A demand to wait is not a failed attempt. It ends a call only if the server has refused `maxRetries`
   * times and for longer than `maxRetryAfterMs`, and has let no request through.
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

const firstMs = 500;

const longestMs = 8_000;

/**
 * Whole milliseconds to wait before the next attempt after `failures` failed ones: 0.5, 1, 2 … 8 s, each
 * minus a random share of up to half of it.
 */
export function backoffMs(failures: number, random: () => number): number {
  return Math.round(Math.min(longestMs, firstMs * 2 ** (failures - 1)) * (1 - random() / 2));
}
