/** What the processes of one data directory or database agree on by a lock. Every server holds `server`; a move excludes them. */
export type LockName = 'worker' | 'sandbox' | 'server' | 'housekeeping';

/** `exclusive` keeps everybody else out; `shared` keeps out only those who want the lock exclusively. */
export type LockMode = 'exclusive' | 'shared';

/** Locks of the processes that share a data directory. The lock of a process that dies is released, however it dies. */
export interface Locks {
  /** @returns releases the lock; null when others hold it for longer than `patienceMs` (default 0) */
  hold(name: LockName, mode: LockMode, patienceMs?: number): Promise<(() => Promise<void>) | null>;
}
