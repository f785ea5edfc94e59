import { MS_PER_DAY, MS_PER_SECOND } from '../clock.js';
import type { Config } from '../config.js';
import type { Tx } from '../database/index.js';
import { AccountLimitError } from './errors.js';
import type { Holder, JobStore } from './job-store.js';

/** An account's share of common resources, which cost nothing before a job is confirmed. */
export type Quotas = Pick<
  Config,
  'openJobsPerAccount' | 'unchargedJobsPerDay' | 'unpaidBytesPerAccount' | 'uploadsAtOncePerAccount'
>;

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
