import type { Encoding } from '@skiptrace/csv';
import { FileGoneError, type LinkQuery } from '../storage/index.js';
import { resultName } from './files.js';
import { requireJob } from './job-rows.js';
import type { JobParts } from './jobs.js';

/** A result as it is served. */
export interface Download {
  /** Its name in the file store. */
  name: string;
  /** What the customer's browser is to call it. */
  filename: string;
  encoding: Encoding;
  /** A strong entity tag (RFC 9110 §8.8.3). */
  etag: string;
}

/** Finds the result behind a signed link. */
export class Downloads {
  constructor(private readonly parts: Pick<JobParts, 'database' | 'links' | 'store'>) {}

  /** @throws InvalidLinkError, JobNotFoundError; FileGoneError after its retention */
  async open(jobId: string, query: LinkQuery): Promise<Download> {
    const { database, links, store } = this.parts;
    const version = await links.verifyDownload(jobId, query);
    const { id, filename, resultVersion, resultBytes, layout } = await requireJob(database.read, {
      id: jobId,
    });
    const name = resultName(id);
    const bytes = await store.size(name);
    // A result that was cut short would be taken for the whole.
    const isWhole = bytes !== null && (resultBytes === null || bytes === resultBytes);
    if (resultVersion !== version || layout === null || !isWhole) throw new FileGoneError();
    return { name, filename: enrichedFilename(filename), encoding: layout.encoding, etag: `"${version}"` };
  }
}

/** `leads.csv` → `leads.enriched.csv`. */
export const enrichedFilename = (filename: string): string => filename.replace(/(\.csv)?$/i, '.enriched.csv');
