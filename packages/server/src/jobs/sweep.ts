import { MS_PER_DAY, MS_PER_HOUR, type Clock } from '../clock.js';
import type { Config } from '../config.js';
import type { Database, Tx } from '../database/index.js';
import { In, IsNull, LessThanOrEqual, Not } from '../database/typeorm.js';
import { REPLAY_LIFETIME_MS } from '../idempotency/index.js';
import { isUuid } from '../ids.js';
import type { TaskQueue } from '../queue/index.js';
import { folderOf, type FileStore, type ListedFile } from '../storage/index.js';
import { removeFiles } from './ended-files.js';
import { JobEntity } from './entities.js';
import { belongsTo } from './files.js';
import { tryTransition } from './job-rows.js';
import type { JobStore } from './job-store.js';
import { UNCHARGED_WINDOW_MS } from './quotas.js';
import { WORKING_STATUSES, type FINAL_STATUSES } from './states.js';

/** A job without an upload (reading 34). */
const UPLOAD_PATIENCE_MS = MS_PER_DAY;
/** No upload or result takes that long to write. */
const ABANDONED_AFTER_MS = MS_PER_DAY;
/** What looks at all jobs or files. */
const SCAN_EVERY_MS = MS_PER_HOUR;
/** Limit of one account, so that cancelled jobs cannot fill the database of the ledger. */
const KEPT_DISCARDED_JOBS = 1_000;
/** Others write in between. */
const ROWS_PER_STEP = 500;

type Ended = (typeof FINAL_STATUSES)[number];

/** What the sweep needs of the owner directory. */
export interface RetiredRecords {
  /** Forgets records that were replaced before this moment; returns how many. */
  purgeRetired(beforeMs: number): Promise<number>;
}

export interface SweepNeeds {
  database: Database;
  jobStore: JobStore;
  clock: Clock;
  store: FileStore;
  queue: TaskQueue;
  directory: RetiredRecords;
  config: Pick<Config, 'retentionDays' | 'discardedDays' | 'previewDays'>;
}

/** Ends abandoned jobs and removes expired files. It may run at any time, in several processes. */
export class JobSweep {
  #scannedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly needs: SweepNeeds) {}

  /** Returns how many things were cleaned up. */
  async run(): Promise<number> {
    const { clock, config } = this.needs;
    const now = clock.now();
    let count = await this.#cancel('pending', now - UPLOAD_PATIENCE_MS);
    count += await this.#cancel('preview', now - config.previewDays * MS_PER_DAY);
    count += await this.#removeOldFiles(['completed'], now - config.retentionDays * MS_PER_DAY);
    count += await this.#removeOldFiles(['cancelled', 'failed'], now - config.discardedDays * MS_PER_DAY);
    if (now - this.#scannedAt >= SCAN_EVERY_MS) {
      this.#scannedAt = now;
      count += await this.#removeOrphans(now - ABANDONED_AFTER_MS);
      count += await this.#forgetDiscarded(
        now - config.retentionDays * MS_PER_DAY,
        now - UNCHARGED_WINDOW_MS,
      );
      count += await this.#purgeRetiredOwners(now);
    }
    await this.#requeue();
    return count;
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
        // A request may have acted on it since it was found.
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
   * Forgets jobs that ended without a charge: after the retention, or earlier where an account has very many. A job that
   * was charged is never forgotten, because the ledger refers to it.
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

  /** What killed processes and refused uploads left behind. */
  async #removeOrphans(beforeMs: number): Promise<number> {
    const { store } = this.needs;
    let removed = await store.removeAbandoned(beforeMs);
    // Other folders were not made by us: a bucket may be shared.
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

  /** A task and its job's status are one commit, so this finds nothing; but a job must not wait for ever. */
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

  /** Reading 35: what an unfinished job or a replay may still refer to is kept. */
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
