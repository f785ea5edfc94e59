import { inSteps } from '../../lib/batches.js';

/**
 * Erases single owners. The row stays, emptied (`isErased`), so that jobs that refer to it find an erased record instead of a missing
 * one.
 */
export interface EraseStore {
  /** Erases records atomically, except in imports still loading. @returns number of records newly erased */
  erase(ids: readonly number[]): Promise<number>;
  /** Whether an import is being loaded: its owners can be erased when it's done. */
  isLoading(): Promise<boolean>;
}

/** Owners erased per step. */
const PER_STEP = 500;

/** Erases in batches; a kill may stop between two batches. @returns number of records newly erased */
export async function eraseInSteps(
  store: Pick<EraseStore, 'erase'>,
  ids: readonly number[],
): Promise<number> {
  let erased = 0;
  for (const some of inSteps(ids, PER_STEP)) erased += await store.erase(some);
  return erased;
}
