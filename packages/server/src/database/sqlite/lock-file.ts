import { errorCode } from '../../error-code.js';
import { openFile } from './open-file.js';

/** `exclusive` keeps everybody else out; `shared` keeps out only those who want the file exclusively. */
const SCRIPTS = {
  exclusive: 'BEGIN EXCLUSIVE',
  shared: 'BEGIN; SELECT COUNT(*) FROM sqlite_master',
} as const;

/**
 * Locks a file of the data directory. It's a SQLite lock rather than a file with a process ID, because the system
 * releases it when the process dies, however it dies.
 * @returns releases the lock; null when others hold it for longer than `patienceMs`
 */
export async function lockFile(
  path: string,
  how: keyof typeof SCRIPTS,
  patienceMs = 0,
): Promise<(() => Promise<void>) | null> {
  const lock = await openFile(path, { mode: 'create', busyTimeoutMs: patienceMs });
  try {
    await lock.exec(SCRIPTS[how]);
  } catch (error) {
    await lock.close();
    if (errorCode(error) === 'SQLITE_BUSY') return null;
    throw error;
  }
  return lock.close;
}
