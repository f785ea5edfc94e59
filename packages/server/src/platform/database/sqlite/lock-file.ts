import path from 'node:path';
import { errorCode } from '../../lib/error-code.js';
import type { LockMode, Locks } from '../../lib/locks.js';
import { openFile } from './open-file.js';

const SCRIPTS: Readonly<Record<LockMode, string>> = {
  exclusive: 'BEGIN EXCLUSIVE',
  shared: 'BEGIN; SELECT COUNT(*) FROM sqlite_master',
};

/** Locks as files of a data directory. */
export const fileLocks = (dataDir: string): Locks => ({
  where: `the data directory ${dataDir}`,
  hold: async (name, mode, { patienceMs } = {}) => {
    const release = await lockFile(path.join(dataDir, `${name}.lock`), mode, patienceMs);
    // The system never takes the lock from a living process.
    return release === null ? null : { isHeld: () => true, release };
  },
});

/**
 * Locks a file of the data directory. It's a SQLite lock rather than a file with a process ID, because the system
 * releases it when the process dies, however it dies.
 * @returns a function that releases the lock; null if others hold it for longer than `patienceMs`
 */
export async function lockFile(
  file: string,
  mode: LockMode,
  patienceMs = 0,
): Promise<(() => Promise<void>) | null> {
  const lock = await openFile(file, { mode: 'create', busyTimeoutMs: patienceMs });
  try {
    await lock.exec(SCRIPTS[mode]);
  } catch (error) {
    await lock.close();
    if (errorCode(error) === 'SQLITE_BUSY') return null;
    throw error;
  }
  return lock.close;
}
