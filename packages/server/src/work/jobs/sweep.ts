import { REPLAY_LIFETIME_MS } from '../../money/receipts/index.js';
import { MS_PER_DAY, MS_PER_HOUR, type Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { In, IsNull, LessThanOrEqual, Not } from '../../platform/database/typeorm.js';
import { isUuid } from '../../platform/ids.js';
import type { TaskQueue } from '../../platform/queue/index.js';
import { folderOf, type FileStore, type ListedFile } from '../../platform/storage/index.js';
import { JobEntity } from './entities.js';
import { belongsTo } from './files.js';
import { tryTransition } from './job-rows.js';
import type { JobStore } from './job-store.js';
import { removeFiles, UNCHARGED_WINDOW_MS } from './room.js';
import { FINAL_STATUSES, WORKING_STATUSES } from './states.js';

/** Time until a job without an upload is cancelled (reading 34). */
const UPLOAD_PATIENCE_MS = MS_PER_DAY;
/** No upload or result takes this long to write. */
const ABANDONED_AFTER_MS = MS_PER_DAY;
/** Interval of scans of all jobs or files. */
const SCAN_EVERY_MS = MS_PER_HOUR;
/** Cancelled jobs kept per account, so that they cannot fill the ledger's database. */
const KEPT_DISCARDED_JOBS = 1_000;
/** Rows per transaction, so that other writes get their turn. */
const ROWS_PER_STEP = 500;

/** Shown in place of a name that was deleted. */
const FORGOTTEN_NAME = 'deleted.csv';
const FORGOTTEN_ERROR = 'The reason is no longer stored.';
const NAMED = { status: In(FINAL_STATUSES), filename: Not(FORGOTTEN_NAME) };

/** Number of each kind that a sweep cleaned up. */
export interface Swept {
  /** Jobs without an upload, and previews without a confirmation, past their deadline. */
  cancelled: number;
  jobsWithoutFiles: number;
  jobsWithoutNames: number;
  /** Files left behind by killed processes and refused uploads. */
  strayFiles: number;
  /** Deleted jobs that ended without a charge. */
  jobs: number;
  /** Deleted records of imports that were replaced or deleted. */
  ownerRecords: number;
}

type Ended = (typeof FINAL_STATUSES)[number];

/** The part of the owner directory that the sweep uses. */
export interface RetiredRecords {
  /** Deletes records that were replaced before this time; returns how many. */
  purgeRetired(beforeMs: number): Promise<number>;
}

export interface SweepNeeds {
  database: Database;
  jobStore: JobStore;
  clock: Clock;
  store: FileStore;
  queue: TaskQueue;
  directory: RetiredRecords;
  config: Pick<Config, 'retentionDays' | 'discardedDays' | 'previewDays' | 'jobNamesDays'>;
}

/** Ends abandoned jobs and removes expired files. May run at any time, in several processes. */
export class JobSweep {
  #scannedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly needs: SweepNeeds) {}

  /** Returns how many things were cleaned up. */
  async run(): Promise<number> {
    const swept = await this.swept();
    return (
      swept.cancelled +
      swept.jobsWithoutFiles +
      swept.jobsWithoutNames +
      swept.strayFiles +
      swept.jobs +
      swept.ownerRecords
    );
  }

  /** Runs the sweep; returns the number of each kind. */
  async swept(): Promise<Swept> {
    const { clock, config } = this.needs;
    const now = clock.now();
    const daysAgo = (days: number): number => now - days * MS_PER_DAY;
    const cancelled =
      (await this.#cancel('pending', now - UPLOAD_PATIENCE_MS)) +
      (await this.#cancel('preview', daysAgo(config.previewDays)));
    const jobsWithoutFiles =
      (await this.#removeOldFiles(['completed'], daysAgo(config.retentionDays))) +
      (await this.#removeOldFiles(['cancelled', 'failed'], daysAgo(config.discardedDays)));
    const swept = {
      cancelled,
      jobsWithoutFiles,
      jobsWithoutNames: 0,
      strayFiles: 0,
      jobs: 0,
      ownerRecords: 0,
    };
    if (now - this.#scannedAt >= SCAN_EVERY_MS) {
      this.#scannedAt = now;
      swept.jobsWithoutNames = await this.#forgetNames(daysAgo(config.jobNamesDays));
      swept.strayFiles = await this.#removeOrphans(now - ABANDONED_AFTER_MS);
      swept.jobs = await this.#forgetDiscarded(daysAgo(config.retentionDays), now - UNCHARGED_WINDOW_MS);
      swept.ownerRecords = await this.#purgeRetiredOwners(now);
    }
    await this.#requeue();
    return swept;
  }

  /**
   * Customers name files after people, and error messages quote their files. Columns are deleted with the files
   * (`removeFiles`).
   */
  async #forgetNames(beforeMs: number): Promise<number> {
    const { database } = this.needs;
    const found = await database.read.find(JobEntity, {
      where: { ...NAMED, updatedAt: LessThanOrEqual(beforeMs) },
      select: { sequence: true, id: true },
    });
    for (let from = 0; from < found.length; from += ROWS_PER_STEP) {
      const some = In(found.slice(from, from + ROWS_PER_STEP).map(({ id }) => id));
      await database.write(async (tx) => {
        await tx.update(
          JobEntity,
          { id: some, errorMessage: Not(IsNull()) },
          { errorMessage: FORGOTTEN_ERROR },
        );
        await tx.update(JobEntity, { id: some }, { filename: FORGOTTEN_NAME });
      });
    }
    return found.length;
  }

  async #cancel(status: 'pending' | 'preview', beforeMs: number): Promise<number> {
    const { database, clock } = this.needs;
    const where = { status, updatedAt: LessThanOrEqual(beforeMs) };
    const stale = await database.read.find(JobEntity, {
      where,
      select: { sequence: true, id: true, accountId: true },
    });
    let cancelled = 0;
    for (const { id, accountId } of stale) {
      const done = await database.writeFor(accountId, async (tx) => {
        // A request may have changed the job since it was found.
        if (!(await tx.existsBy(JobEntity, { id, ...where }))) return false;
        return tryTransition(tx, id, 'cancel', { updatedAt: clock.now() });
      });
      if (done) cancelled += 1;
    }
    return cancelled;
  }

  async #removeOldFiles(statuses: readonly Ended[], beforeMs: number): Promise<number> {
    const { database, store } = this.needs;
    const old = { status: In(statuses), updatedAt: LessThanOrEqual(beforeMs) };
    const ended = await database.read.find(JobEntity, {
      where: [
        { ...old, uploadVersion: Not(IsNull()) },
        { ...old, resultVersion: Not(IsNull()) },
      ],
      select: { sequence: true, id: true },
    });
    await removeFiles(
      { database, store },
      ended.map(({ id }) => id),
    );
    return ended.length;
  }

  /**
   * Deletes jobs that ended without a charge: after the retention, or earlier if an account has very many. A charged job is
   * never deleted, because the ledger refers to it.
   */
  async #forgetDiscarded(beforeMs: number, surplusBeforeMs: number): Promise<number> {
    const { database, jobStore, store } = this.needs;
    const keptPerAccount = KEPT_DISCARDED_JOBS;
    const discarded = await jobStore.discarded({ beforeMs, surplusBeforeMs, keptPerAccount });
    for (let from = 0; from < discarded.length; from += ROWS_PER_STEP) {
      const ids = discarded.slice(from, from + ROWS_PER_STEP);
      for (const id of ids) await store.removeFolder(id);
      await database.write((tx) => tx.delete(JobEntity, { id: In(ids) }));
    }
    return discarded.length;
  }

  /** Removes files left behind by killed processes and refused uploads. */
  async #removeOrphans(beforeMs: number): Promise<number> {
    const { store } = this.needs;
    let removed = await store.removeAbandoned(beforeMs);
    // Only folders of this server: a bucket may be shared.
    const folders = (await store.folders()).filter(isUuid);
    const files = new Map(folders.map((folder) => [folder, [] as ListedFile[]]));
    for await (const file of store.all()) files.get(folderOf(file.name))?.push(file);
    for (let from = 0; from < folders.length; from += ROWS_PER_STEP)
      removed += await this.#removeOrphansIn(folders.slice(from, from + ROWS_PER_STEP), files, beforeMs);
    return removed;
  }

  async #removeOrphansIn(
    folders: readonly string[],
    files: ReadonlyMap<string, readonly ListedFile[]>,
    beforeMs: number,
  ): Promise<number> {
    const { database, store } = this.needs;
    // Read after the files were listed: a job's row exists before its first file.
    const found = await database.read.find(JobEntity, {
      where: { id: In(folders) },
      select: { sequence: true, id: true, uploadVersion: true },
    });
    const jobs = new Map(found.map((job) => [job.id, job]));
    let removed = 0;
    for (const folder of folders) {
      const job = jobs.get(folder) ?? null;
      const inFolder = files.get(folder) ?? [];
      const orphans = inFolder.filter(
        ({ name, changedAtMs }) => changedAtMs < beforeMs && !belongsTo(job, name),
      );
      for (const { name } of orphans) await store.remove(name);
      removed += orphans.length;
      if (job === null && (await store.list(folder)).length === 0) await store.removeFolder(folder);
    }
    return removed;
  }

  /** A task and its job's status are one commit, so this should find nothing; but a job must not wait forever. */
  async #requeue(): Promise<void> {
    const { database, jobStore } = this.needs;
    const idle = await jobStore.withoutTask();
    if (idle.length === 0) return;
    const ids = idle.map(({ id }) => id);
    await database.write(async (tx) => {
      await this.#requeueKind(tx, 'match', ids);
      await this.#requeueKind(tx, 'enrich', ids);
    });
  }

  async #requeueKind(tx: Tx, kind: keyof typeof WORKING_STATUSES, ids: readonly string[]): Promise<void> {
    for (const { id, accountId, uploadBytes } of await tx.findBy(JobEntity, {
      id: In(ids),
      status: In(WORKING_STATUSES[kind]),
    })) {
      if (uploadBytes === null) throw new Error('a job that waits for work has no upload');
      await this.needs.queue.enqueue(tx, { kind, subject: id, accountId, weight: uploadBytes });
    }
  }

  /** Keeps records that an unfinished job or a replay may still refer to (reading 35). */
  async #purgeRetiredOwners(now: number): Promise<number> {
    const { database, directory } = this.needs;
    const oldest = await database.read.findOne(JobEntity, {
      where: {
        status: In(['processing', 'preview', 'confirmed', 'generating']),
        matchingStartedAt: Not(IsNull()),
      },
      order: { matchingStartedAt: 'ASC' },
      select: { sequence: true, matchingStartedAt: true },
    });
    return directory.purgeRetired(Math.min(now - REPLAY_LIFETIME_MS, oldest?.matchingStartedAt ?? now));
  }
}

/** Checks that expired data was deleted, as sentences: anything a day overdue means that no server runs the sweep. */
export async function retentionFindings(
  database: Database,
  clock: Clock,
  config: SweepNeeds['config'],
): Promise<string[]> {
  const overdue = (days: number) => LessThanOrEqual(clock.now() - (days + 1) * MS_PER_DAY);
  const files = await database.read.count(JobEntity, {
    where: [
      { status: 'completed', updatedAt: overdue(config.retentionDays), resultVersion: Not(IsNull()) },
      {
        status: In(['cancelled', 'failed']),
        updatedAt: overdue(config.discardedDays),
        uploadVersion: Not(IsNull()),
      },
    ],
  });
  const names = await database.read.count(JobEntity, {
    where: { ...NAMED, updatedAt: overdue(config.jobNamesDays) },
  });
  const late = (count: number, what: string) =>
    count === 0
      ? []
      : [
          `${count === 1 ? `the ${what} of 1 job` : `the ${what}s of ${count} jobs`} should have been deleted: "purge --now" does it, and so does a running server`,
        ];
  return [...late(files, 'file'), ...late(names, 'name')];
}
