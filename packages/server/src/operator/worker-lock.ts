import type { Locks } from '../locks.js';

/** Another worker runs on the data directory. */
export class WorkerRunningError extends Error {
  readonly code = 'worker_running';

  constructor(dataDir: string) {
    super(
      `Another skiptrace-server is working on ${dataDir}. Stop it, start this one with --role api, or name another folder with --data-dir.`,
    );
  }
}

/**
 * Holds the data directory for one worker.
 * @returns releases it
 * @throws WorkerRunningError
 */
export async function holdWorkerLock(locks: Locks, dataDir: string): Promise<() => Promise<void>> {
  const release = await locks.hold('worker', 'exclusive');
  if (release === null) throw new WorkerRunningError(dataDir);
  return release;
}
