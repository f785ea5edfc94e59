import { errorCode } from '../../error-code.js';
import { MS_PER_SECOND } from '../../clock.js';
import { TaskPostponedError } from '../../queue/index.js';

const FULL_DISK_DELAY_MS = 5 * MS_PER_SECOND;
/** Of our own errors, SQLite, PostgreSQL (SQLSTATE) and the system. */
const FULL_DISK_CODES: readonly (string | null)[] = [
  'storage_full',
  'SQLITE_FULL',
  '53100',
  'ENOSPC',
  'EDQUOT',
];

/** A full disk, or a bucket that does not answer, is nobody's failure: the task waits until there is room (reading 20). */
export async function waitingForRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const full = FULL_DISK_CODES.includes(errorCode(error));
    throw full ? new TaskPostponedError(FULL_DISK_DELAY_MS, { cause: error }) : error;
  }
}
