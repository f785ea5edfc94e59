import type { ResultLayout } from '../entities.js';
import type { JobFile, PartWork } from './part-work.js';
import { UnusableFileError } from './unusable-file.js';

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
  /** What was charged for. */
  matchedRows: number;
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
    const summaries = await this.#eachPart(parts, signal, (part, stop) => this.work.match(file, part, stop));
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

  /**
   * @returns the size of the result in bytes
   * @throws UnusableFileError, StoreFullError, the reason of `signal`; Error when the result would not be what was charged
   */
  async enrich(
    { layout, totalRows, matchedRows, ...file }: EnrichOrder,
    signal: AbortSignal,
  ): Promise<number> {
    const overview = await this.work.survey(file, signal);
    if (overview.totalRows !== totalRows)
      throw new UnusableFileError(
        'The uploaded file changed after the preview. Upload it again in a new job.',
      );
    const parts = await this.#eachPart(overview.parts, signal, (part, stop) =>
      this.work.enrich(file, part, layout.widths, stop),
    );
    const enriched = parts.reduce((sum, part) => sum + part.matchedRows, 0);
    if (enriched !== matchedRows)
      throw new Error(`${matchedRows} rows of a job were charged, but ${enriched} have a match`);
    const expected = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const bytes = await this.work.assemble(file, overview.parts, signal);
    if (bytes !== expected) throw new Error(`a result has ${bytes} bytes, and its parts ${expected}`);
    return bytes;
  }

  /** Removes what a completed job no longer needs. It takes as long as matching a part, so nobody should wait for it. */
  tidy(jobId: string, signal: AbortSignal): Promise<void> {
    return this.work.tidy(jobId, signal);
  }

  /**
   * Does the same for each part, for as many at the same time as there may be. The first that fails stops the others.
   * @returns the results in the order of the parts
   */
  async #eachPart<T>(
    parts: number,
    signal: AbortSignal,
    work: (part: number, stop: AbortSignal) => Promise<T>,
  ): Promise<T[]> {
    const failed = new AbortController();
    const stop = AbortSignal.any([signal, failed.signal]);
    const results: T[] = [];
    let next = 0;
    const lane = async () => {
      for (let part = next++; part < parts; part = next++) {
        stop.throwIfAborted();
        results[part] = await work(part, stop);
      }
    };
    await Promise.all(
      Array.from({ length: this.atOnce }, () => lane().catch((error) => failed.abort(error))),
    );
    stop.throwIfAborted();
    return results;
  }
}
