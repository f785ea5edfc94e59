import type { Import } from '../entities.js';

/** Deletes retired imports for good. In steps, so that others can write in between. */
export interface PurgeStore {
  /** Retires loading imports without a heartbeat since then. A process that was only slow is refused at its next write. */
  buryDead(untouchedSince: number): Promise<void>;

  // The steps of a purge, in their order. Each can be stopped and run again.
  removeKeys(sequences: readonly number[]): Promise<void>;
  removeJoins(sequences: readonly number[]): Promise<void>;
  /** @returns how many */
  removeRecords(retired: Import): Promise<number>;
  forget(sequences: readonly number[]): Promise<void>;
}
