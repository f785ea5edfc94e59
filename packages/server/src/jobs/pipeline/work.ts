import type { ResultLayout } from '../entities.js';
import { PartSupply } from './part-supply.js';
import {
  type EnrichedPart,
  type JobFile,
  type Overview,
  type PartSummary,
  type PartWork,
} from './part-work.js';
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
    const { overview, summaries } = await this.#matchParts(file, signal);
    const { totalRows, encoding } = overview;
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
    let next = 0;
    const parts: EnrichedPart[] = [];
    await this.#together(signal, async (_, stop) => {
      while (next < overview.parts) parts.push(await this.work.enrich(file, next++, layout.widths, stop));
    });
    const enriched = parts.reduce((sum, part) => sum + part.matchedRows, 0);
    if (enriched !== matchedRows)
      throw new Error(`${matchedRows} rows of a job were charged, but ${enriched} have a match`);
    const expected = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const bytes = await this.work.assemble(file, overview.parts, signal);
    if (bytes !== expected) throw new Error(`a result has ${bytes} bytes, and its parts ${expected}`);
    return bytes;
  }

  /** What is to be done when nobody waits for it any more: removing files takes as long as a part of matching. */
  tidy(jobId: string, signal: AbortSignal): Promise<void> {
    return this.work.tidy({ jobId }, signal);
  }

  /** One surveys the file, and then helps the others, who have begun with the parts it came past. */
  async #matchParts(
    file: JobFile,
    signal: AbortSignal,
  ): Promise<{ overview: Overview; summaries: PartSummary[] }> {
    const supply = new PartSupply();
    const summaries: PartSummary[] = [];
    let overview: Overview | undefined;
    await this.#together(signal, async (lane, stop) => {
      if (lane === 0) {
        try {
          overview = await this.work.survey(file, stop, (part) => supply.add(part));
        } finally {
          supply.open(overview?.parts ?? 0);
        }
      }
      for (let part = await supply.take(); part !== undefined; part = await supply.take()) {
        stop.throwIfAborted();
        summaries[typeof part === 'number' ? part : part.index] = await this.work.match(file, part, stop);
      }
    });
    if (overview === undefined) throw new Error('a file was matched without a survey');
    return { overview, summaries };
  }

  /** As many at the same time as there may be. The first that fails stops the others. */
  async #together(
    signal: AbortSignal,
    work: (lane: number, stop: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const failed = new AbortController();
    const stop = AbortSignal.any([signal, failed.signal]);
    const lanes = Array.from({ length: this.atOnce }, (_, lane) =>
      work(lane, stop).catch((error: unknown) => failed.abort(error)),
    );
    await Promise.all(lanes);
    stop.throwIfAborted();
  }
}
