import type { Clock } from '../clock.js';
import { RateGate } from './rate-gate.js';

/** What is learned of one server while it is used with one key; clients of one connection share it. */
export class ServiceState {
  /** Whether this server has echoed an Idempotency-Key, which is how it says that it honors them. */
  honorsKeys = false;
  /** Whether a request has ever reached it, answered or not. */
  wasReached = false;
  /** What a match costs, in cents, once it was asked for or charged. */
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
