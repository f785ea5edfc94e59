import type { OwnerContact } from '../record.js';

/** What the directory holds of one owner. */
export interface Holding {
  id: number;
  /** Of a joined record that of its winner. */
  source: string;
  /** Put together from records of several sources. */
  isJoined: boolean;
  contact: OwnerContact;
}

/** The directory as a whole, to look for people in it. */
export interface HoldingStore {
  /** All of active imports, some at a time, with what was joined of several. Erased ones are left out. */
  pages(): AsyncIterable<Holding[]>;
}
