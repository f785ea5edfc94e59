import { dollars } from './amounts.js';

/** How to add money to an account, for customers and for operators. */
export const TOP_UP =
  'Top up your account with your provider ("skiptrace balance" shows its page, if it has one); on your own server: skiptrace-server balance add ACCOUNT --amount DOLLARS.';

/** The client's errors say whether they may have cost anything; an interruption between request and answer leaves it open. */
export function mayHaveBeenCharged(error: unknown): boolean {
  return !(error instanceof Error && 'mayHaveBeenCharged' in error && error.mayHaveBeenCharged === false);
}

/**
 * Cost of this run so far, without earlier runs, and the job it belongs to. Commands keep it up to date, so
 * that a failure or Ctrl-C at any moment can report it.
 */
export class Receipt {
  jobId: string | undefined;
  jobStatus: string | undefined;
  /** Command that continues from here, for the last line of a failure. */
  next: string | undefined;
  #chargedCents: number | null = 0;
  #knownCents = 0;
  #jobPaidCents = 0;

  /** @param suggest makes a complete command line for the same service and account as this run */
  constructor(
    readonly suggest: (...words: string[]) => string = (...words) => `skiptrace ${words.join(' ')}`,
  ) {}

  /** @param paidCents total cost of the job to the account, including earlier runs */
  job(id: string, status?: string, paidCents = 0): void {
    this.jobId = id;
    this.jobStatus = status;
    this.#jobPaidCents = paidCents;
  }

  /** From now on until `charged`, a broken connection leaves it unknown whether money was spent. */
  mayCharge(): void {
    this.#chargedCents = null;
    this.#knownCents = 0;
  }

  charged(cents: number): void {
    this.#chargedCents = cents;
    this.#knownCents = cents;
  }

  /** Notes a refund, also of an earlier run's payment. */
  refunded(cents: number): void {
    this.charged(Math.max(0, this.#knownCents - cents));
  }

  /** Notes an amount known to be charged while more requests are pending. */
  chargedSoFar(cents: number): void {
    this.#chargedCents = null;
    this.#knownCents = cents;
  }

  /** Cents charged; null when it is unknown. */
  get chargedCents(): number | null {
    return this.#chargedCents;
  }

  /** The sentence every failure carries. */
  get sentence(): string {
    if (this.#chargedCents === 0) {
      return this.#jobPaidCents === 0
        ? 'Nothing was charged.'
        : `Nothing was charged now; this job was already paid (${dollars(this.#jobPaidCents)}).`;
    }
    if (this.#chargedCents !== null) return `You were charged ${dollars(this.#chargedCents)}.`;
    if (this.#knownCents > 0) {
      return `You were charged ${dollars(this.#knownCents)}, and possibly for the requests that were in flight.`;
    }
    return this.jobId === undefined
      ? "It's not known whether anything was charged."
      : `It's not known whether the job was charged. To find out: ${this.suggest('jobs', 'get', this.jobId)}`;
  }
}
