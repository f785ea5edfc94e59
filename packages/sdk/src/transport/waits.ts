import type { Clock } from '../clock.js';
import { RateLimitError } from '../errors.js';
import type { Call } from './attempt.js';
import type { Cut } from './call-scope.js';
import { type AnswerHeaders, headerOf } from './headers.js';

/** A call that waits to be let out. */
interface Waiter {
  readonly call: Call;
  /** Number of requests it has made. */
  readonly attempts: number;
  /** Lets it out, or refuses it. */
  readonly end: (error?: Error) => void;
}

/**
 * Queue for the requests of one client under one rate limit of the server. It lets everything out until the server refuses
 * one; after that it queues the rest, waits as long as it was told, and lets out as many as the server says remain in its
 * window (RateLimit-Remaining, RateLimit-Reset). Requests that would certainly be refused are not sent.
 */
export class RateGate {
  readonly #clock: Clock;
  /** Refused calls first, then the ones that have not been sent yet; each in arrival order. */
  readonly #queues = { again: new Set<Waiter>(), fresh: new Set<Waiter>() };
  /** No request leaves before this time. All times are monotonic. */
  #opensAt = -Infinity;
  /** Number of requests that may be pending at a time, by the last answer; Infinity while the server has refused none. */
  #room = Infinity;
  /** Time at which `room` becomes a full window's. */
  #windowEndsAt = -Infinity;
  /** Requests in a full window: RateLimit-Limit, or the number that got through before the refusal. */
  #windowRoom = Infinity;
  #onTheirWay = 0;
  #passedSinceOpen = 0;
  #passed = 0;
  /** The shortest time from a request to its answer. */
  #fastestMs: number | undefined;
  #timer: { readonly at: number; readonly controller: AbortController } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of requests that the server has accepted: two equal readings show that none got through in between. */
  get passed(): number {
    return this.#passed;
  }

  /**
   * Waits until the call may send. A call that was let out must call `answered` or `failed` once. After a
   * wait a call is let out only with time left for an answer: a lookup without that time would end as one
   * that may have been charged.
   *
   * @throws AbortedError, TimeoutError (deadline), RateLimitError if the gate opens later than this call may
   * wait
   */
  enter(call: Call, attempts: number): Promise<void> | void {
    const facts = { operation: call.operation.id, attempts };
    call.scope.throwIfCut(facts);
    const tooLate = attempts > 0 && this.#tooLateFor(call, attempts);
    if (tooLate) throw tooLate;
    const queue = attempts > 0 ? this.#queues.again : this.#queues.fresh;
    if (this.#room === Infinity) {
      this.#onTheirWay += 1;
      return;
    }
    const tooLong = this.#tooLongFor(call, attempts);
    if (tooLong) throw tooLong;
    return new Promise<void>((resolve, reject) => {
      let stopListening = () => {};
      const end = (error?: Error) => {
        queue.delete(waiter);
        stopListening();
        if (error) reject(error);
        else resolve();
      };
      const waiter: Waiter = { call, attempts, end };
      queue.add(waiter);
      const onCut = (why: Cut) => {
        end(call.scope.errorOf(why, 'while waiting', facts));
        this.#pump();
      };
      stopListening = call.scope.onCut(onCut, { isWaiting: true });
      this.#pump();
    });
  }

  /** Notes an answer that is not a refusal by this limit, after `tookMs`. */
  answered(headers: AnswerHeaders, tookMs: number): void {
    this.#fastestMs = Math.min(this.#fastestMs ?? Infinity, tookMs);
    this.#onTheirWay -= 1;
    this.#passed += 1;
    this.#passedSinceOpen += 1;
    if (this.#room === Infinity) return;
    const remaining = countIn(headers, 'ratelimit-remaining');
    const resetSeconds = countIn(headers, 'ratelimit-reset');
    if (remaining !== undefined && resetSeconds !== undefined) {
      this.#room = remaining;
      this.#windowEndsAt = this.#clock.monotonic() + resetSeconds * 1_000;
      this.#windowRoom = Math.max(1, countIn(headers, 'ratelimit-limit') ?? this.#windowRoom);
    }
    this.#pump();
  }

  /** Notes a request without an answer. */
  failed(): void {
    this.#onTheirWay -= 1;
    this.#pump();
  }

  /** Notes a refusal: no request would get through in the next `waitMs`. */
  refused(waitMs: number, headers: AnswerHeaders): void {
    this.#onTheirWay -= 1;
    const now = this.#clock.monotonic();
    this.#windowRoom = Math.max(1, countIn(headers, 'ratelimit-limit') ?? this.#passedSinceOpen);
    this.#opensAt = Math.max(this.#opensAt, now + waitMs);
    this.#room = 0;
    this.#windowEndsAt = this.#opensAt;
    for (const { call, attempts, end } of [...this.#queues.again, ...this.#queues.fresh]) {
      const error = this.#tooLongFor(call, attempts);
      if (error) end(error);
    }
    this.#pump();
  }

  /** Lets out the calls that may leave now, and schedules itself for the next one. */
  #pump(): void {
    for (;;) {
      const [next] = this.#queues.again.size > 0 ? this.#queues.again : this.#queues.fresh;
      if (!next) return this.#setTimer(undefined);
      const tooLate = this.#tooLateFor(next.call, next.attempts);
      if (tooLate) {
        next.end(tooLate);
        continue;
      }
      const now = this.#clock.monotonic();
      if (now >= this.#windowEndsAt && this.#room !== Infinity) this.#openWindow();
      if (now >= this.#opensAt && this.#onTheirWay < this.#room) {
        this.#onTheirWay += 1;
        next.end();
        continue;
      }
      // Answers to pending requests pump as well: they may make room before the window ends.
      const hasRoom = this.#onTheirWay < this.#room;
      return this.#setTimer(hasRoom ? this.#opensAt : Math.max(this.#opensAt, this.#windowEndsAt));
    }
  }

  #openWindow(): void {
    this.#room = this.#windowRoom;
    this.#windowEndsAt = Infinity;
    this.#passedSinceOpen = 0;
  }

  #setTimer(at: number | undefined): void {
    if (this.#timer?.at === at) return;
    this.#timer?.controller.abort();
    this.#timer = undefined;
    if (at === undefined || at === Infinity) return;
    const timer = { at, controller: new AbortController() };
    this.#timer = timer;
    const onTime = () => {
      if (this.#timer === timer) this.#timer = undefined;
      this.#pump();
    };
    this.#clock.sleep(at - this.#clock.monotonic(), timer.controller.signal).then(onTime, () => {});
  }

  /** The error of a call that no answer could reach before its deadline, at the server's fastest time so far. */
  #tooLateFor({ scope, operation }: Call, attempts: number): Error | undefined {
    if (scope.leftMs > (this.#fastestMs ?? 0)) return undefined;
    return scope.errorOf('deadlineMs', 'while waiting', { operation: operation.id, attempts });
  }

  /** The error of a call that may not wait until the gate opens. The time in the queue after that is not counted. */
  #tooLongFor(call: Call, attempts: number): RateLimitError | undefined {
    const closedMs = this.#opensAt - this.#clock.monotonic();
    if (closedMs <= 0 || (closedMs <= call.limits.maxRetryAfterMs && closedMs <= call.scope.leftMs)) {
      return undefined;
    }
    return new RateLimitError(
      'This client is waiting for a rate limit, for longer than this call may wait.',
      { operation: call.operation.id, attempts, retryAt: new Date(this.#clock.now() + closedMs) },
    );
  }
}

function countIn(headers: AnswerHeaders, name: string): number | undefined {
  const value = headerOf(headers, name)?.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/**
 * Longest time to try a server that was never reached, unless the caller set a deadline: the address is
 * probably wrong, and a user who mistyped it should not wait for the message.
 */
const unreachableMs = 2_000;

/** A failure, or a rate limit; the server may never have been reached. */
type Failed = { isRateLimited: boolean; isUnreachable: boolean; retryAt: number | undefined };

/**
 * Counts the attempts of a call that begins now, and decides how long to wait for the next, or that there is no next one: then it
 * returns undefined. A wait that the rate limit demanded is `atGate`: the gate then waits for all calls.
 */
export function retryPlan(
  clock: Clock,
  { limits, scope }: Call,
  gate: RateGate,
): (failed: Failed) => { ms: number; atGate: boolean } | undefined {
  const { maxRetries, maxRetryAfterMs } = limits;
  let failures = 0;
  /** Consecutive refusals while the rate limit let no request through, and their total wait. */
  let refusals = 0;
  let refusedMs = 0;
  let { passed } = gate;
  const startedAt = clock.monotonic();
  return ({ isRateLimited, isUnreachable, retryAt }) => {
    const askedMs = retryAt === undefined ? 0 : retryAt - clock.now();
    const atGate = isRateLimited && askedMs > 0;
    const isSpent = atGate ? isRefusedTooOften(askedMs) : ++failures > maxRetries;
    if (isSpent || askedMs > maxRetryAfterMs) return undefined;
    const ms = atGate ? askedMs : Math.max(askedMs, backoffMs(failures, clock.random));
    const elapsedMs = clock.monotonic() - startedAt;
    if (isUnreachable && scope.deadlineAt === Infinity && elapsedMs + ms > unreachableMs) return undefined;
    return ms > scope.leftMs ? undefined : { ms, atGate };
  };

  /**
   * A demand to wait is not a failed attempt. It ends a call only if the server has refused `maxRetries`
   * times and for longer than `maxRetryAfterMs`, and has let no request through.
   */
  function isRefusedTooOften(askedMs: number): boolean {
    if (gate.passed !== passed) {
      ({ passed } = gate);
      refusals = 0;
      refusedMs = 0;
    }
    refusals += 1;
    refusedMs += askedMs;
    return maxRetries === 0 || (refusals > maxRetries && refusedMs > maxRetryAfterMs);
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
