import { CsvInputError } from '@skiptrace/csv';
import { PRICE_CENTS } from '../../billing/index.js';
import type { Task, TaskHandler } from '../../queue/index.js';
import { FileGoneError } from '../../storage/index.js';
import { JobEntity, type Job } from '../entities.js';
import { uploadName } from '../files.js';
import { tryTransition } from '../job-rows.js';
import type { JobParts } from '../jobs.js';
import { waitingForRoom } from './full-disk.js';
import { matchFile, type MatchSummary } from './match-file.js';
import type { Directory } from './ports.js';
import { Sidecar } from './sidecar.js';

/** From `uploaded` to the preview, or to `failed` with a sentence for a person. */
export class MatchTask implements TaskHandler {
  constructor(
    private readonly parts: Pick<JobParts, 'database' | 'clock' | 'store'>,
    private readonly directory: Directory,
  ) {}

  run({ subject }: Task, signal: AbortSignal): Promise<void> {
    return waitingForRoom(async () => {
      const job = await this.#begin(subject);
      if (job === null) return;
      try {
        await this.#preview(job, await this.#match(job, signal));
      } catch (error) {
        const sentence = faultOfFile(error);
        if (sentence === null) throw error;
        await this.#fail(job.id, sentence);
      }
    });
  }

  async gaveUp({ subject }: Task): Promise<void> {
    await this.#fail(
      subject,
      'Something went wrong on our side while the rows were matched. Please create a new job.',
    );
  }

  /** The job in `processing`, whether it starts or goes on; null when it was cancelled or is past matching. */
  #begin(id: string): Promise<Job | null> {
    const { database, clock } = this.parts;
    return database.write(async (tx) => {
      const now = clock.now();
      await tryTransition(tx, id, 'startMatching', { updatedAt: now, matchingStartedAt: now });
      return tx.findOneBy(JobEntity, { id, status: 'processing' });
    });
  }

  async #match({ id, uploadVersion, columnMapping }: Job, signal: AbortSignal): Promise<MatchSummary> {
    const { store } = this.parts;
    if (uploadVersion === null) throw new FileGoneError();
    const sidecar = await Sidecar.open(store, id);
    const source = await store.read(uploadName(id, uploadVersion));
    return matchFile({ source, columnMapping, directory: this.directory, sidecar, signal });
  }

  async #preview({ id }: Job, summary: MatchSummary): Promise<void> {
    const { database, clock } = this.parts;
    const totalChargeCents = summary.matchedRows * PRICE_CENTS;
    const changes = { ...summary, totalChargeCents, updatedAt: clock.now() };
    await database.write((tx) => tryTransition(tx, id, 'finishMatching', changes));
  }

  async #fail(id: string, sentence: string): Promise<void> {
    const { database, clock } = this.parts;
    const changes = { errorMessage: `${sentence} Nothing was charged.`, updatedAt: clock.now() };
    await database.write((tx) => tryTransition(tx, id, 'failMatching', changes));
  }
}

/** What is wrong with the file, for a person; null when the file is not to blame and trying again may help. */
function faultOfFile(error: unknown): string | null {
  if (error instanceof CsvInputError) return error.message;
  if (error instanceof FileGoneError)
    return 'The uploaded file is gone. Please create a new job and upload it again.';
  return null;
}
