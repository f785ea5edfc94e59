import type { EnrichedWidths } from '@skiptrace/csv';
import type { EnrichedPart, JobFile, PartSummary, PartWork } from './part-work.js';

/**
 * Has all parts of a file done, here or on other machines. Null: they are under way, and the step is to be done again when they
 * are done.
 */
export interface PartRuns {
  /** @returns a summary of each part, in their order */
  match(file: JobFile, parts: number, signal: AbortSignal): Promise<PartSummary[] | null>;
  /** What `PartWork.match` has stored each part's matches under, once all are done. */
  matchesOf(file: JobFile, parts: number): Promise<string[]>;
  /** @returns what was written for each part, in their order */
  enrich(
    file: JobFile,
    parts: number,
    widths: EnrichedWidths,
    signal: AbortSignal,
  ): Promise<EnrichedPart[] | null>;
  /** Something that was written for a result is gone: the next `enrich` looks at each part and makes again what is not there. */
  enrichAgain(jobId: string): Promise<void>;
}

/** With one worker, no other process matches the same part. */
export const ONLY_MATCHES = '';

/** All parts of a job on this machine, while its task runs. */
export class PartsHere implements PartRuns {
  /** @param atOnce parts of a job that are worked on at the same time */
  constructor(
    private readonly work: PartWork,
    private readonly atOnce: number,
  ) {}

  match(file: JobFile, parts: number, signal: AbortSignal): Promise<PartSummary[]> {
    return this.#eachPart(parts, signal, (part, stop) => this.work.match(file, part, ONLY_MATCHES, stop));
  }

  matchesOf(_file: JobFile, parts: number): Promise<string[]> {
    return Promise.resolve(Array.from({ length: parts }, () => ONLY_MATCHES));
  }

  enrich(file: JobFile, parts: number, widths: EnrichedWidths, signal: AbortSignal): Promise<EnrichedPart[]> {
    return this.#eachPart(parts, signal, (part, stop) =>
      this.work.enrich(file, part, ONLY_MATCHES, widths, stop),
    );
  }

  /** It looks each time. */
  enrichAgain(): Promise<void> {
    return Promise.resolve();
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
      Array.from({ length: this.atOnce }, () => lane().catch((error: unknown) => failed.abort(error))),
    );
    stop.throwIfAborted();
    return results;
  }
}
