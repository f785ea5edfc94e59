import { setTimeout as sleep } from 'node:timers/promises';
import { clientNetwork } from '../../money/limits/index.js';
import { MS_PER_MINUTE } from '../../platform/clock.js';

/** Wrong keys per minute and client network that are refused without a delay. */
const FREE_MISTAKES = 10;
/** Each further wrong key adds this much to the delay, in milliseconds … */
const STEP_MS = 50;
/** … up to this: under a second, so that no client times out. */
const MAX_DELAY_MS = 750;
/**
 * Most delayed refusals per client network at once. Each holds a connection; further ones are refused at once and closed.
 */
const MAX_WAITING = 50;

/**
 * Slows down guessing of API keys, per client network. Only the refusal of a wrong key is delayed: a valid key is accepted
 * first and never waits, however many wrong ones came from the same network.
 */
export class KeyGuessing {
  readonly #waiting = new Map<string, number>();
  /** Wrong keys of each network in the current minute, which is the same for all: the map is emptied when it ends. */
  readonly #wrong = new Map<string, number>();
  #minuteEndsAt = 0;

  /** @param now milliseconds of a clock that is never set back */
  constructor(
    private readonly wait: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { ref: false }),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Counts a wrong key and waits for its delay.
   * @returns false if too many refusals of this network wait already: refuse at once and close the connection
   */
  async slow(ipAddress: string): Promise<boolean> {
    const from = clientNetwork(ipAddress);
    const delayMs = Math.min(MAX_DELAY_MS, STEP_MS * Math.max(0, this.#count(from) - FREE_MISTAKES));
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

  #count(network: string): number {
    const now = this.now();
    if (now >= this.#minuteEndsAt) {
      this.#wrong.clear();
      this.#minuteEndsAt = now + MS_PER_MINUTE;
    }
    const count = (this.#wrong.get(network) ?? 0) + 1;
    this.#wrong.set(network, count);
    return count;
  }
}
