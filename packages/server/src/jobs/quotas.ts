import type { EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import type { Database } from '../database/index.js';
import type { FileStore } from '../storage/index.js';
import { JobEntity, type Job } from './entities.js';
import { AccountLimitError } from './errors.js';

/** What an account may have of what all share: nothing of it costs anything before a job is confirmed. */
export type Quotas = Pick<Config, 'openJobsPerAccount' | 'unpaidBytesPerAccount' | 'uploadsAtOncePerAccount'>;

const MB = 1_000_000;
/** Somebody has to look at previews; an upload ends by itself. */
const RETRY_AFTER_DECISION_SECONDS = 30;
const RETRY_AFTER_UPLOAD_SECONDS = 2;

/** As in the index `jobs_open` (migration 0006). */
const OPEN = "status IN ('pending', 'uploaded', 'processing', 'preview')";
/** Jobs without a match are confirmed for nothing, and their files stay as long as those of others. */
const FREE = "status IN ('confirmed', 'generating', 'completed') AND totalChargeCents = 0";
const ENDED = "status IN ('cancelled', 'failed')";

/** In the unit of work that adds another. @throws AccountLimitError */
export async function requireRoomForJob(
  tx: EntityManager,
  accountId: string,
  { openJobsPerAccount }: Quotas,
): Promise<void> {
  const [row] = await tx.query<{ jobs: number }[]>(
    `SELECT COUNT(*) AS jobs FROM jobs WHERE accountId = ? AND ${OPEN}`,
    [accountId],
  );
  if ((row?.jobs ?? 0) < openJobsPerAccount) return;
  throw new AccountLimitError(
    `This account has ${openJobsPerAccount} open jobs, which is as many as it may have. Confirm or cancel some of ` +
      'them, then try again. Nothing was charged.',
    RETRY_AFTER_DECISION_SECONDS,
  );
}

/** Bytes of the files of all other jobs of the account that nobody paid for. */
export async function unpaidBytes(
  from: EntityManager,
  { id, accountId }: Pick<Job, 'id' | 'accountId'>,
): Promise<number> {
  const [row] = await from.query<{ bytes: number | null }[]>(
    `SELECT SUM(COALESCE(uploadBytes, 0) + COALESCE(resultBytes, 0)) AS bytes FROM jobs
      WHERE accountId = ? AND id <> ? AND uploadVersion IS NOT NULL AND (${OPEN} OR ${FREE})`,
    [accountId, id],
  );
  return row?.bytes ?? 0;
}

/** @throws AccountLimitError */
export function requireRoomForBytes(bytes: number, { unpaidBytesPerAccount }: Quotas): void {
  if (bytes <= unpaidBytesPerAccount) return;
  throw new AccountLimitError(
    `The files of this account that are not paid for may have ${Math.floor(unpaidBytesPerAccount / MB)} MB together, ` +
      'and this one is too much. Confirm or cancel jobs, then send it again. Nothing was charged.',
    RETRY_AFTER_DECISION_SECONDS,
  );
}

/**
 * Files of cancelled and failed jobs stay for a while, but never in the way: what the account sends takes their place, the
 * oldest first.
 */
export async function replaceEndedFiles(
  database: Database,
  store: Pick<FileStore, 'removeFolder'>,
  accountId: string,
  { unpaidBytesPerAccount }: Quotas,
): Promise<void> {
  const ended = await database.read.query<Pick<Job, 'id' | 'uploadBytes'>[]>(
    `SELECT id, uploadBytes FROM jobs WHERE accountId = ? AND uploadVersion IS NOT NULL AND ${ENDED}
      ORDER BY updatedAt DESC`,
    [accountId],
  );
  if (ended.length === 0) return;
  let bytes = await unpaidBytes(database.read, { id: '', accountId });
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

/** An upload under way. */
export interface UploadShare {
  /** Counts what arrived. @throws AccountLimitError */
  add(bytes: number): void;
  end(): void;
}

/** The uploads that arrive at this process at the moment: one of a job, a few of an account. */
export class UploadShares {
  readonly #jobs = new Set<string>();
  readonly #accounts = new Map<string, { uploads: number; bytes: number }>();

  constructor(private readonly quotas: Quotas) {}

  /**
   * @param heldBytes of the account's other files
   * @throws AccountLimitError
   */
  begin({ id, accountId }: Pick<Job, 'id' | 'accountId'>, heldBytes: number): UploadShare {
    const account = this.#accounts.get(accountId) ?? { uploads: 0, bytes: 0 };
    if (this.#jobs.has(id)) {
      throw new AccountLimitError(
        'Another upload of this job is under way. Wait until it has ended, then try again. Nothing was changed.',
        RETRY_AFTER_UPLOAD_SECONDS,
      );
    }
    if (account.uploads >= this.quotas.uploadsAtOncePerAccount) {
      throw new AccountLimitError(
        `This account sends ${account.uploads} files already, which is as many as it may at the same time. Wait until ` +
          'one has arrived, then try again. Nothing was changed.',
        RETRY_AFTER_UPLOAD_SECONDS,
      );
    }
    requireRoomForBytes(heldBytes + account.bytes + 1, this.quotas);
    this.#jobs.add(id);
    this.#accounts.set(accountId, account);
    account.uploads += 1;
    let ownBytes = 0;
    return {
      add: (bytes) => {
        ownBytes += bytes;
        account.bytes += bytes;
        requireRoomForBytes(heldBytes + account.bytes, this.quotas);
      },
      end: () => {
        this.#jobs.delete(id);
        account.uploads -= 1;
        account.bytes -= ownBytes;
        if (account.uploads === 0) this.#accounts.delete(accountId);
      },
    };
  }
}
