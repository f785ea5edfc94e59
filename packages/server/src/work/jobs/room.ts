import { bytesPerUnit } from '@skiptrace/csv';
import { MS_PER_DAY, MS_PER_SECOND } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { In, IsNull, Not } from '../../platform/database/typeorm.js';
import { roomBytes, StoreFullError, type FileStore } from '../../platform/storage/index.js';
import { JobEntity, NO_COLUMNS, type Job } from './entities.js';
import type { Holder, JobStore } from './job-store.js';

/** An account's share of common resources, which cost nothing before a job is confirmed. */
export type Quotas = Pick<
  Config,
  'openJobsPerAccount' | 'unchargedJobsPerDay' | 'unpaidBytesPerAccount' | 'uploadsAtOncePerAccount'
>;

/** The account has used up its share of a common resource; nothing was charged or changed. */
export class AccountLimitError extends Error {
  readonly code = 'account_limit';

  /** @param message names what frees some of the share */
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

const MB = 1_000_000;
/** Short: room is freed at once, and a client that waits delays its other calls, which may free it. */
const RETRY_AFTER_SECONDS = 5;

/** The sweep keeps jobs that ended uncharged for at least this long, so that they are counted. */
export const UNCHARGED_WINDOW_MS = MS_PER_DAY;

/** Runs in the unit of work that adds another job. @throws AccountLimitError */
export async function requireRoomForJob(
  jobStore: JobStore,
  tx: Tx,
  holder: Holder,
  { openJobsPerAccount }: Quotas,
): Promise<void> {
  if ((await jobStore.countOpen(tx, holder)) < openJobsPerAccount) return;
  throw new AccountLimitError(
    `This account has ${openJobsPerAccount} open jobs, its limit. Nothing was charged. ` +
      'Confirm or cancel some of them, then try again.',
    RETRY_AFTER_SECONDS,
  );
}

/**
 * Each job that is created and abandoned leaves a row and a receipt in the ledger's file, even if no more than one is open
 * at a time. Runs in the unit of work that adds another. @throws AccountLimitError
 */
export async function requireUnchargedShare(
  jobStore: JobStore,
  tx: Tx,
  holder: Holder,
  { unchargedJobsPerDay }: Quotas,
  now: number,
): Promise<void> {
  // The oldest of the jobs that fill the allowance: the share is used up until that job is a day old.
  const oldest = await jobStore.nthUncharged(tx, holder, unchargedJobsPerDay, now - UNCHARGED_WINDOW_MS);
  if (oldest === null) return;
  throw new AccountLimitError(
    `This account had ${unchargedJobsPerDay} jobs end without a charge in 24 hours, its limit. Nothing was charged. ` +
      'Try again once the oldest of them is 24 hours old.',
    Math.ceil((oldest + UNCHARGED_WINDOW_MS - now) / MS_PER_SECOND),
  );
}

/** @throws AccountLimitError */
export function requireRoomForBytes(bytes: number, { unpaidBytesPerAccount }: Quotas): void {
  if (bytes <= unpaidBytesPerAccount) return;
  throw new AccountLimitError(
    `With this file, the account would have more than ${Math.floor(unpaidBytesPerAccount / MB)} MB in unpaid jobs, its limit. ` +
      'Nothing was charged. Confirm or cancel some jobs, then upload it again.',
    RETRY_AFTER_SECONDS,
  );
}

/**
 * Refuses a result that costs nothing, and would be kept like any other. An account's only list is never refused.
 * @param heldBytes of the account's other unpaid jobs
 * @throws AccountLimitError
 */
export function requireRoomForFreeResult(
  bytes: number,
  heldBytes: number,
  { unpaidBytesPerAccount }: Quotas,
): void {
  if (heldBytes === 0 || heldBytes + bytes <= unpaidBytesPerAccount) return;
  throw new AccountLimitError(
    `With the result of this job, which is free, the account would have more than ${Math.floor(unpaidBytesPerAccount / MB)} MB in unpaid jobs, its limit. ` +
      'Nothing was charged. Cancel other jobs, or wait until files of other free jobs are deleted, then confirm it again.',
    RETRY_AFTER_SECONDS,
  );
}

interface EndedFilesNeeds {
  database: Database;
  jobStore: JobStore;
  store: Pick<FileStore, 'removeFolder'>;
}

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

/** Jobs per unit of work, so that other writes get their turn. */
const JOBS_PER_WRITE = 500;

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

/** @throws StoreFullError */
export async function requireRoomForFiles(store: Pick<FileStore, 'capacity'>): Promise<void> {
  if ((await roomBytes(store)) === 0) throw new StoreFullError();
}

/** The parts of the result exist until the whole does. */
const COPIES = 2;

/** Refuses before a charge if the result would not fit (reading 20). @throws StoreFullError */
export async function requireRoomForResult(store: FileStore, job: Job): Promise<void> {
  if ((await roomBytes(store)) < COPIES * resultBytesEstimate(job)) throw new StoreFullError();
}

/**
 * Generous averages of what is added to a matched row: names and mailing address, a phone with type and DNC, an
 * email.
 */
const OWNER_BYTES = 160;
const PHONE_BYTES = 24;
const EMAIL_BYTES = 40;
const OWNER_CELLS = 8;
const PHONE_CELLS = 3;

/** Estimate of the enriched file's size, very likely too high. */
export function resultBytesEstimate({ uploadBytes, totalRows, matchedRows, layout }: Job): number {
  if (uploadBytes === null || totalRows === null || matchedRows === null || layout === null)
    throw new Error('a job in preview has no counts');
  const { phones, emails, cells } = layout.widths;
  // Rows shorter than the longest one are filled up with empty cells.
  const delimiters = totalRows * (cells + OWNER_CELLS + PHONE_CELLS * phones + emails);
  const owners = matchedRows * (OWNER_BYTES + PHONE_BYTES * phones + EMAIL_BYTES * emails);
  return uploadBytes + bytesPerUnit(layout.encoding) * (delimiters + owners);
}
