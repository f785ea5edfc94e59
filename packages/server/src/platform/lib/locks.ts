/** Locks between the processes of one data directory or database. Every server holds `server`; a move excludes them. */
export type LockName = 'worker' | 'sandbox' | 'server' | 'housekeeping' | 'drop' | 'suppressions';

/** `exclusive` excludes all other holders; `shared` excludes exclusive holders only. */
export type LockMode = 'exclusive' | 'shared';

/**
 * Changes of a held lock that the holder did not cause. `lost`: the connection that held it has ended, and others may take it.
 * `taken`: others hold it now, so it can't be reacquired yet. `held`: it is held again.
 */
export type LockEvent = 'lost' | 'taken' | 'held';

export interface HeldLock {
  /** False from the loss of the lock until it is reacquired. Reacquiring is tried until the lock is released. */
  isHeld(): boolean;
  release(): Promise<void>;
}

export interface HoldOptions {
  /** Time to wait for other holders before giving up. Default 0. */
  patienceMs?: number;
  /** Not called when the holder releases the lock itself. */
  onChange?: (event: LockEvent) => void;
}

/** Locks between the processes that share a data directory or database. A dead process's lock is released, however it died. */
export interface Locks {
  /** The shared resource, for messages: "the data directory /var/lib/skiptrace", "the database". */
  readonly where: string;
  /** @returns null when others hold it for longer than `patienceMs` */
  hold(name: LockName, mode: LockMode, options?: HoldOptions): Promise<HeldLock | null>;
}
