import { Skip } from './outcome.js';

/** Reports a request's charge, once its answer is known. */
export type Settle = (chargedCents: number) => void;

/** Budget of the run. Every request that may be charged reserves its maximum cost first. */
export class Wallet {
  #spentCents = 0;

  constructor(readonly maxCents: number) {}

  /** Total charged, as stated by the answers; a request without an answer counts in full. */
  get spentCents(): number {
    return this.#spentCents;
  }

  /** @throws Skip if the amount could exceed the budget of the run */
  require(worstCaseCents: number): void {
    if (this.#spentCents + worstCaseCents <= this.maxCents) return;
    throw new Skip(
      `it may cost ${dollars(worstCaseCents)}, and of --max-cost ${dollars(this.maxCents)} only ` +
        `${dollars(Math.max(0, this.maxCents - this.#spentCents))} is left`,
    );
  }

  /** Reserves the worst case until the answer is there. @throws Skip */
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
