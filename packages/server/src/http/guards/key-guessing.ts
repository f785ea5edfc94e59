import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';

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

/** One customer of a provider has a whole /64 of IPv6, so that is what counts as one place. */
function place(ipAddress: string): string {
  if (!isIPv6(ipAddress) || ipAddress.includes('.')) return ipAddress;
  const [head = '', tail = ''] = ipAddress.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const rest = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}
