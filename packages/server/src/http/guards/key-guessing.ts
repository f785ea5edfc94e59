import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { place } from '../../limits/index.js';

/** Wrong keys from one place in a minute that are taken for mistakes. */
const FREE_MISTAKES = 10;
const WINDOW_SECONDS = 60;
/** Every further one waits so much longer … */
const STEP_MS = 50;
/** … up to this: always well under a second, so that nobody's client times out. */
const MAX_DELAY_MS = 750;
/** Refusals of one place that wait at the same time. Each holds a connection; who sends more has to open new ones. */
const MAX_WAITING = 50;

/**
 * Slows the guessing of keys, per client address. It only ever delays the refusal of a wrong key: a right one is
 * recognised first and never waits, however many were guessed from the same place before.
 */
export class KeyGuessing {
  readonly #waiting = new Map<string, number>();
  readonly #wrong = new RateLimiterMemory({ points: FREE_MISTAKES, duration: WINDOW_SECONDS });

  constructor(
    private readonly wait: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { ref: false }),
  ) {}

  /**
   * Notes a wrong key and waits as long as its refusal is to be held back.
   * @returns false when too many from there wait already: refuse it at once, and close its connection
   */
  async slow(ipAddress: string): Promise<boolean> {
    const from = place(ipAddress);
    const { consumedPoints } = await this.#wrong.penalty(from);
    const delayMs = Math.min(MAX_DELAY_MS, STEP_MS * Math.max(0, consumedPoints - FREE_MISTAKES));
    if (delayMs === 0) return true;
    const waiting = this.#waiting.get(from) ?? 0;
    if (waiting >= MAX_WAITING) return false;
    this.#waiting.set(from, waiting + 1);
    try {
      await this.wait(delayMs);
    } finally {
      const left = (this.#waiting.get(from) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(from);
      else this.#waiting.set(from, left);
    }
    return true;
  }
}
