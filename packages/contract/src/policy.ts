/**
 * Meaning of one operation for money, retries and limits: the part of the contract that types cannot express. Generated for
 * each operation from the `x-skiptrace-*` extensions of openapi.yaml, which explains the values.
 */
export interface OperationPolicy {
  readonly method: 'GET' | 'POST';
  /** Path template, with `{jobId}` where the job's id goes. */
  readonly path: string;
  readonly summary: string;
  readonly money: 'free' | 'charges';
  /** Price of one match, in cents; null for a free operation. */
  readonly priceCents: number | null;
  /** `safe`: a read. `repeatable`: nothing can be charged twice. `charged`: see `idempotency` before sending again. */
  readonly safety: 'safe' | 'repeatable' | 'charged';
  /**
   * Reason why a second request is harmless: an Idempotency-Key (`key`), the job's status (`state`), being a
   * read (`inherent`), or none (`none`: a second request repeats the effect).
   */
  readonly idempotency: 'key' | 'state' | 'inherent' | 'none';
  /** Whether the operation honors an Idempotency-Key: `idempotency === 'key'`. */
  readonly idempotencyKey: boolean;
  readonly rateLimit: RateLimitPolicy;
  /** `key`: needs `Authorization: Bearer pc_…`. `public`: needs no key and ignores one. */
  readonly security: 'key' | 'public';
  /** Every HTTP status the operation may answer with, ascending; the first is its success. */
  readonly statuses: readonly number[];
}

export interface RateLimitPolicy {
  /** Operations with the same name share one allowance. */
  readonly name: 'single' | 'bulk' | 'jobs' | 'account' | 'contact';
  /** Requests allowed in a window. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Unit for which requests are counted. */
  readonly scope: 'account' | 'ip';
  /** True if an operator may set another limit, so that the number here is only the default. */
  readonly configurable: boolean;
}

/** The part of a policy that a client needs at run time. */
export interface CallPolicy extends Pick<
  OperationPolicy,
  'method' | 'path' | 'money' | 'priceCents' | 'idempotency' | 'security'
> {
  /** Name of the allowance that its requests count against. */
  readonly limit: RateLimitPolicy['name'];
}
