import { dollars } from '../amounts.js';

/**
 * What this run, and no earlier one, has cost so far and which job it belongs to. Commands keep it up to date as they go, so that a failure or
 * Ctrl-C at any moment can say it.
 */
export class Receipt {
  jobId: string | undefined;
  jobStatus: string | undefined;
  /** The command that goes on from here, for the last line of a failure. */
  next: string | undefined;
  #chargedCents: number | null = 0;
  #knownCents = 0;
  #jobPaidCents = 0;

  /** `suggest` makes a complete command line that reaches the same service and account as this run. */
  constructor(
    readonly suggest: (...words: string[]) => string = (...words) => `skiptrace ${words.join(' ')}`,
  ) {}

  /** `paidCents`: what the job has cost the account in all, whichever run paid. */
  job(id: string, status?: string, paidCents = 0): void {
    this.jobId = id;
    this.jobStatus = status;
    this.#jobPaidCents = paidCents;
  }

  /** From now on, until `charged`, a broken connection leaves it unknown whether money was spent. */
  mayCharge(): void {
    this.#chargedCents = null;
    this.#knownCents = 0;
  }

  charged(cents: number): void {
    this.#chargedCents = cents;
    this.#knownCents = cents;
  }

  /** Given back, whichever run had paid it. */
  refunded(cents: number): void {
    this.charged(Math.max(0, this.#knownCents - cents));
  }

  /** This much is known to be charged, and more is on its way. */
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
