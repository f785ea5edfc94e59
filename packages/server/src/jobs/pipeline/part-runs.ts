import type { EnrichedWidths } from '@skiptrace/csv';
import type { EnrichedPart, JobFile, PartSummary, PartWork } from './part-work.js';

/**
 * Runs all parts of a file, here or on other machines. Null: they are under way, and the step must be repeated when they are
 * done.
 */
export interface PartRuns {
  /** @returns a summary of each part, in order */
  match(file: JobFile, parts: number, signal: AbortSignal): Promise<PartSummary[] | null>;
  /** The names under which `PartWork.match` stored each part's matches, once all are done. */
  matchesOf(file: JobFile, parts: number): Promise<string[]>;
  /** @returns totals of each part, in order */
  enrich(
    file: JobFile,
    parts: number,
    widths: EnrichedWidths,
    signal: AbortSignal,
  ): Promise<EnrichedPart[] | null>;
  /** A file written for a result is missing: the next `enrich` checks each part and recreates missing ones. */
  enrichAgain(jobId: string): Promise<void>;
}

/** With one worker, no other process matches the same part. */
export const ONLY_MATCHES = '';

/** Runs all parts of a job on this machine, within its task. */
export class PartsHere implements PartRuns {
  /** @param atOnce number of parts worked on at the same time */
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

  /** Does nothing: this class checks the parts every time. */
  enrichAgain(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Runs `work` for each part, several at the same time. The first failure stops the others.
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
