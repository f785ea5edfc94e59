import type { OwnerDetails } from '@skiptrace/csv';

/** A row as the directory is asked about it. */
export interface Lead {
  address: string;
  city?: string;
  state?: string;
  zip?: string;
  firstName?: string;
  lastName?: string;
}

export type LeadResult =
  { matched: true; ownerRecordId: number; phoneCount: number; emailCount: number } | { matched: false };

/** What the pipeline needs of the owner directory (owners/). */
export interface Directory {
  /** In the order of the leads. */
  match(leads: readonly Lead[]): Promise<readonly LeadResult[]>;
  read(ids: readonly number[]): Promise<ReadonlyMap<number, OwnerDetails>>;
}
