import type { Locks } from '../locks.js';

/** Another worker runs on this data directory. */
export class WorkerRunningError extends Error {
  readonly code = 'worker_running';

  constructor() {
    super(
      'Another skiptrace-server is working on this data directory. Stop it, or start this one with --role api.',
    );
  }
}

/**
 * Holds the data directory for one worker.
 * @returns releases it
 * @throws WorkerRunningError
 */
export async function holdWorkerLock(locks: Locks): Promise<() => Promise<void>> {
  const release = await locks.hold('worker', 'exclusive');
  if (release === null) throw new WorkerRunningError();
  return release;
}
