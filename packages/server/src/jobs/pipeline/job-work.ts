import { errorCode } from '../../lib/error-code.js';
import type { ResultLayout } from '../entities.js';
import { addedMisses, NO_MISSES, type MissCounts } from '../miss-reasons.js';
import type { PartRuns } from './part-runs.js';
import {
  NOTHING_WITHHELD,
  type JobFile,
  type PartSummary,
  type PartWork,
  type Withheld,
} from './part-work.js';
import { NO_CONTENTS, SUMMARIZED_OWNERS } from './sidecar.js';
import { UnusableFileError } from './unusable-file.js';

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

/** Rows without a match by reason; omitted if a part lacks them. */
function missesOfAll(parts: readonly PartSummary[]): Pick<ResultLayout, 'misses'> {
  const known = parts.flatMap(({ misses }): MissCounts[] => (misses === undefined ? [] : [misses]));
  return known.length < parts.length ? {} : { misses: known.reduce(addedMisses, NO_MISSES) };
}

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
    const { parts, totalRows, encoding } = await this.work.survey(file, signal);
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
        widths: { phones: widest('phones'), emails: widest('emails'), cells: widest('cells') },
        ...contentsOfAll(summaries),
        ...missesOfAll(summaries),
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
    const withheld = parts.map((part) => part.withheld ?? NOTHING_WITHHELD);
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
