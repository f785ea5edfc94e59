import type { Database } from '../database/index.js';
import { In, IsNull, Not } from '../database/typeorm.js';
import type { FileStore } from '../storage/index.js';
import { JobEntity, NO_COLUMNS } from './entities.js';
import type { Holder, JobStore } from './job-store.js';
import type { Quotas } from './quotas.js';

export interface EndedFilesNeeds {
  database: Database;
  jobStore: JobStore;
  store: Pick<FileStore, 'removeFolder'>;
}

/** Jobs per unit of work, so that other writes get their turn. */
const JOBS_PER_WRITE = 500;

/**
 * Keeps files of cancelled and failed jobs for a while, but never at the cost of new uploads: those replace them, oldest
 * first.
 */
export async function replaceEndedFiles(
  { database, jobStore, store }: EndedFilesNeeds,
  { accountId, mode }: Holder,
  { unpaidBytesPerAccount }: Quotas,
): Promise<void> {
  const ended = await database.read.find(JobEntity, {
    where: {
      accountId,
      mode,
      uploadVersion: Not(IsNull()),
      uploadBytes: Not(IsNull()),
      status: In(['cancelled', 'failed']),
    },
    order: { updatedAt: 'DESC' },
    select: { sequence: true, id: true, uploadBytes: true },
  });
  if (ended.length === 0) return;
  let bytes = await jobStore.unpaidBytes(database.read, { accountId, mode }, null);
  const surplus = ended.filter(({ uploadBytes }) => (bytes += uploadBytes ?? 0) > unpaidBytesPerAccount);
  await removeFiles(
    { database, store },
    surplus.map(({ id }) => id),
  );
}

/** Deletes the files of jobs that have ended. */
export async function removeFiles(
  { database, store }: Omit<EndedFilesNeeds, 'jobStore'>,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += JOBS_PER_WRITE) {
    const some = ids.slice(from, from + JOBS_PER_WRITE);
    for (const id of some) await store.removeFolder(id);
    const none = { uploadVersion: null, resultVersion: null, columnMapping: NO_COLUMNS };
    await database.write((tx) => tx.update(JobEntity, { id: In(some) }, none));
  }
}
