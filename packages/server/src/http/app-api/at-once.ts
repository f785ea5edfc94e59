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
    this.#take(subject, response, MOST_AT_ONCE);
    if (isHeavy) this.#take(`heavy ${subject}`, response, MOST_HEAVY_AT_ONCE);
  }

  #take(subject: string, response: Response, most: number): void {
    const running = this.#running.get(subject) ?? 0;
    if (running >= most) throw new BusyAccountError(most);
    // The client disconnected while its session was read: no further event will report the end of the
    // request.
    if (response.destroyed) return;
    this.#running.set(subject, running + 1);
    response.once('close', () => {
      const left = (this.#running.get(subject) ?? 1) - 1;
      if (left === 0) this.#running.delete(subject);
      else this.#running.set(subject, left);
    });
  }
}
