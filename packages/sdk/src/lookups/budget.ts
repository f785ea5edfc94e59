import { callPolicies } from '@skiptrace/contract';

import { CostLimitError } from '../errors/index.js';
import { dollars } from '../units.js';

/** Price of a match in cents if the server does not report it: the contract's default. */
export const defaultPriceCents = callPolicies.skipTraceBulk.priceCents;

/**
 * Charge of a result. The contract requires a match to state it; one that doesn't is not counted as free.
 * @param priceCents price of a match for this account, if it is known
 */
export function chargeOf(
  { found, charged }: { found: boolean; charged?: unknown },
  priceCents: number = defaultPriceCents,
): number {
  if (!found) return 0;
  return typeof charged === 'number' ? charged : priceCents;
}

/** Keeps the spent amount, plus the possible charges of pending requests, within a ceiling. */
export class Budget {
  /** Cost of one entry if it matches, in cents: the contract's default until the account's own price is read. */
  priceCents: number = defaultPriceCents;
  readonly #limitCents: number;
  #spentCents = 0;
  #reservedCents = 0;

  constructor(limitCents: number) {
    this.#limitCents = limitCents;
  }

  /** False without a ceiling: then no price is needed. */
  get isLimited(): boolean {
    return this.#limitCents !== Infinity;
  }

  /** Number of further entries that could all match without exceeding the ceiling. */
  get entriesLeft(): number {
    if (this.priceCents === 0) return Infinity;
    const leftCents = this.#limitCents - this.#spentCents - this.#reservedCents;
    return Math.max(0, Math.floor(leftCents / this.priceCents));
  }

  /** True if a pending request may still turn out cheaper than its worst case. */
  get hasReservations(): boolean {
    return this.#reservedCents > 0;
  }

  reserve(entries: number): void {
    this.#reservedCents += entries * this.priceCents;
  }

  /** Ends a request's reservation with its actual cost, at most. */
  settle(entries: number, costCents: number): void {
    this.#reservedCents -= entries * this.priceCents;
    this.#spentCents += costCents;
  }

  exceeded(): CostLimitError {
    return this.#stopped('the next lookup could exceed', this.priceCents, '');
  }

  /** Error under a key, where a chunk of this many entries is sent completely or not at all. */
  exceededByChunk(entries: number): CostLimitError {
    const costCents = entries * this.priceCents;
    const chunk = `with an idempotencyKey whole chunks are sent, and the next one (${entries} addresses, up to ${dollars(costCents)}) could exceed`;
    const isFirst = this.#spentCents === 0;
    const smaller = Math.floor(this.#limitCents / Math.max(1, this.priceCents));
    const advice =
      isFirst && smaller > 0 ? ` Nothing was sent. Pass chunkSize: ${smaller}, or a higher budgetCents.` : '';
    return this.#stopped(chunk, costCents, advice);
  }

  #stopped(why: string, nextCents: number, advice: string): CostLimitError {
    return new CostLimitError(
      `Stopped at the budget: ${why} ${dollars(this.#limitCents)}, and ${dollars(this.#spentCents)} is spent.${advice}`,
      {
        operation: 'skipTraceBulk',
        totalChargeCents: this.#spentCents + nextCents,
        limitCents: this.#limitCents,
      },
    );
  }
}
