import { widerOwners, type ContactWidths, type EnrichedWidths } from '@skiptrace/csv';
import { MS_PER_SECOND } from '../../../platform/clock.js';
import { errorCode } from '../../../platform/lib/error-code.js';
import { TaskPostponedError } from '../../../platform/queue/index.js';
import type { ResultLayout } from '../entities.js';
import { addedMisses, NO_MISSES } from '../miss-reasons.js';
import { UnusableFileError } from './checked-files.js';
import {
  type EnrichedPart,
  type JobFile,
  type PartSummary,
  type PartWork,
  type Withheld,
} from './part-work.js';
import { NO_CONTENTS, SUMMARIZED_OWNERS } from './sidecar.js';

/** The numbers for the preview, and facts that writing the result needs beforehand. */
export interface MatchSummary {
  totalRows: number;
  matchedRows: number;
  blankAddressCount: number;
  layout: ResultLayout;
}

export interface EnrichOrder extends JobFile {
  layout: ResultLayout;
  totalRows: number;
  /** The rows that the preview counted as matched. */
  matchedRows: number;
}

/** Totals of a written result. */
export interface Written {
  bytes: number;
  withheld: Withheld;
}

/** Parts read at the same time for the log. */
const DISCLOSED_AT_ONCE = 4;

/** Name of FileGoneError, which loses its class on its way out of a job process. */
const FILE_GONE = 'file_gone';

/** The two heavy steps of a job, each done part by part. */
export class JobWork {
  constructor(
    private readonly work: PartWork,
    private readonly runs: PartRuns,
  ) {}

  /**
   * @returns null if other workers do the parts: call it again when they are done
   * @throws UnusableFileError, StoreFullError, the reason of `signal`
   */
  async match(file: JobFile, signal: AbortSignal): Promise<MatchSummary | null> {
    const { parts, totalRows, encoding, delimiter, columns } = await this.work.survey(file, signal);
    const summaries = await this.runs.match(file, parts, signal);
    if (summaries === null) return null;
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
        delimiter,
        widths: {
          phones: widest('phones'),
          emails: widest('emails'),
          cells: Math.max(columns, widest('cells')),
          coOwners: summaries.reduce<readonly ContactWidths[]>(
            (widths, { coOwners }) => widerOwners(widths, coOwners),
            [],
          ),
        },
        ...contentsOfAll(summaries),
        misses: summaries.map(({ misses }) => misses).reduce(addedMisses, NO_MISSES),
      },
    };
  }

  /** The property that each row of a file matched, a part at a time (`RowProperties`). */
  async *properties(file: JobFile, signal: AbortSignal): AsyncGenerator<Buffer> {
    const { parts } = await this.work.survey(file, signal);
    for (const [part, matches] of (await this.runs.matchesOf(file, parts)).entries())
      yield Buffer.from(await this.work.properties(file, part, matches, signal), 'base64');
  }

  /** The records of an enriched file, packed for the log, a part at a time. @param secret see `PartWork.disclosed` */
  async *disclosed(file: JobFile, secret: string, signal: AbortSignal): AsyncGenerator<Buffer> {
    const { parts } = await this.work.survey(file, signal);
    const matchesOf = await this.runs.matchesOf(file, parts);
    for (let from = 0; from < matchesOf.length; from += DISCLOSED_AT_ONCE) {
      const some = matchesOf.slice(from, from + DISCLOSED_AT_ONCE);
      const packed = await Promise.all(
        some.map((matches, index) => this.work.disclosed(file, from + index, matches, secret, signal)),
      );
      for (const part of packed) yield Buffer.from(part, 'base64');
    }
  }

  /**
   * @returns totals of the result; null if other workers do the parts: call it again when they are done
   * @throws UnusableFileError, StoreFullError, the reason of `signal`; Error if the result would not match the charge
   */
  async enrich(
    { layout, totalRows, matchedRows, ...file }: EnrichOrder,
    signal: AbortSignal,
  ): Promise<Written | null> {
    const overview = await this.work.survey(file, signal);
    if (overview.totalRows !== totalRows)
      throw new UnusableFileError(
        'The uploaded file changed after the preview. Upload it again in a new job.',
      );
    const parts = await this.runs.enrich(file, overview.parts, layout.widths, signal);
    if (parts === null) return null;
    const enriched = parts.reduce((sum, part) => sum + part.matchedRows, 0);
    if (enriched !== matchedRows)
      throw new Error(`${matchedRows} rows of a job were charged, but ${enriched} have a match`);
    const expected = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const bytes = await this.#assemble(file, overview.parts, signal);
    if (bytes !== expected) {
      await this.runs.enrichAgain(file.jobId);
      throw new Error(`a result has ${bytes} bytes, and its parts ${expected}`);
    }
    const withheld = parts.map((part) => part.withheld);
    return {
      bytes,
      withheld: {
        rows: withheld.reduce((sum, { rows }) => sum + rows, 0),
        properties: withheld.flatMap(({ properties }) => properties),
      },
    };
  }

  async #assemble(file: JobFile, parts: number, signal: AbortSignal): Promise<number> {
    try {
      return await this.work.assemble(file, parts, signal);
    } catch (error) {
      if (errorCode(error) === FILE_GONE) await this.runs.enrichAgain(file.jobId);
      throw error;
    }
  }

  /**
   * Removes files that a completed job no longer needs. It takes as long as matching a part, so do not await it in a
   * request.
   */
  tidy(jobId: string, signal: AbortSignal): Promise<void> {
    return this.work.tidy(jobId, signal);
  }
}

/** Summary of what is on file for the matched rows of all parts; omitted if a part lacks it. */
function contentsOfAll(parts: readonly PartSummary[]): Pick<ResultLayout, 'summary'> {
  const contents = { ...NO_CONTENTS };
  const owners = new Set<number>();
  for (const part of parts) {
    if (part.contents === undefined) return {};
    for (const count of Object.keys(contents) as (keyof typeof contents)[])
      contents[count] += part.contents[count];
    for (const owner of part.owners ?? []) owners.add(owner);
  }
  return { summary: { contents, isShown: owners.size >= SUMMARIZED_OWNERS } };
}

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

const DELAY_MS = 5 * MS_PER_SECOND;

/** Error codes of this server, SQLite, PostgreSQL (SQLSTATE) and the system. */
const WAITED_FOR_CODES: readonly (string | null)[] = [
  'storage_full',
  'storage_unavailable',
  'SQLITE_FULL',
  '53100',
  'ENOSPC',
  'EDQUOT',
];

/**
 * Does a step of a stage. A fault of the job's file ends the job. A full disk, or a bucket that does not answer, is not the task's
 * failure: it is retried until that is over (reading 20).
 * @param refuse ends the job with a sentence
 */
export async function stepOfStage(
  refuse: (sentence: string) => Promise<void>,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step().catch((error: unknown) => {
      if (!(error instanceof UnusableFileError)) throw error;
      return refuse(error.message);
    });
  } catch (error) {
    const passes = WAITED_FOR_CODES.includes(errorCode(error));
    throw passes ? new TaskPostponedError(DELAY_MS, { cause: error }) : error;
  }
}
