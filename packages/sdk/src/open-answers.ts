import type * as contract from '@skiptrace/contract';

/**
 * A value of today's contract, or one that a newer server may send: the contract may grow without a new version, so a
 * `switch` over it needs a default.
 */
export type Open<Known extends string> = Known | (string & {});

/** The same shape with every list of values open. */
type Opened<T> = T extends string
  ? string extends T
    ? T
    : Open<T>
  : T extends object
    ? { [Field in keyof T]: Opened<T[Field]> }
    : T;

/** Statuses of today's contract: pending, uploaded, processing, preview, confirmed, generating, completed, failed, cancelled. */
export type JobStatus = Open<contract.JobStatus>;
export type PhoneType = Open<contract.PhoneType>;

// What the server answers, as this package hands it out. Fields it does not know are handed out too.
export type Phone = Opened<contract.Phone>;
export type SkipTraceMatch = Opened<contract.SkipTraceMatch>;
export type SkipTraceMiss = contract.SkipTraceMiss;
export type SkipTraceResponse = SkipTraceMatch | SkipTraceMiss;
export type BulkLookupMatch = Opened<contract.BulkLookupMatch>;
export type BulkLookupMiss = contract.BulkLookupMiss;
export type BulkLookupResult = BulkLookupMatch | BulkLookupMiss;
export type SkipTraceJob = Opened<contract.SkipTraceJob>;
export type JobActionResponse = Opened<contract.JobActionResponse>;
export type ConfirmSkipTraceJobResponse = Opened<contract.ConfirmSkipTraceJobResponse>;
