import sqlite3 from 'sqlite3';

/** `alone` keeps everybody else out; `shared` keeps out only those who want the file `alone`. */
const SCRIPTS = { alone: 'BEGIN EXCLUSIVE', shared: 'BEGIN; SELECT COUNT(*) FROM sqlite_master' } as const;

/**
 * Locks a file of the data directory. It's a SQLite lock rather than a file with a process ID, because the system
 * releases it when the process dies, however it dies.
 * @returns releases the lock; null when others hold it for longer than `patienceMs`
 */
export async function lockFile(
  file: string,
  how: keyof typeof SCRIPTS,
  patienceMs = 0,
): Promise<(() => Promise<void>) | null> {
  const lock = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, (error) => (error === null ? resolve(opened) : reject(error)));
  });
  const close = () =>
    new Promise<void>((resolve, reject) =>
      lock.close((error) => (error === null ? resolve() : reject(error))),
    );
  lock.configure('busyTimeout', patienceMs);
  try {
    await new Promise<void>((resolve, reject) => {
      lock.exec(SCRIPTS[how], (error) => (error === null ? resolve() : reject(error)));
    });
  } catch (error) {
    await close();
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
  return close;
}
