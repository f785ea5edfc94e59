import sqlite3 from 'sqlite3';

/**
 * A process that lost its server ends as soon as it hears of it: after the batch in hand. That is at once, unless others
 * keep all processors from it.
 */
const PATIENCE_MS = 30_000;

/**
 * Says that this process lives, for as long as it does: a shared SQLite lock, which the system lets go of however the
 * process ends. @returns what lets go of it
 */
export const holdAliveLock = (file: string): Promise<() => Promise<void>> =>
  lock(file, 'BEGIN; SELECT COUNT(*) FROM sqlite_master');

/** Job processes of a server that is gone do not end. */
export class JobProcessesAliveError extends Error {
  readonly code = 'job_processes_alive';

  constructor(options: ErrorOptions) {
    super(
      'Job processes of a server that ended are still running, on the same data directory. End them (they are called ' +
        'process-main.js) and start again. No job was touched.',
      options,
    );
  }
}

/**
 * Resolves when no job process lives. A server that was killed may leave some for a moment, and what they still write
 * must not meet what their successors do. @throws JobProcessesAliveError
 */
export async function untilNoneIsAlive(file: string): Promise<void> {
  try {
    const release = await lock(file, 'BEGIN EXCLUSIVE');
    await release();
  } catch (error) {
    const busy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    throw busy ? new JobProcessesAliveError({ cause: error }) : error;
  }
}

async function lock(file: string, script: string): Promise<() => Promise<void>> {
  const connection = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, (error) => (error === null ? resolve(opened) : reject(error)));
  });
  connection.configure('busyTimeout', PATIENCE_MS);
  const release = () =>
    new Promise<void>((resolve, reject) =>
      connection.close((error) => (error === null ? resolve() : reject(error))),
    );
  try {
    await new Promise<void>((resolve, reject) =>
      connection.exec(script, (error) => (error === null ? resolve() : reject(error))),
    );
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}
