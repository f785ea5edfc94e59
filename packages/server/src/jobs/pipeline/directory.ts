import type { OwnerDetails } from '@skiptrace/csv';
import type { Lead, MatchResult } from '../../owners/index.js';

/** The part of the owner directory (owners/) that the pipeline uses. */
export interface Directory {
  /** Results in the order of the leads. @param want adds the property to each match */
  match(leads: readonly Lead[], want?: 'property'): Promise<readonly MatchResult[]>;
  /** Owners by record id; null for an owner who opted out. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, OwnerDetails | null>>;
}
