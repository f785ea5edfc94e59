import type { Import } from '../entities.js';

/** Takes out of the directory for good what nobody sees any more. In steps, so that others write in between. */
export interface PurgeStore {
  /** Loading imports without a sign of life since then are retired, so that their process, should it wake up, is refused. */
  buryDead(untouchedSince: number): Promise<void>;

  // The steps of a purge, in their order. Each can be stopped and run again.
  removeKeys(sequences: readonly number[]): Promise<void>;
  removeJoins(sequences: readonly number[]): Promise<void>;
  /** @returns how many */
  removeRecords(retired: Import): Promise<number>;
  forget(sequences: readonly number[]): Promise<void>;
}
