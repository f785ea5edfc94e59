import type { ImportState } from '../entities.js';
import type { OwnerRecord } from '../record.js';

/** Where a record came from. */
export interface RecordOrigin {
  source: string;
  state: ImportState;
}

/**
 * Reads all stored owners and erases single ones. The row stays, emptied (`isErased`), so that jobs that
 * refer to it find an erased record instead of a missing one.
 */
export interface EraseStore {
  /**
   * All records in steps, whichever imports they are of; those that were erased are left out.
   * @param mayBe is asked of each as it is stored (stored-contact.ts): to read all of them takes several times as long
   */
  scan(mayBe?: (contact: string) => boolean): AsyncGenerator<OwnerRecord[]>;
  /** By record id. For a joined record: its first source. */
  origins(ids: readonly number[]): Promise<Map<number, RecordOrigin>>;
  /** In one moment. Records of an import that is loading are left alone. @returns how many were not erased before */
  erase(ids: readonly number[]): Promise<number>;
  /** Whether an import is being loaded: its owners can be erased when it's done. */
  isLoading(): Promise<boolean>;
}

/** Owners that are erased in one moment. */
const PER_STEP = 500;

/** Erases in batches; a kill may stop between two batches. @returns how many were not erased before */
export async function eraseInSteps(
  store: Pick<EraseStore, 'erase'>,
  ids: readonly number[],
): Promise<number> {
  let erased = 0;
  for (let from = 0; from < ids.length; from += PER_STEP)
    erased += await store.erase(ids.slice(from, from + PER_STEP));
  return erased;
}
