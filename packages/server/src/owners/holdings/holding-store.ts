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

/** The directory as a whole, for those who look for people in it or delete them. */
export interface HoldingStore {
  /** All of active imports, some at a time, with what was joined of several. Erased ones are left out. */
  pages(): AsyncIterable<Holding[]>;
  /**
   * Deletes what is held of owners for good. The records stay, empty, because jobs and receipts refer to them; the address of the
   * property stays with them. @returns how many were not erased before
   */
  erase(ids: readonly number[]): Promise<number>;
}
