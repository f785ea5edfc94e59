import type { EnrichedWidths } from '@skiptrace/csv';
import type { Database } from '../../../platform/database/index.js';
import type { Ids } from '../../../platform/ids.js';
import { itemAt } from '../../../platform/lib/item-at.js';
import type { Task, TaskHandler, TaskQueue } from '../../../platform/queue/index.js';
import { JobEntity, type Job } from '../entities.js';
import { requireJob } from '../job-rows.js';
import { ONLY_MATCHES, stepOfStage, type PartRuns } from './job-work.js';
import type { DonePart, PartName, PartStore, Stage } from './part-store.js';
import type { EnrichedPart, JobFile, PartSummary, PartWork } from './part-work.js';

interface SharedPartsNeeds {
  database: Database;
  queue: TaskQueue;
  ids: Ids;
  parts: PartStore;
  work: PartWork;
}

/** Status of a job during each stage. */
const STATUS_OF = { match: 'processing', enrich: 'generating' } as const;

/** A task's subject: it begins with the job's id, by which an account's share is counted (platform/queue/task-store.sql.ts). */
const subjectOf = ({ jobId, part }: PartName): string => `${jobId}/${part}`;
/** @returns the part that a task is for */
function partOf(stage: Stage, subject: string): PartName {
  const [jobId, part] = subject.split('/');
  if (jobId === undefined || part === undefined) throw new Error('a task of a part names no part');
  return { jobId, stage, part: Number(part) };
}

/**
 * Makes each part a task, so that workers on any machine share a job, and a lost worker costs only its parts in progress. The
 * worker that finishes the last part of a stage queues, in the same unit of work, the task that continues the job. A part may be
 * done twice, by a lost worker that comes back: its output is the same, except for which owners its rows matched, so each attempt
 * writes its matches under a separate name and the first one recorded counts.
 */
export class SharedParts implements PartRuns {
  constructor(private readonly needs: SharedPartsNeeds) {}

  async match(file: JobFile, parts: number, signal: AbortSignal): Promise<PartSummary[] | null> {
    const done = await this.#allDone(file, 'match', parts, signal);
    return done?.map(({ result }) => result as PartSummary) ?? null;
  }

  async matchesOf({ jobId }: JobFile, parts: number): Promise<string[]> {
    const matched = await this.needs.parts.list(jobId, 'match');
    // A job that was moved here after its preview was matched by a single worker.
    if (matched.length === 0) return Array.from({ length: parts }, () => ONLY_MATCHES);
    return matched.map((part) => requireDone(part).matches);
  }

  async enrich(
    file: JobFile,
    parts: number,
    _widths: EnrichedWidths,
    signal: AbortSignal,
  ): Promise<EnrichedPart[] | null> {
    const done = await this.#allDone(file, 'enrich', parts, signal);
    return done?.map(({ result }) => result as EnrichedPart) ?? null;
  }

  async enrichAgain(jobId: string): Promise<void> {
    await this.needs.database.write((tx) => this.needs.parts.forget(tx, jobId, 'enrich'));
  }

  /** Does one part, unless it is done or its job is past it. */
  async run(name: PartName, signal: AbortSignal): Promise<void> {
    const { database, queue, parts } = this.needs;
    const { jobId, stage, part } = name;
    const job = await database.read.findOneBy(JobEntity, { id: jobId, status: STATUS_OF[stage] });
    if (job === null || itemAt(await parts.list(jobId, stage), part) !== null) return;
    const done = await this.#do(job, name, signal);
    await database.write(async (tx) => {
      if ((await parts.finish(tx, name, done)) > 0) return;
      const { accountId, uploadBytes: weight } = await requireJob(tx, { id: jobId });
      if (weight === null) throw new Error('a job in work has no upload');
      // A task of another kind, because the stage's first task may not have ended yet.
      await queue.enqueue(tx, { kind: `${stage}-end`, subject: jobId, accountId, weight });
    });
  }

  async #do(job: Job, { stage, part }: PartName, signal: AbortSignal): Promise<DonePart> {
    const { ids, work } = this.needs;
    const file = fileOf(job);
    if (stage === 'match') {
      const matches = ids.uuid();
      return { matches, result: await work.match(file, part, matches, signal) };
    }
    if (job.layout === null) throw new Error('a job that was confirmed has no preview');
    const matches = itemAt(await this.matchesOf(file, part + 1), part);
    const result = await work.enrich(file, part, matches, job.layout.widths, signal);
    return { matches: '', result };
  }

  /** Outcomes of the parts; null if tasks still have to do some of them. */
  async #allDone(
    file: JobFile,
    stage: Stage,
    count: number,
    signal: AbortSignal,
  ): Promise<DonePart[] | null> {
    const { database, queue, parts } = this.needs;
    const { jobId } = file;
    const found = await parts.list(jobId, stage);
    const done = found.filter((part) => part !== null);
    if (found.length > 0 && done.length === found.length) return done;
    if (count === 1) {
      // A single part needs no sharing.
      await database.write((tx) => parts.begin(tx, jobId, stage, count));
      const job = await requireJob(database.read, { id: jobId });
      const name = { jobId, stage, part: 0 };
      const result = await this.#do(job, name, signal);
      await database.write((tx) => parts.finish(tx, name, result));
      const [noted] = await parts.list(jobId, stage);
      return noted === undefined || noted === null ? null : [noted];
    }
    await database.write(async (tx) => {
      const { accountId } = await requireJob(tx, { id: jobId });
      await parts.begin(tx, jobId, stage, count);
      const weight = Math.ceil(file.uploadBytes / count);
      for (let part = 0; part < count; part++) {
        if ((found[part] ?? null) !== null) continue;
        const subject = subjectOf({ jobId, stage, part });
        await queue.enqueue(tx, { kind: `${stage}-part`, subject, accountId, weight });
      }
    });
    return null;
  }
}

function requireDone(part: DonePart | null): DonePart {
  if (part === null) throw new Error('a part of a job that was matched is not matched');
  return part;
}

/** @throws Error for a job without an upload */
export function fileOf(job: Job): JobFile {
  const { id, mode, uploadVersion, uploadBytes, columnMapping } = job;
  if (uploadVersion === null || uploadBytes === null) throw new Error('a job in work has no upload');
  // Recorded even without a term, because one may begin while the preview waits and then covers the charge of confirm; and even
  // at no price, because the log names the properties.
  const wantsProperties = mode === 'live';
  const requirePhone = job.requirePhone === 1;
  return { jobId: id, mode, uploadVersion, uploadBytes, columnMapping, wantsProperties, requirePhone };
}

/** The whole stage, which fails the job if a part cannot be done. */
export interface StageTask extends Pick<TaskHandler, 'maxRunMs' | 'gaveUp'> {
  /** For a fault of the job's file: ends the job with a sentence. */
  refuse(jobId: string, sentence: string): Promise<void>;
}

/** Does one part of a stage, on any machine. */
export const partTask = (stage: Stage, parts: SharedParts, whole: StageTask): TaskHandler => ({
  // A part may take as long as the whole.
  ...(whole.maxRunMs !== undefined && { maxRunMs: whole.maxRunMs.bind(whole) }),
  run: ({ subject }: Task, signal: AbortSignal) => {
    const name = partOf(stage, subject);
    return stepOfStage(
      (sentence) => whole.refuse(name.jobId, sentence),
      () => parts.run(name, signal),
    );
  },
  gaveUp: (task: Task) => whole.gaveUp({ ...task, subject: partOf(stage, task.subject).jobId }),
});
