import type { ImportState } from '../entities.js';
import type { OwnerRecord } from '../record.js';

/** Where a record came from. */
export interface RecordOrigin {
  source: string;
  state: ImportState;
}

/**
 * Reads all owners that are on file, and erases single ones. The row of an erased owner stays without anything personal: what
 * refers to it, as a job that was confirmed, finds that there is nothing to hand out (`isErased`), not that a record is lost.
 */
export interface EraseStore {
  /**
   * All records in steps, whichever imports they are of; those that were erased are left out.
   * @param mayBe is asked of each as it is stored (stored-contact.ts): to read all of them takes several times as long
   */
  scan(mayBe?: (contact: string) => boolean): AsyncGenerator<OwnerRecord[]>;
  /** By record id. What is put together from several sources counts to the first of them. */
  origins(ids: readonly number[]): Promise<Map<number, RecordOrigin>>;
  /** In one moment. Records of an import that is loading are left alone. @returns how many were not erased before */
  erase(ids: readonly number[]): Promise<number>;
  /** Whether an import is being loaded: its owners can be erased when it's done. */
  isLoading(): Promise<boolean>;
}

/** Owners that are erased in one moment. */
const PER_STEP = 500;

/** Erases any number of owners in steps, which a kill may part. @returns how many were not erased before */
export async function eraseInSteps(
  store: Pick<EraseStore, 'erase'>,
  ids: readonly number[],
): Promise<number> {
  let erased = 0;
  for (let from = 0; from < ids.length; from += PER_STEP)
    erased += await store.erase(ids.slice(from, from + PER_STEP));
  return erased;
}
