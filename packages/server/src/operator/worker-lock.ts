import path from 'node:path';
import sqlite3 from 'sqlite3';

/** Another process works on this data directory. */
export class WorkerRunningError extends Error {
  readonly code = 'worker_running';

  constructor() {
    super(
      'Another skiptrace-server works on this data directory. Stop it, or start this one with --role api.',
    );
  }
}

/**
 * Holds the data directory for one worker. An exclusive SQLite lock rather than a file with a process id: the system
 * lets go of it when the process dies, however it dies.
 * @returns what lets go of it
 * @throws WorkerRunningError
 */
export async function holdWorkerLock(dataDir: string): Promise<() => Promise<void>> {
  const lock = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(path.join(dataDir, 'worker.lock'), (error) =>
      error === null ? resolve(opened) : reject(error),
    );
  });
  const close = () =>
    new Promise<void>((resolve, reject) =>
      lock.close((error) => (error === null ? resolve() : reject(error))),
    );
  lock.configure('busyTimeout', 0);
  try {
    await new Promise<void>((resolve, reject) => {
      lock.exec('BEGIN EXCLUSIVE', (error) => (error === null ? resolve() : reject(error)));
    });
  } catch (error) {
    await close();
    const busy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    throw busy ? new WorkerRunningError() : error;
  }
  return close;
}
