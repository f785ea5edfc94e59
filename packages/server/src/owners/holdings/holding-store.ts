import type { OwnerContact } from '../record.js';

/** One stored owner. */
export interface Holding {
  id: number;
  /** For a joined record, the source that won. */
  source: string;
  /** Put together from records of several sources. */
  isJoined: boolean;
  contact: OwnerContact;
}

/** The directory as a whole, to look for people in it. */
export interface HoldingStore {
  /** All owners of active imports, page by page, joined records included, erased ones not. */
  pages(): AsyncIterable<Holding[]>;
}
