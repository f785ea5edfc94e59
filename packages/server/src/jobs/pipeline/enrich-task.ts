import type { Billing } from '../../billing/index.js';
import type { Task, TaskHandler } from '../../queue/index.js';
import { FileGoneError } from '../../storage/index.js';
import { JobEntity, type Job } from '../entities.js';
import { resultName, uploadName } from '../files.js';
import { requireJob, tryTransition } from '../job-rows.js';
import type { JobParts } from '../jobs.js';
import { enrichFile } from './enrich-file.js';
import { waitingForRoom } from './full-disk.js';
import type { Directory } from './ports.js';
import { Sidecar } from './sidecar.js';

/** From `confirmed` to `completed`, or to `failed` with the charge given back. */
export class EnrichTask implements TaskHandler {
  constructor(
    private readonly parts: Pick<JobParts, 'database' | 'clock' | 'store'> & { billing: Billing },
    private readonly directory: Directory,
  ) {}

  run({ subject }: Task, signal: AbortSignal): Promise<void> {
    return waitingForRoom(async () => {
      const job = await this.#begin(subject);
      if (job === null) return;
      try {
        await this.#complete(job, await this.#enrich(job, signal));
      } catch (error) {
        if (!(error instanceof FileGoneError)) throw error;
        await this.#failWithRefund(job.id, 'The uploaded file is gone, so the result could not be made.');
      }
    });
  }

  async gaveUp({ subject }: Task): Promise<void> {
    await this.#failWithRefund(subject, 'Something went wrong on our side while the result was made.');
  }

  /** The job in `generating`, whether it starts or goes on; null when it is past that. */
  #begin(id: string): Promise<Job | null> {
    const { database, clock } = this.parts;
    return database.write(async (tx) => {
      await tryTransition(tx, id, 'startGenerating', { updatedAt: clock.now() });
      return tx.findOneBy(JobEntity, { id, status: 'generating' });
    });
  }

  /** Returns the version of the result. */
  async #enrich(job: Job, signal: AbortSignal): Promise<string> {
    const { id, uploadVersion, columnMapping, layout, totalRows } = job;
    const { store } = this.parts;
    if (uploadVersion === null || layout === null) throw new FileGoneError();
    const sidecar = await Sidecar.open(store, id);
    if (sidecar.rows !== totalRows) throw new FileGoneError();
    const source = await store.read(uploadName(id, uploadVersion));
    const result = enrichFile({ source, columnMapping, layout, directory: this.directory, sidecar, signal });
    try {
      const { sha256 } = await store.write(resultName(id), result, { maxBytes: Number.MAX_SAFE_INTEGER });
      return sha256;
    } finally {
      source.destroy();
    }
  }

  async #complete({ id }: Job, resultVersion: string): Promise<void> {
    const { database, clock } = this.parts;
    const changes = { resultVersion, updatedAt: clock.now() };
    await database.write((tx) => tryTransition(tx, id, 'finishGenerating', changes));
  }

  /** Reading 20: the status and the refund are one unit of work, so the charge comes back exactly once. */
  async #failWithRefund(id: string, sentence: string): Promise<void> {
    const { database, clock, billing } = this.parts;
    await database.write(async (tx) => {
      const { accountId, totalChargeCents } = await requireJob(tx, { id });
      const refundCents = totalChargeCents ?? 0;
      const errorMessage = `${sentence} The charge was refunded.`;
      const changes = { errorMessage, refundCents, updatedAt: clock.now() };
      if (!(await tryTransition(tx, id, 'failGenerating', changes)) || refundCents === 0) return;
      await billing.post(tx, { accountId, type: 'job_refund', amountCents: refundCents, reference: id });
    });
  }
}
