// The gate by itself, on a clock that only the test moves: when it lets a call out, and how long it may hold
// it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../clock.js';
import { isSkipTraceError } from '../errors.js';
import type { Call } from './attempt.js';
import { CallScope, Ending } from './call-scope.js';
import { operationAt } from './operations.js';
import { RateGate } from './waits.js';

/** A clock on which limits and waits end when the test says so, in the order of their times. */
class TestClock implements Clock {
  #now = 0;
  readonly #due = new Set<{ readonly at: number; readonly act: () => void }>();
  readonly now = () => this.#now;
  readonly monotonic = () => this.#now;
  readonly random = () => 0;

  limit(ms: number, act: () => void): () => void {
    const timer = { at: this.#now + ms, act };
    this.#due.add(timer);
    return () => this.#due.delete(timer);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.limit(ms, resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        reject(signal.reason as Error);
      });
    });
  }

  async advanceTo(until: number): Promise<void> {
    for (;;) {
      const [next] = [...this.#due].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#due.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.act();
      await settled();
    }
    this.#now = until;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

type Step =
  | { kind: 'enter'; deadlineMs: number }
  | { kind: 'answer'; remaining: number | undefined; resetSeconds: number }
  | { kind: 'refuse'; waitMs: number }
  | { kind: 'fail' }
  | { kind: 'advance'; ms: number };

/** Calls at a gate, and their outcomes. */
class Run {
  readonly clock = new TestClock();
  readonly gate = new RateGate(this.clock);
  /** Calls that were let out and not answered yet. */
  readonly onTheirWay: { readonly leftAt: number }[] = [];
  readonly leftAt: number[] = [];
  readonly refusals: unknown[] = [];
  waiting = 0;
  /** End of the wait that refusals demanded of all calls. */
  closedUntil = 0;
  /** End of a window that the latest answer called used up. */
  usedUpUntil = 0;
  fastestMs = 0;

  async enter(deadlineMs: number): Promise<void> {
    const deadlineAt = this.clock.monotonic() + deadlineMs;
    const scope = new CallScope(this.clock, new Ending(), { deadlineAt, deadlineMs, signal: undefined });
    const call: Call = {
      operation: operationAt('POST', '/api/v1/skip-trace'),
      method: 'POST',
      url: 'http://127.0.0.1/api/v1/skip-trace',
      body: undefined,
      headers: {},
      limits: { timeoutMs: 1e9, deadlineMs, maxRetryAfterMs: 1e9, maxRetries: 4 },
      scope,
      idempotencyKey: undefined,
    };
    this.waiting += 1;
    try {
      const entering = this.gate.enter(call, 0);
      if (entering) await entering;
      const now = this.clock.monotonic();
      this.leftAt.push(now);
      this.onTheirWay.push({ leftAt: now });
      expect(now).toBeGreaterThanOrEqual(this.closedUntil);
      if (entering) expect(deadlineAt - now).toBeGreaterThan(this.fastestMs);
    } catch (error) {
      if (!isSkipTraceError(error)) throw error;
      this.refusals.push(error);
    } finally {
      this.waiting -= 1;
    }
  }

  take(step: Exclude<Step, { kind: 'enter' | 'advance' }>): void {
    const first = this.onTheirWay.shift();
    if (!first) return;
    const now = this.clock.monotonic();
    if (step.kind === 'fail') this.gate.failed();
    else if (step.kind === 'refuse') {
      this.closedUntil = Math.max(this.closedUntil, now + step.waitMs);
      this.gate.refused(step.waitMs, {});
    } else {
      const { remaining, resetSeconds } = step;
      const tookMs = now - first.leftAt;
      this.fastestMs = this.gate.passed === 0 ? tookMs : Math.min(this.fastestMs, tookMs);
      if (remaining === undefined) this.gate.answered({}, tookMs);
      else {
        this.usedUpUntil = remaining === 0 ? now + resetSeconds * 1_000 : 0;
        const headers = { 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': `${resetSeconds}` };
        this.gate.answered(headers, tookMs);
      }
    }
  }

  /** Answers pending calls, and the calls that leave then, until no more calls leave. */
  async drain(): Promise<void> {
    while (this.onTheirWay.length > 0) {
      this.take({ kind: 'answer', remaining: undefined, resetSeconds: 0 });
      await settled();
    }
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      deadlineMs: fc.constantFrom(Infinity, 500, 5_000, 20_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      remaining: fc.constantFrom(undefined, 0, 1, 5, 99_999),
      resetSeconds: fc.constantFrom(0, 1, 10, 60),
    }),
  },
  fc.record({ kind: fc.constant('refuse' as const), waitMs: fc.constantFrom(1, 1_000, 30_000) }),
  fc.record({ kind: fc.constant('fail' as const) }),
  fc.record({ kind: fc.constant('advance' as const), ms: fc.constantFrom(1, 200, 1_000, 5_000) }),
);

describe('for any answers and refusals of a server', () => {
  it('the gate opens when the refusals said, and holds longer only for a window that is used up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const run = new Run();
        const calls: Promise<void>[] = [];
        for (const each of steps) {
          if (each.kind === 'enter') calls.push(run.enter(each.deadlineMs));
          else if (each.kind === 'advance') await run.clock.advanceTo(run.clock.now() + each.ms);
          else run.take(each);
          await settled();
        }
        while (run.onTheirWay.length > 0) run.take({ kind: 'fail' });
        await settled();
        await run.drain();
        const mayHoldUntil = Math.max(run.clock.now(), run.closedUntil, run.usedUpUntil);
        await run.clock.advanceTo(mayHoldUntil);
        await run.drain();
        expect(run.waiting).toBe(0);
        await Promise.all(calls);
        for (const error of run.refusals)
          expect(error).toMatchObject({ attempts: 0, mayHaveBeenCharged: false });
      }),
      { numRuns: 300 },
    );
  });
});

describe('after one 429 with Retry-After: 1, among answers with plenty remaining', () => {
  async function refusedOnce(deadlineMs: number) {
    const run = new Run();
    const calls = Array.from({ length: 20 }, () => run.enter(deadlineMs));
    await run.clock.advanceTo(20);
    run.take({ kind: 'refuse', waitMs: 1_000 });
    const waiting = Array.from({ length: 40 }, () => run.enter(deadlineMs));
    for (let nth = 0; nth < 19; nth++) run.take({ kind: 'answer', remaining: 99_999, resetSeconds: 60 });
    return { run, calls: [...calls, ...waiting] };
  }

  it('the others leave after that second', async () => {
    const { run } = await refusedOnce(Infinity);
    await run.clock.advanceTo(1_020);
    expect(run.leftAt.filter((at) => at === 1_020)).toHaveLength(40);
  });

  it('calls with less time left than the fastest answer took end as timeouts, and are not sent', async () => {
    // Refused and entered at 20 ms: 10 ms would be left when the gate opens, and the fastest answer took 20.
    const { run, calls } = await refusedOnce(1_010);
    await run.clock.advanceTo(5_000);
    await Promise.all(calls);
    expect(run.leftAt).toHaveLength(20);
    expect(run.refusals).toHaveLength(40);
    expect(run.refusals[0]).toMatchObject({ code: 'timeout', limit: 'deadlineMs', attempts: 0 });
  });
});
