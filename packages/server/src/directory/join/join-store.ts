import type { Import } from '../entities.js';
import type { Parent } from '../match/owner-index.js';
import type { OwnerContact } from '../record.js';
import type { Shown } from '../shown/shown-store.js';

/** A record at the same property as a record of another source. */
export interface Neighbor {
  /** A text that is equal for records of the same property. */
  property: string;
  recordId: number;
  importSequence: number;
}

/** Records of one owner in several sources, to be stored as one joined record. */
export interface NewJoin {
  /** Parent records, beginning with the one that provides the details. */
  parents: readonly Parent[];
  contact: OwnerContact;
  /** Present if it is shown in another way than on file. */
  shown?: Shown | null;
  /** See `ShowChange`. */
  isDoubtful?: boolean;
}

/** Finds properties with records of several sources, and stores the owners joined from them. Each method is one transaction. */
export interface JoinStore {
  /**
   * Records of one import together with other imports' records at the same properties, sorted by property.
   * @param range of exact key hashes: start, and excluded end
   */
  neighbors(
    sequence: number,
    others: readonly number[],
    range: readonly [from: number, to: number],
  ): Promise<Neighbor[]>;

  /**
   * Adds joins that are not stored yet. For a loading import, this also counts as a heartbeat.
   * @param loading null for an active import
   * @param isCurrent whether what is to be shown of them is still right; asked where no other writer can come in between
   * @returns ids of the joined records that were added; null, with nothing added, where what is shown is not current
   */
  addJoins(
    loading: Import | null,
    joins: readonly NewJoin[],
    isCurrent?: () => Promise<boolean>,
  ): Promise<number[] | null>;

  /** Whether a join of three or more records has one of these imports. */
  haveLargerJoins(sequences: readonly number[]): Promise<boolean>;
}
