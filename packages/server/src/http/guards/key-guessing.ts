import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { place } from '../place.js';

/** Wrong keys from one place in a minute that are taken for mistakes. */
const FREE_MISTAKES = 10;
const WINDOW_SECONDS = 60;
/** Every further one waits so much longer … */
const STEP_MS = 50;
/** … up to this: always well under a second, so that nobody's client times out. */
const MAX_DELAY_MS = 750;

/**
 * Slows the guessing of keys, per client address. It only ever delays the refusal of a wrong key: a right one is
 * recognised first and never waits, however many were guessed from the same place before.
 */
export class KeyGuessing {
  readonly #wrong = new RateLimiterMemory({ points: FREE_MISTAKES, duration: WINDOW_SECONDS });

  constructor(
    private readonly wait: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { ref: false }),
  ) {}

  /** Notes a wrong key and waits as long as its refusal is to be held back. */
  async slow(ipAddress: string): Promise<void> {
    const { consumedPoints } = await this.#wrong.penalty(place(ipAddress));
    const delayMs = Math.min(MAX_DELAY_MS, STEP_MS * Math.max(0, consumedPoints - FREE_MISTAKES));
    if (delayMs > 0) await this.wait(delayMs);
  }
}
