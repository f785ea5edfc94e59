/** What the processes of one data directory or database agree on by a lock. Every server holds `server`; a move excludes them. */
export type LockName = 'worker' | 'sandbox' | 'server' | 'housekeeping' | 'drop';

/** `exclusive` excludes all other holders; `shared` excludes exclusive holders only. */
export type LockMode = 'exclusive' | 'shared';

/**
 * What happens to a lock without its holder. `lost`: the connection that held it has ended, and others may take it. `taken`:
 * it cannot be had again now, because others hold it. `held`: it is held again.
 */
export type LockEvent = 'lost' | 'taken' | 'held';

export interface HeldLock {
  /** False from when the lock is lost until it is held again, which is tried until it is released. */
  isHeld(): boolean;
  release(): Promise<void>;
}

export interface HoldOptions {
  /** How long others may hold the lock before it is given up. Default 0. */
  patienceMs?: number;
  /** Not called for what the holder does himself. */
  onChange?: (event: LockEvent) => void;
}

/** Locks of the processes that share a data directory or database. The lock of a process that dies is released, however it dies. */
export interface Locks {
  /** What they share, for messages: "the data directory /var/lib/skiptrace", "the database". */
  readonly where: string;
  /** @returns null when others hold it for longer than `patienceMs` */
  hold(name: LockName, mode: LockMode, options?: HoldOptions): Promise<HeldLock | null>;
}
