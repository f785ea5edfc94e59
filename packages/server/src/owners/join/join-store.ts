import type { Import } from '../entities.js';
import type { Parent } from '../match/owner-index.js';
import type { OwnerContact } from '../record.js';

/** A record that shares its property with one of another source. */
export interface Neighbor {
  /** A text that is equal for records of the same property. */
  property: string;
  recordId: number;
  importSequence: number;
}

/** Records of one owner in several sources, to be stored as one joined record. */
export interface NewJoin {
  /** The record whose details the joined one has comes first. */
  parents: readonly Parent[];
  contact: OwnerContact;
}

/** Finds records of several sources at one property, and stores what joins them. Each method is one transaction. */
export interface JoinStore {
  /**
   * Records of one import, with those of others at the same properties, in the order of their properties.
   * @param range of the hashes of exact keys: from, and up to but not with
   */
  neighbors(
    sequence: number,
    others: readonly number[],
    range: readonly [from: number, to: number],
  ): Promise<Neighbor[]>;

  /**
   * Adds joins that are not stored yet. For a loading import it is a sign of life as well.
   * @param loading null for an import that is active
   * @returns how many were added
   */
  addJoins(loading: Import | null, joins: readonly NewJoin[]): Promise<number>;

  /** Whether a join of three or more records has one of these imports. */
  haveLargerJoins(sequences: readonly number[]): Promise<boolean>;
}
