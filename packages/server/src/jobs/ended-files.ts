import type { Database } from '../database/index.js';
import type { FileStore } from '../storage/index.js';
import { JobEntity, type Job } from './entities.js';
import { unpaidBytes, type Quotas } from './quotas.js';

/**
 * Files of cancelled and failed jobs stay for a while, but never in the way: what the account sends takes their place, the
 * oldest first.
 */
export async function replaceEndedFiles(
  database: Database,
  store: Pick<FileStore, 'removeFolder'>,
  { accountId, mode }: Pick<Job, 'accountId' | 'mode'>,
  { unpaidBytesPerAccount }: Quotas,
): Promise<void> {
  const ended = await database.read.query<Pick<Job, 'id' | 'uploadBytes'>[]>(
    `SELECT id, upload_bytes AS "uploadBytes" FROM jobs
      WHERE account_id = ? AND mode = ? AND upload_version IS NOT NULL AND upload_bytes IS NOT NULL
        AND status IN ('cancelled', 'failed')
      ORDER BY updated_at DESC`,
    [accountId, mode],
  );
  if (ended.length === 0) return;
  let bytes = await unpaidBytes(database.read, { id: '', accountId, mode });
  for (const { id, uploadBytes } of ended) {
    bytes += uploadBytes ?? 0;
    if (bytes > unpaidBytesPerAccount) await removeFiles(database, store, id);
  }
}

/** Of a job that has ended. */
export async function removeFiles(
  database: Database,
  store: Pick<FileStore, 'removeFolder'>,
  id: string,
): Promise<void> {
  await store.removeFolder(id);
  await database.write((tx) => tx.update(JobEntity, { id }, { uploadVersion: null, resultVersion: null }));
}
