import type { Clock } from '../clock.js';
import { RateGate } from './rate-gate.js';

/** Facts learned about one server with one key; clients of one connection share them. */
export class ServiceState {
  /** True if this server has echoed an Idempotency-Key, which shows that it honors keys. */
  honorsKeys = false;
  /** True if a request has ever reached it, answered or not. */
  wasReached = false;
  /** Price of a match, in cents, once it was requested or charged. */
  price: Promise<number> | undefined;
  readonly #clock: Clock;
  readonly #gates = new Map<string, RateGate>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The gate of a rate limit, by the name of its allowance. */
  gate(limit: string): RateGate {
    let gate = this.#gates.get(limit);
    if (!gate) {
      gate = new RateGate(this.#clock);
      this.#gates.set(limit, gate);
    }
    return gate;
  }
}
