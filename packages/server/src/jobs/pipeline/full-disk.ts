import { errorCode } from '../../lib/error-code.js';
import { MS_PER_SECOND } from '../../clock.js';
import { TaskPostponedError } from '../../queue/index.js';

const DELAY_MS = 5 * MS_PER_SECOND;
/** Error codes of this server, SQLite, PostgreSQL (SQLSTATE) and the system. */
const WAITED_FOR_CODES: readonly (string | null)[] = [
  'storage_full',
  'storage_unavailable',
  'SQLITE_FULL',
  '53100',
  'ENOSPC',
  'EDQUOT',
];

/** A full disk, or a bucket that does not answer, is not the task's failure: it is retried until that is over (reading 20). */
export async function waitingForRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const passes = WAITED_FOR_CODES.includes(errorCode(error));
    throw passes ? new TaskPostponedError(DELAY_MS, { cause: error }) : error;
  }
}
