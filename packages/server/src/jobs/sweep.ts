import type { EntityManager } from 'typeorm';
import { MS_PER_DAY, MS_PER_HOUR, type Clock } from '../clock.js';
import type { Config } from '../config.js';
import type { Database } from '../database/index.js';
import { In, LessThanOrEqual } from '../database/typeorm.js';
import type { TaskQueue } from '../queue/index.js';
import type { FileStore } from '../storage/index.js';
import { JobEntity, type Job } from './entities.js';
import { uploadName } from './files.js';
import { tryTransition } from './job-rows.js';
import { FINAL_STATUSES, WORKING_STATUSES } from './states.js';

/** A job nobody uploads to (reading 34). */
const UPLOAD_PATIENCE_MS = MS_PER_DAY;
/** No upload or result takes that long to write. */
const ABANDONED_AFTER_MS = MS_PER_DAY;
/** Reading 10: owner records are kept for replays that long (idempotency/). */
const REPLAY_LIFETIME_MS = MS_PER_DAY;
const ORPHANS_EVERY_MS = MS_PER_HOUR;

/** What the sweep needs of the owner directory. */
export interface RetiredRecords {
  /** Forgets records that were replaced before this moment; returns how many. */
  purgeRetired(beforeMs: number): Promise<number>;
}

export interface SweepParts {
  database: Database;
  clock: Clock;
  store: FileStore;
  queue: TaskQueue;
  directory: RetiredRecords;
  config: Pick<Config, 'retentionDays' | 'previewDays'>;
}

/** Ends what nobody ends and removes what nobody needs. It may run at any time, in several processes. */
export class JobSweep {
  #orphansLookedForAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: SweepParts) {}

  /** Returns how many things were cleaned up. */
  async run(): Promise<number> {
    const { clock, config } = this.parts;
    const now = clock.now();
    let count = await this.#cancel('pending', now - UPLOAD_PATIENCE_MS);
    count += await this.#cancel('preview', now - config.previewDays * MS_PER_DAY);
    count += await this.#removeOldFiles(now - config.retentionDays * MS_PER_DAY);
    if (now - this.#orphansLookedForAt >= ORPHANS_EVERY_MS) {
      this.#orphansLookedForAt = now;
      count += await this.#removeOrphans(now - ABANDONED_AFTER_MS);
      count += await this.#purgeRetiredOwners(now);
    }
    await this.#requeue();
    return count;
  }

  async #cancel(status: 'pending' | 'preview', beforeMs: number): Promise<number> {
    const { database, clock } = this.parts;
    const where = { status, updatedAt: LessThanOrEqual(beforeMs) };
    const stale = await database.read.find(JobEntity, { where, select: { sequence: true, id: true } });
    let cancelled = 0;
    for (const { id } of stale) {
      const done = await database.write(async (tx) => {
        // Somebody may have acted on it since it was found.
        if (!(await tx.existsBy(JobEntity, { id, ...where }))) return false;
        return tryTransition(tx, id, 'cancel', { updatedAt: clock.now() });
      });
      if (done) cancelled += 1;
    }
    return cancelled;
  }

  async #removeOldFiles(beforeMs: number): Promise<number> {
    const { database, store } = this.parts;
    const ended = await database.read
      .createQueryBuilder(JobEntity, 'job')
      .where('job.status IN (:...statuses)', { statuses: FINAL_STATUSES })
      .andWhere('job.updatedAt <= :beforeMs', { beforeMs })
      .andWhere('(job.uploadVersion IS NOT NULL OR job.resultVersion IS NOT NULL)')
      .getMany();
    for (const { id } of ended) {
      await store.removeFolder(id);
      await database.write((tx) =>
        tx.update(JobEntity, { id }, { uploadVersion: null, resultVersion: null }),
      );
    }
    return ended.length;
  }

  /** What killed processes and refused uploads left behind. */
  async #removeOrphans(beforeMs: number): Promise<number> {
    const { database, store } = this.parts;
    let removed = await store.removeAbandoned(beforeMs);
    for (const folder of await store.folders()) {
      const job = await database.read.findOneBy(JobEntity, { id: folder });
      const orphans = (await store.list(folder)).filter(
        ({ name, changedAtMs }) => changedAtMs < beforeMs && !belongsTo(job, name),
      );
      for (const { name } of orphans) await store.remove(name);
      removed += orphans.length;
    }
    return removed;
  }

  /** A task and its job's status are one commit, so this finds nothing; but a job must not wait for ever. */
  async #requeue(): Promise<void> {
    const { database } = this.parts;
    const statuses = Object.values(WORKING_STATUSES).flat();
    if (!(await database.read.existsBy(JobEntity, { status: In(statuses) }))) return;
    await database.write(async (tx) => {
      await this.#requeueKind(tx, 'match');
      await this.#requeueKind(tx, 'enrich');
    });
  }

  async #requeueKind(tx: EntityManager, kind: keyof typeof WORKING_STATUSES): Promise<void> {
    for (const { id, accountId, uploadBytes } of await tx.findBy(JobEntity, {
      status: In(WORKING_STATUSES[kind]),
    })) {
      await this.parts.queue.enqueue(tx, { kind, subject: id, accountId, weight: uploadBytes ?? 0 });
    }
  }

  /** Reading 35: what an unfinished job or a replay may still refer to is kept. */
  async #purgeRetiredOwners(now: number): Promise<number> {
    const { database, directory } = this.parts;
    const [row] = await database.read.query<{ oldest: number | null }[]>(
      `SELECT MIN(matchingStartedAt) AS oldest FROM jobs WHERE status IN ('processing', 'preview', 'confirmed', 'generating')`,
    );
    return directory.purgeRetired(Math.min(now - REPLAY_LIFETIME_MS, Number(row?.oldest ?? now)));
  }
}

/** Only uploads can be orphans of a job that exists; sidecars and results go with its folder. */
function belongsTo(job: Job | null, name: string): boolean {
  if (job === null) return false;
  if (!name.startsWith(uploadName(job.id, ''))) return true;
  return job.uploadVersion !== null && name === uploadName(job.id, job.uploadVersion);
}
