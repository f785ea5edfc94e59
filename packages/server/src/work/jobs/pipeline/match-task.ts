import {
  inMode,
  readTerms,
  type AccountTerms,
  type RepeatTerm,
  type TermDefaults,
} from '../../../money/accounts/index.js';
import { JoinedProperties, propertyHashes } from '../../../money/receipts/index.js';
import { MS_PER_MINUTE } from '../../../platform/clock.js';
import type { Task, TaskHandler } from '../../../platform/queue/index.js';
import { storeUnpaid } from '../charges.js';
import { JobEntity, type Job } from '../entities.js';
import { requireJob, tryTransition } from '../job-rows.js';
import type { JobNeeds } from '../jobs.js';
import { noteJob } from '../notices.js';
import { stepOfStage, type JobWork, type MatchSummary } from './job-work.js';
import { bytesOfProperties, propertiesIn } from './part-files.js';
import { fileOf, type StageTask } from './shared-parts.js';

const MATCH_MS = 10 * MS_PER_MINUTE;
/** One second per megabyte. */
const MATCH_MS_PER_BYTE = 0.001;

/** Takes a job from `uploaded` to the preview, or to `failed` with a sentence for a person. */
export class MatchTask implements TaskHandler, StageTask {
  constructor(
    private readonly needs: Pick<
      JobNeeds,
      'database' | 'clock' | 'ids' | 'store' | 'repeats' | 'webhooks' | 'listMails'
    > & {
      termDefaults: TermDefaults;
    },
    private readonly work: JobWork,
  ) {}

  run({ subject }: Task, signal: AbortSignal): Promise<void> {
    const refuse = (sentence: string) => this.refuse(subject, sentence);
    return stepOfStage(refuse, async () => {
      const job = await this.#begin(subject);
      if (job === null) return;
      const summary = await this.work.match(fileOf(job), signal);
      if (summary !== null) await this.#preview(job, summary, signal);
    });
  }

  /** Far longer than any real file takes: matching is free, and other jobs wait for it. */
  maxRunMs({ weight }: Task): number {
    return MATCH_MS + weight * MATCH_MS_PER_BYTE;
  }

  async gaveUp({ subject }: Task): Promise<void> {
    await this.refuse(subject, 'Server error while matching rows. Upload the file again in a new job.');
  }

  /** The job in `processing`, new or resumed; null if it is cancelled or past matching. */
  async #begin(id: string): Promise<Job | null> {
    const { database, clock } = this.needs;
    return database.write(async (tx) => {
      const now = clock.now();
      const changes = { updatedAt: now, matchingStartedAt: now };
      await tryTransition(tx, id, 'startMatching', changes);
      return tx.findOneBy(JobEntity, { id, status: 'processing' });
    });
  }

  async #preview(job: Job, summary: MatchSummary, signal: AbortSignal): Promise<void> {
    const { database, clock } = this.needs;
    const { priceCents, repeats } = await this.#terms(job);
    const repeated = priceCents === 0 ? {} : await this.#repeats(job, summary, repeats, signal);
    const chargedRows = summary.matchedRows - (repeated.repeatRows ?? 0);
    const totalChargeCents = chargedRows * priceCents;
    const changes = { ...summary, priceCents, totalChargeCents, ...repeated, updatedAt: clock.now() };
    await database.write(async (tx) => {
      if (await tryTransition(tx, job.id, 'finishMatching', changes))
        await noteJob(tx, this.needs, { ...job, ...changes, status: 'preview' });
    });
  }

  /** Determines which rows are free, and stores the properties that the preview charges for. */
  async #repeats(
    job: Job,
    { matchedRows }: MatchSummary,
    repeats: RepeatTerm | null,
    signal: AbortSignal,
  ): Promise<Partial<Job>> {
    const { ids, store } = this.needs;
    const { accountId } = job;
    // A fresh name, so that a late worker writes a file of its own.
    const unpaidVersion = ids.uuid();
    const parts = this.work.properties(fileOf(job), signal);
    if (repeats === null) {
      await storeUnpaid(store, job, unpaidVersion, parts);
      return { freeRepeatDays: null, unpaidVersion };
    }
    const joined = new JoinedProperties();
    for await (const rows of parts)
      for (const digests of propertiesIn(rows)) joined.add(propertyHashes(repeats, digests));
    const payer = { accountId, days: repeats.days };
    const unpaid = await this.needs.repeats.noteRepeats(payer, joined.all());
    await storeUnpaid(store, job, unpaidVersion, [bytesOfProperties(unpaid)]);
    return { freeRepeatDays: repeats.days, repeatRows: matchedRows - unpaid.length, unpaidVersion };
  }

  /**
   * The account's current price, if it is lower than the price when the job was created: never a higher one. At a price of 0
   * nothing is paid for, so nothing is a repeat.
   */
  async #terms({ accountId, mode, priceCents: highest }: Job): Promise<AccountTerms> {
    const { database, termDefaults } = this.needs;
    const terms = inMode(mode, await readTerms(database, accountId, termDefaults));
    const priceCents = Math.min(terms.priceCents, highest ?? Infinity);
    return { ...terms, priceCents, repeats: priceCents === 0 ? null : terms.repeats };
  }

  async refuse(id: string, sentence: string): Promise<void> {
    const { database, clock } = this.needs;
    const changes = { errorMessage: `${sentence} Nothing was charged.`, updatedAt: clock.now() };
    await database.write(async (tx) => {
      if (await tryTransition(tx, id, 'failMatching', changes))
        await noteJob(tx, this.needs, await requireJob(tx, { id }));
    });
  }
}
