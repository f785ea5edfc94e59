import sqlite3 from 'sqlite3';

/** What the lock of a file keeps others from: `shared` only those who want it `alone`. */
const SCRIPTS = { alone: 'BEGIN EXCLUSIVE', shared: 'BEGIN; SELECT COUNT(*) FROM sqlite_master' } as const;

/**
 * Locks a file of the data directory. A SQLite lock rather than a file with a process id: the system lets go of it when
 * the process dies, however it dies.
 * @returns what lets go of it; null when others hold it for longer than `patienceMs`
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
