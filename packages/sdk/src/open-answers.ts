import type * as contract from '@skiptrace/contract';

/**
 * A value of today's contract, or one that a newer server may send: the contract may grow without a new
 * version, so a `switch` over it needs a default.
 */
export type Open<Known extends string> = Known | (string & {});

/** The type with every list of values open. */
export type Opened<T> = T extends string
  ? string extends T
    ? T
    : Open<T>
  : T extends object
    ? { [Field in keyof T]: Opened<T[Field]> }
    : T;

/** Statuses of today's contract: pending, uploaded, processing, preview, confirmed, generating, completed, failed, cancelled. */
export type JobStatus = Open<contract.JobStatus>;
export type PhoneType = Open<contract.PhoneType>;

// The server's answers, as this package returns them. Unknown fields are returned too.
export type Phone = Opened<contract.Phone>;
// Amounts end in `Cents` everywhere; the contract's own `charged` is only in the answers of `client.raw`.

/** An owner was found. */
export interface LookupMatch extends Omit<Opened<contract.SkipTraceMatch>, 'charged'> {
  /** Charge of this match. */
  chargedCents: number;
}
/** No owner was found. Free. */
export interface LookupMiss extends contract.SkipTraceMiss {
  chargedCents: 0;
}
export type LookupResult = LookupMatch | LookupMiss;
/** The owner of one address in a list; the item it belongs to has the charge. */
export type BulkMatch = Omit<Opened<contract.BulkLookupMatch>, 'charged'>;
export type BulkMiss = Omit<contract.BulkLookupMiss, 'charged'>;
export type SkipTraceJob = Opened<contract.SkipTraceJob>;
export type { MissReasons, ResultSummary } from '@skiptrace/contract';
export type JobActionResponse = Opened<contract.JobActionResponse>;
export type ConfirmSkipTraceJobResponse = Opened<contract.ConfirmSkipTraceJobResponse>;
