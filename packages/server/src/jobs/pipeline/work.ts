import type { ResultLayout } from '../entities.js';
import { UnusableFileError, type JobFile, type PartWork } from './part-work.js';

/** What the preview shows, and what writing the result needs to know beforehand. */
export interface MatchSummary {
  totalRows: number;
  matchedRows: number;
  blankAddressCount: number;
  layout: ResultLayout;
}

export interface EnrichOrder extends JobFile {
  layout: ResultLayout;
  totalRows: number;
}

/** The two heavy steps of a job, each of which is done part by part. */
export class JobWork {
  /** @param atOnce parts of a job that are worked on at the same time */
  constructor(
    private readonly work: PartWork,
    private readonly atOnce: number,
  ) {}

  /** @throws UnusableFileError, StoreFullError, the reason of `signal` */
  async match(file: JobFile, signal: AbortSignal): Promise<MatchSummary> {
    const { parts, totalRows, encoding } = await this.work.survey(file, signal);
    const summaries = await this.#each(parts, signal, (part, stop) => this.work.match(file, part, stop));
    const total = (count: 'matchedRows' | 'blankAddressCount') =>
      summaries.reduce((sum, summary) => sum + summary[count], 0);
    const widest = (count: 'phones' | 'emails' | 'cells') =>
      Math.max(...summaries.map((summary) => summary[count]));
    return {
      totalRows,
      matchedRows: total('matchedRows'),
      blankAddressCount: total('blankAddressCount'),
      layout: {
        encoding,
        widths: { phones: widest('phones'), emails: widest('emails'), cells: widest('cells') },
      },
    };
  }

  /** @throws UnusableFileError, StoreFullError, the reason of `signal` */
  async enrich({ layout, totalRows, ...file }: EnrichOrder, signal: AbortSignal): Promise<void> {
    const overview = await this.work.survey(file, signal);
    if (overview.totalRows !== totalRows)
      throw new UnusableFileError(
        'The uploaded file is not the one of the preview. Please create a new job and upload it again.',
      );
    await this.#each(overview.parts, signal, (part, stop) =>
      this.work.enrich(file, part, layout.widths, stop),
    );
    await this.work.assemble(file, overview.parts, signal);
  }

  /** What is to be done when nobody waits for it any more: removing files takes as long as a part of matching. */
  tidy(jobId: string, signal: AbortSignal): Promise<void> {
    return this.work.tidy({ jobId }, signal);
  }

  /** In the order of the parts. The first that fails stops the others. */
  async #each<T>(
    parts: number,
    signal: AbortSignal,
    work: (part: number, stop: AbortSignal) => Promise<T>,
  ): Promise<T[]> {
    const failed = new AbortController();
    const stop = AbortSignal.any([signal, failed.signal]);
    const results: T[] = [];
    let next = 0;
    const lane = async () => {
      while (next < parts) {
        const part = next++;
        results[part] = await work(part, stop);
      }
    };
    const lanes = Array.from({ length: Math.min(this.atOnce, parts) }, () =>
      lane().catch((error: unknown) => failed.abort(error)),
    );
    await Promise.all(lanes);
    stop.throwIfAborted();
    return results;
  }
}
