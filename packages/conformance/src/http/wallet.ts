import { Skip } from './outcome.js';

/** Says what a request was charged, once its answer is known. */
export type Settle = (chargedCents: number) => void;

/** What the run may spend. Every request that may be charged asks first, for the most it can cost. */
export class Wallet {
  #spentCents = 0;

  constructor(readonly maxCents: number) {}

  /** Charged so far, as the answers said; a request without an answer counts in full. */
  get spentCents(): number {
    return this.#spentCents;
  }

  /** @throws Skip when the amount could exceed the budget of the run */
  require(worstCaseCents: number): void {
    if (this.#spentCents + worstCaseCents <= this.maxCents) return;
    throw new Skip(
      `it may cost ${dollars(worstCaseCents)}, and of --max-cost ${dollars(this.maxCents)} only ` +
        `${dollars(Math.max(0, this.maxCents - this.#spentCents))} is left`,
    );
  }

  /** Sets the worst case aside until the answer is there. @throws Skip */
  reserve(worstCaseCents: number): Settle {
    this.require(worstCaseCents);
    this.#spentCents += worstCaseCents;
    let settled = false;
    return (chargedCents) => {
      if (settled) return;
      settled = true;
      this.#spentCents += chargedCents - worstCaseCents;
    };
  }
}

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
