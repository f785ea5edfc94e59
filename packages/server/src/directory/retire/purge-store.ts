import type { Import } from '../entities.js';

/** Permanently deletes retired imports, in steps, so that other writers get a turn. */
export interface PurgeStore {
  /** Retires loading imports without a heartbeat since a given time. If a process was only slow, its next write is refused. */
  buryDead(untouchedSince: number): Promise<void>;

  // The steps of a purge, in their order. Each can be stopped and run again.
  removeKeys(retired: readonly Import[]): Promise<void>;
  removeJoins(sequences: readonly number[]): Promise<void>;
  /** @returns how many */
  removeRecords(retired: Import): Promise<number>;
  forget(sequences: readonly number[]): Promise<void>;
}
