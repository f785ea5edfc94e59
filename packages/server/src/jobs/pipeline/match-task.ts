import { inMode, readTerms, type TermDefaults } from '../../accounts/index.js';
import { MS_PER_MINUTE } from '../../clock.js';
import type { Task, TaskHandler } from '../../queue/index.js';
import { JobEntity, type Job } from '../entities.js';
import { tryTransition } from '../job-rows.js';
import type { JobNeeds } from '../jobs.js';
import { waitingForRoom } from './full-disk.js';
import { UnusableFileError } from './unusable-file.js';
import type { JobWork, MatchSummary } from './job-work.js';
import type { StageTask } from './part-task.js';
import { fileOf } from './shared-parts.js';

const MATCH_MS = 10 * MS_PER_MINUTE;
/** A second for each megabyte. */
const MATCH_MS_PER_BYTE = 0.001;

/** From `uploaded` to the preview, or to `failed` with a sentence for a person. */
export class MatchTask implements TaskHandler, StageTask {
  constructor(
    private readonly needs: Pick<JobNeeds, 'database' | 'clock'> & { termDefaults: TermDefaults },
    private readonly work: JobWork,
  ) {}

  run({ subject }: Task, signal: AbortSignal): Promise<void> {
    return waitingForRoom(async () => {
      const job = await this.#begin(subject);
      if (job === null) return;
      try {
        const summary = await this.work.match(fileOf(job), signal);
        if (summary !== null) await this.#preview(job, summary);
      } catch (error) {
        if (!(error instanceof UnusableFileError)) throw error;
        await this.refuse(job.id, error.message);
      }
    });
  }

  /** Far more than any file takes that somebody wants to have matched: the work is free, and others wait for it. */
  maxRunMs({ weight }: Task): number {
    return MATCH_MS + weight * MATCH_MS_PER_BYTE;
  }

  async gaveUp({ subject }: Task): Promise<void> {
    await this.refuse(subject, 'Server error while matching rows. Upload the file again in a new job.');
  }

  /** The job in `processing`, whether it starts or goes on; null when it was cancelled or is past matching. */
  #begin(id: string): Promise<Job | null> {
    const { database, clock } = this.needs;
    return database.write(async (tx) => {
      const now = clock.now();
      await tryTransition(tx, id, 'startMatching', { updatedAt: now, matchingStartedAt: now });
      return tx.findOneBy(JobEntity, { id, status: 'processing' });
    });
  }

  /** At the account's price of now, where that is lower than the one at which the job was made: never at a higher one. */
  async #preview({ id, accountId, mode, priceCents: highest }: Job, summary: MatchSummary): Promise<void> {
    const { database, clock, termDefaults } = this.needs;
    const terms = inMode(mode, await readTerms(database, accountId, termDefaults));
    const priceCents = Math.min(terms.priceCents, highest ?? Infinity);
    const totalChargeCents = summary.matchedRows * priceCents;
    const changes = { ...summary, priceCents, totalChargeCents, updatedAt: clock.now() };
    await database.write((tx) => tryTransition(tx, id, 'finishMatching', changes));
  }

  async refuse(id: string, sentence: string): Promise<void> {
    const { database, clock } = this.needs;
    const changes = { errorMessage: `${sentence} Nothing was charged.`, updatedAt: clock.now() };
    await database.write((tx) => tryTransition(tx, id, 'failMatching', changes));
  }
}
