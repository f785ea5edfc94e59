import type { Billing } from '../../../money/billing/index.js';
import { BY_SERVICE, countPacked, digestOfPart, type ResultDetails } from '../../../money/log/index.js';
import { In } from '../../../platform/database/typeorm.js';
import type { Task, TaskHandler } from '../../../platform/queue/index.js';
import { chargesOf, lackingOf, withhold } from '../charges.js';
import { JobEntity, type Job } from '../entities.js';
import { requireJob, tryTransition } from '../job-rows.js';
import type { JobNeeds } from '../jobs.js';
import { noteJob } from '../notices.js';
import { stepOfStage, type JobWork } from './job-work.js';
import { fileOf, type StageTask } from './shared-parts.js';

/** Takes a job from `confirmed` to `completed`, or to `failed` with the charge refunded. */
export class EnrichTask implements TaskHandler, StageTask {
  constructor(
    private readonly needs: Pick<
      JobNeeds,
      'database' | 'clock' | 'ids' | 'store' | 'repeats' | 'audit' | 'listVersion' | 'webhooks' | 'listMails'
    > & {
      billing: Billing;
    },
    private readonly work: JobWork,
  ) {}

  run({ subject }: Task, signal: AbortSignal): Promise<void> {
    const refuse = (sentence: string) => this.refuse(subject, sentence);
    return stepOfStage(refuse, async () => {
      const job = await this.#begin(subject);
      if (job === null) return;
      if (job.status === 'generating' && !(await this.#make(job, signal))) return;
      await this.work.tidy(job.id, signal);
    });
  }

  async gaveUp({ subject }: Task): Promise<void> {
    await this.refuse(subject, 'Server error while writing the result.');
  }

  /** The job, now `generating`, or `completed` with temporary files left. Null for a job that is gone or in another state. */
  async #begin(id: string): Promise<Job | null> {
    const { database, clock, listVersion } = this.needs;
    // The version before the work starts: if the list changes on the way, the result is checked again before it is
    // served.
    const suppressionVersion = await listVersion();
    return database.write(async (tx) => {
      await tryTransition(tx, id, 'startGenerating', { suppressionVersion, updatedAt: clock.now() });
      return tx.findOneBy(JobEntity, { id, status: In(['generating', 'completed']) });
    });
  }

  /** @returns false if other workers do the parts */
  async #make(job: Job, signal: AbortSignal): Promise<boolean> {
    const { database, clock, ids, audit } = this.needs;
    const { id, accountId, layout, totalRows, matchedRows } = job;
    if (layout === null || totalRows === null || matchedRows === null)
      throw new Error('a job that was confirmed has no preview');
    const written = await this.work.enrich({ ...fileOf(job), layout, totalRows, matchedRows }, signal);
    if (written === null) return false;
    const lacking = await lackingOf(this.needs, job, written.withheld);
    const disclosed = await this.#notedRecords(job, matchedRows - written.withheld.rows, signal);
    const changes = { resultVersion: ids.uuid(), resultBytes: written.bytes, updatedAt: clock.now() };
    await database.writeFor(accountId, async (tx) => {
      const current = await tx.findOneBy(JobEntity, { id, status: 'generating' });
      if (current === null) return;
      const withheld = await withhold(tx, this.needs, current, lacking);
      if (!(await tryTransition(tx, id, 'finishGenerating', { ...changes, ...withheld }))) return;
      await noteJob(tx, this.needs, await requireJob(tx, { id }));
      if (disclosed === null) return;
      await audit.note(tx, {
        chain: accountId,
        kind: 'job.result',
        actor: BY_SERVICE,
        reference: id,
        cents: 0,
        details: { ...disclosed },
      });
    });
    return true;
  }

  /**
   * Records for the log which records the result has, before the job is completed; a retry replaces them.
   * @returns the details of the log's entry; null for a test job, because its owners are made up
   */
  async #notedRecords(job: Job, rows: number, signal: AbortSignal): Promise<ResultDetails | null> {
    const { repeats, audit } = this.needs;
    const { id: reference, accountId, mode } = job;
    if (mode === 'test') return null;
    const noted = { records: 0, parts: [] as string[] };
    const secret = await repeats.secretOf(accountId);
    for await (const content of this.work.disclosed(fileOf(job), secret, signal)) {
      await audit.writePart({ chain: accountId, reference, part: noted.parts.length, content });
      noted.records += countPacked(content);
      noted.parts.push(digestOfPart(content));
    }
    if (noted.records < rows) throw new Error(`a result has ${rows} records, and its log ${noted.records}`);
    return noted;
  }

  /** The status and the refund are one unit of work, so the charge is refunded exactly once (reading 20). */
  async refuse(id: string, sentence: string): Promise<void> {
    const { database, clock, billing, repeats } = this.needs;
    const { accountId } = await requireJob(database.read, { id });
    await database.writeFor(accountId, async (tx) => {
      const job = await requireJob(tx, { id });
      const { totalChargeCents: refundCents } = job;
      if (refundCents === null) throw new Error('a job that was confirmed has no total');
      const outcome = refundCents > 0 ? 'The charge was refunded.' : 'Nothing was charged.';
      const errorMessage = `${sentence} ${outcome}`;
      const changes = { errorMessage, refundCents, updatedAt: clock.now() };
      const failed = await tryTransition(tx, id, 'failGenerating', changes);
      if (!failed) return;
      await chargesOf(job, billing).refund(tx, refundCents);
      if (job.repeatRows !== null) await repeats.forget(tx, accountId, id);
      await noteJob(tx, this.needs, await requireJob(tx, { id }));
    });
  }
}
