import path from 'node:path';
import { lockFile } from '../database/sqlite/lock-file.js';

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
export async function holdWorkerLock(dataDir: string): Promise<() => Promise<void>> {
  const release = await lockFile(path.join(dataDir, 'worker.lock'), 'exclusive');
  if (release === null) throw new WorkerRunningError();
  return release;
}
