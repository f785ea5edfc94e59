import type { Readable } from 'node:stream';
import { firstRows, type EnrichedRow } from '@skiptrace/csv/leads';
import type { Caller } from '../accounts/index.js';
import { FileGoneError, type LinkQuery } from '../storage/index.js';
import { attachment } from './attachment.js';
import { resultName } from './files.js';
import { requireJob } from './job-rows.js';
import type { JobNeeds } from './jobs.js';

/** A result as it is served. */
export interface Download {
  /** Where the file store serves it itself; null when it is read through us. */
  url: URL | null;
  contentType: string;
  contentDisposition: string;
  /** A strong entity tag (RFC 9110 §8.8.3). */
  etag: string;
  sizeBytes: number;
  /** Milliseconds since the epoch. */
  changedAt: number;
  /** See FileStore.read. @throws FileGoneError */
  read(start: number, end: number): Promise<Readable>;
}

/** Finds the result behind a signed link. */
export class Downloads {
  constructor(private readonly needs: Pick<JobNeeds, 'database' | 'links' | 'store' | 'results'>) {}

  /** @throws InvalidLinkError, JobNotFoundError; FileGoneError after its retention */
  async open(jobId: string, query: LinkQuery): Promise<Download> {
    const { database, links, store, results } = this.needs;
    const version = await links.verifyDownload(jobId, query);
    const job = await results.current(await requireJob(database.read, { id: jobId }));
    const { id, filename, resultVersion, resultBytes, layout, updatedAt, suppressionVersion } = job;
    const name = resultName(id);
    const bytes = await store.size(name);
    // A result that was cut short would be taken for the whole.
    if (resultVersion !== version || layout === null || bytes === null || bytes !== (resultBytes ?? bytes))
      throw new FileGoneError();
    const as = {
      contentType: `text/csv; charset=${layout.encoding}`,
      contentDisposition: attachment(enrichedFilename(filename)),
    };
    return {
      ...as,
      url: await links.atStore(name, as),
      // The bytes may have changed with the list of those to leave out.
      etag: `"${version}${suppressionVersion ? `-${suppressionVersion}` : ''}"`,
      sizeBytes: bytes,
      changedAt: updatedAt,
      read: (start, end) => store.read(name, start, end),
    };
  }

  /** The first rows of a job's result that were looked up, with nobody who is on the list now. @throws JobNotFoundError, FileGoneError */
  async firstRows({ accountId, mode }: Caller, jobId: string): Promise<EnrichedRow[]> {
    const { database, store, results } = this.needs;
    const job = await results.current(await requireJob(database.read, { id: jobId, accountId, mode }));
    const { id, status, resultVersion, columnMapping } = job;
    if (status !== 'completed' || resultVersion === null) throw new FileGoneError();
    return firstRows(await store.read(resultName(id)), columnMapping, ROWS_SHOWN);
  }
}

/** As many as a page shows. */
const ROWS_SHOWN = 20;

/** `leads.csv` → `leads.enriched.csv`. */
const enrichedFilename = (filename: string): string => filename.replace(/(\.csv)?$/i, '.enriched.csv');
