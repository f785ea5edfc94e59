import type { Import } from '../entities.js';
import type { Parent } from '../match/owner-index.js';
import type { OwnerContact } from '../record.js';

/** A record that shares its property with one of another source. */
export interface Neighbor {
  /** The same for the same property. */
  property: string;
  recordId: number;
  importSequence: number;
}

/** What several sources know of an owner. */
export interface NewJoin {
  /** The winner first. */
  parents: readonly Parent[];
  contact: OwnerContact;
}

/** What several sources know of the owners of one property. Each method is one transaction. */
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
   * Joins that are there already are left out. Where an import is loading, a sign of its life is given, too.
   * @param loading null for an import that is active
   * @returns how many were added
   */
  addJoins(loading: Import | null, joins: readonly NewJoin[]): Promise<number>;

  /** Whether one of these imports is among three or more that a joined record is of. */
  haveLargerJoins(sequences: readonly number[]): Promise<boolean>;
}
