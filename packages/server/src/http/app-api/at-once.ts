import type { Response } from 'express';

/** More than any page sends at once. */
const MOST_AT_ONCE = 30;
/**
 * Limit on concurrent requests that read a whole ledger: other accounts' lookups wait for the same database.
 */
const MOST_HEAVY_AT_ONCE = 3;

/** The account or operator has too many concurrent requests; nothing was done. */
class BusyAccountError extends Error {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds = 1;

  constructor(most: number) {
    super(`${most} requests of yours are running. Nothing was done or charged. Try again in a moment.`);
  }
}

/** Limits concurrent requests per account, so that other accounts do not wait behind it. */
export class AtOnce {
  readonly #running = new Map<string, number>();

  /** Counts a request until its answer has left. @throws BusyAccountError */
  take(subject: string, response: Response, isHeavy: boolean): void {
    const heavy = `heavy ${subject}`;
    this.#require(subject, MOST_AT_ONCE);
    if (isHeavy) this.#require(heavy, MOST_HEAVY_AT_ONCE);
    // The client disconnected while its session was read: no further event will report the end of the
    // request.
    if (response.destroyed) return;
    const counted = isHeavy ? [subject, heavy] : [subject];
    for (const name of counted) this.#running.set(name, this.#count(name) + 1);
    response.once('close', () => {
      for (const name of counted) this.#end(name);
    });
  }

  #count(name: string): number {
    return this.#running.get(name) ?? 0;
  }

  #require(name: string, most: number): void {
    if (this.#count(name) >= most) throw new BusyAccountError(most);
  }

  #end(name: string): void {
    const left = this.#count(name) - 1;
    if (left <= 0) this.#running.delete(name);
    else this.#running.set(name, left);
  }
}
