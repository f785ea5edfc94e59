import type { Tx } from '../database/index.js';
import type { Replay } from './replay.js';

/** Records by slot (`slotOf`); empty slots are missing, and expired records may be included. */
export type KeptReplays = ReadonlyMap<string, Replay>;

/** Stores one replay per slot. */
export interface ReplayStore {
  /** Reads committed replays. */
  kept(slots: readonly string[]): Promise<KeptReplays>;

  /** Reads replays for a transaction; locked until it ends. */
  read(tx: Tx, slots: readonly string[]): Promise<KeptReplays>;

  /** Writes replays, replacing any record in the same slot. */
  write(tx: Tx, replays: readonly Replay[]): Promise<void>;

  /**
   * Committed replays with one of these texts in their outcome. Reads the whole table. @param texts digits
   */
  mentioning(texts: readonly string[]): Promise<Replay[]>;

  /** Deletes replays made at or before this time. Returns how many. */
  forget(atMs: number): Promise<number>;
}
