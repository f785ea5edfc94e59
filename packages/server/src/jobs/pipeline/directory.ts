import type { OwnerDetails } from '@skiptrace/csv';
import type { Lead, MatchResult } from '../../owners/index.js';

/** What the pipeline needs of the owner directory (owners/). */
export interface Directory {
  /** In the order of the leads. @param want adds the property to each match */
  match(leads: readonly Lead[], want?: 'property'): Promise<readonly MatchResult[]>;
  /** Owners by record id; null for one who asked to be left out. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, OwnerDetails | null>>;
}
