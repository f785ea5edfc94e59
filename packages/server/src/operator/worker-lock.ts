import type { HeldLock, Locks } from '../locks.js';

/** Another worker runs on the data directory. */
class WorkerRunningError extends Error {
  readonly code = 'worker_running';

  constructor(where: string) {
    super(
      `Another skiptrace-server is working on ${where}. Stop it, start this one with --role api, or name another folder with --data-dir.`,
    );
  }
}

/**
 * Holds the data directory for one worker. Of a database there are as many as one likes.
 * @throws WorkerRunningError
 */
export async function holdWorkerLock(locks: Locks): Promise<HeldLock> {
  const lock = await locks.hold('worker', 'exclusive');
  if (lock === null) throw new WorkerRunningError(locks.where);
  return lock;
}
