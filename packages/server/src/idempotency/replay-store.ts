import type { Tx } from '../database/index.js';
import type { Replay } from './replay.js';

/** Records by slot (`slotOf`); empty slots are missing, expired records may be there. */
export type KeptReplays = ReadonlyMap<string, Replay>;

/** Keeps one replay a slot. */
export interface ReplayStore {
  /** Committed ones. */
  kept(slots: readonly string[]): Promise<KeptReplays>;

  /** For a transaction; locked until it ends. */
  read(tx: Tx, slots: readonly string[]): Promise<KeptReplays>;

  /** Takes the slot of whatever is in it. */
  write(tx: Tx, replays: readonly Replay[]): Promise<void>;

  /** Committed ones in whose outcome one of these texts is. Reads all. @param texts digits */
  mentioning(texts: readonly string[]): Promise<Replay[]>;

  /** Deletes those made at this time or before. Returns how many. */
  forget(atMs: number): Promise<number>;
}
