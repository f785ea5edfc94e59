import type { EntityManager } from 'typeorm';
import { MS_PER_DAY, MS_PER_SECOND } from '../clock.js';
import type { Config } from '../config.js';
import type { Job } from './entities.js';
import { AccountLimitError } from './errors.js';

/** Whose share: the live and the test jobs of an account have one each, so that tests never keep real work waiting. */
type Holder = Pick<Job, 'accountId' | 'mode'>;

/** What an account may have of what all share: nothing of it costs anything before a job is confirmed. */
export type Quotas = Pick<
  Config,
  'openJobsPerAccount' | 'unchargedJobsPerDay' | 'unpaidBytesPerAccount' | 'uploadsAtOncePerAccount'
>;

const MB = 1_000_000;
/** Short: room is made at once, and clients let their other calls, which may make it, wait as well. */
const RETRY_AFTER_SECONDS = 5;

/** As in the index `jobs_open`. */
const OPEN = "status IN ('pending', 'uploaded', 'processing', 'preview')";
/** Jobs without a match are confirmed for nothing, and their files stay as long as those of others. */
const FREE = "status IN ('confirmed', 'generating', 'completed') AND total_charge_cents = 0";

/** As in the index `jobs_uncharged` of the schema. */
const UNCHARGED =
  "((status IN ('cancelled', 'failed') AND refund_cents IS NULL) OR (status = 'completed' AND total_charge_cents = 0))";

/** The sweep keeps what ended uncharged for as long, so that it is counted. */
export const UNCHARGED_WINDOW_MS = MS_PER_DAY;

/** In the unit of work that adds another. @throws AccountLimitError */
export async function requireRoomForJob(
  tx: EntityManager,
  { accountId, mode }: Holder,
  { openJobsPerAccount }: Quotas,
): Promise<void> {
  const [row] = await tx.query<{ jobs: number }[]>(
    `SELECT COUNT(*) AS jobs FROM jobs WHERE account_id = ? AND mode = ? AND ${OPEN}`,
    [accountId, mode],
  );
  if ((row?.jobs ?? 0) < openJobsPerAccount) return;
  throw new AccountLimitError(
    `This account has ${openJobsPerAccount} open jobs, its limit. Nothing was charged. ` +
      'Confirm or cancel some of them, then try again.',
    RETRY_AFTER_SECONDS,
  );
}

/**
 * Each job that is made and given up leaves a row and a receipt in the ledger's file, also when no more than one is open at
 * a time. In the unit of work that adds another. @throws AccountLimitError
 */
export async function requireUnchargedShare(
  tx: EntityManager,
  { accountId, mode }: Holder,
  { unchargedJobsPerDay }: Quotas,
  now: number,
): Promise<void> {
  // Of as many as are allowed, the oldest: the share is used up until it is a day old.
  const [oldest] = await tx.query<{ createdAt: number }[]>(
    `SELECT created_at AS "createdAt" FROM jobs WHERE account_id = ? AND mode = ? AND created_at > ? AND ${UNCHARGED}
      ORDER BY created_at DESC LIMIT 1 OFFSET ?`,
    [accountId, mode, now - UNCHARGED_WINDOW_MS, unchargedJobsPerDay - 1],
  );
  if (oldest === undefined) return;
  throw new AccountLimitError(
    `This account had ${unchargedJobsPerDay} jobs end without a charge in 24 hours, its limit. Nothing was charged. ` +
      'Try again once the oldest of them is 24 hours old.',
    Math.ceil((Number(oldest.createdAt) + UNCHARGED_WINDOW_MS - now) / MS_PER_SECOND),
  );
}

/** Bytes of the files of all other jobs of the account that nobody paid for. */
export async function unpaidBytes(
  from: EntityManager,
  { id, accountId, mode }: Pick<Job, 'id'> & Holder,
): Promise<number> {
  const [row] = await from.query<{ bytes: number | null }[]>(
    `SELECT SUM(COALESCE(upload_bytes, 0) + COALESCE(result_bytes, 0)) AS bytes FROM jobs
      WHERE account_id = ? AND mode = ? AND id <> ? AND upload_version IS NOT NULL AND (${OPEN} OR ${FREE})`,
    [accountId, mode, id],
  );
  return row?.bytes ?? 0;
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
