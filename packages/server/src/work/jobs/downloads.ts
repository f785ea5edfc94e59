import type { Readable } from 'node:stream';
import { parseAddress, standardize } from '@skiptrace/address';
import type { AppSchemas } from '@skiptrace/contract/app';
import { firstRows, type EnrichedRow } from '@skiptrace/csv/leads';
import type { Caller } from '../../money/accounts/index.js';
import { actorOf } from '../../money/log/index.js';
import { isoTime, MS_PER_DAY, MS_PER_MINUTE } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Database } from '../../platform/database/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { FileGoneError, type LinkQuery } from '../../platform/storage/index.js';
import type { Job } from './entities.js';
import { resultName } from './files.js';
import { requireJob } from './job-rows.js';
import type { JobNeeds } from './jobs.js';
import type { MissReason } from './miss-reasons.js';
import { NotedMatches } from './row-records.js';

/** A result to be served. */
export interface Download {
  /** URL if the file store serves it itself; null if it is read through this server. */
  url: URL | null;
  contentType: string;
  contentDisposition: string;
  /** A strong entity tag (RFC 9110 §8.8.3). */
  etag: string;
  sizeBytes: number;
  /** Milliseconds since the epoch. */
  changedAt: number;
  /** See `FileStore.read`. @throws FileGoneError */
  read(start: number, end: number): Promise<Readable>;
}

/** Programs fetch a file in pieces: requests with the same link within this time of the first count as one download. */
const ONE_DOWNLOAD_MS = 10 * MS_PER_MINUTE;
/** Downloads remembered for that purpose. */
const MOST_REMEMBERED = 10_000;

/** Finds the result behind a signed link. */
export class Downloads {
  readonly #noted = new Map<string, number>();

  constructor(
    private readonly needs: Pick<
      JobNeeds,
      'database' | 'clock' | 'audit' | 'links' | 'store' | 'results' | 'owners'
    >,
  ) {}

  /** @throws InvalidLinkError, JobNotFoundError; FileGoneError after its retention */
  async open(jobId: string, query: LinkQuery): Promise<Download> {
    const { database, links, store, results } = this.needs;
    const { version, keyId } = await links.verifyDownload(jobId, query);
    const job = await results.current(await requireJob(database.read, { id: jobId }));
    const { id, filename, resultVersion, resultBytes, layout, updatedAt, suppressionVersion } = job;
    const name = resultName(id);
    const bytes = await store.size(name);
    // A truncated result would be mistaken for the whole.
    if (resultVersion !== version || layout === null || bytes === null || bytes !== (resultBytes ?? bytes))
      throw new FileGoneError();
    await this.#note(job, keyId);
    const as = {
      contentType: `text/csv; charset=${layout.encoding}`,
      contentDisposition: attachment(enrichedFilename(filename)),
    };
    return {
      ...as,
      url: await links.atStore(name, as),
      // A change of the suppression list may have changed the bytes.
      etag: `"${version}${suppressionVersion ? `-${suppressionVersion}` : ''}"`,
      sizeBytes: bytes,
      changedAt: updatedAt,
      read: (start, end) => store.read(name, start, end),
    };
  }

  /**
   * The log already records which records the result contained when it was written. So a download that can't be logged, such as
   * on a full disk, is still served, and the next one tries again.
   */
  async #note({ id, accountId, mode, resultVersion, resultBytes }: Job, keyId: string): Promise<void> {
    const { database, clock, audit } = this.needs;
    const now = clock.now();
    const download = `${id} ${resultVersion} ${keyId}`;
    const last = this.#noted.get(download);
    if (mode === 'test' || (last !== undefined && now - last < ONE_DOWNLOAD_MS)) return;
    const noting = database.writeFor(accountId, (tx) =>
      audit.note(tx, {
        chain: accountId,
        kind: 'job.download',
        actor: actorOf({ origin: 'api', keyId }),
        reference: id,
        cents: 0,
        details: { bytes: resultBytes },
      }),
    );
    if (this.#noted.size >= MOST_REMEMBERED) this.#noted.clear();
    this.#noted.set(download, now);
    await noting.catch(() => this.#noted.delete(download));
  }

  /**
   * The first looked-up rows of a job's result, without owners who are on the suppression list now. @throws JobNotFoundError,
   * FileGoneError
   */
  async firstRows({ accountId, mode }: Caller, jobId: string): Promise<ShownRow[]> {
    const { database, store, results, owners } = this.needs;
    const job = await results.current(await requireJob(database.read, { id: jobId, accountId, mode }));
    const { id, status, resultVersion, columnMapping, layout } = job;
    if (status !== 'completed' || resultVersion === null || layout === null) throw new FileGoneError();
    const rows = await firstRows(await store.read(resultName(id)), columnMapping, layout, ROWS_SHOWN);
    const noted = await NotedMatches.open(store, job);
    const misses = await noted.misses(rows);
    const ids = await noted.ids(rows);
    // The records of a test job are made up, and in no database.
    const addresses = mode === 'test' ? NO_ADDRESSES : await owners.addresses(ids.flat());
    return rows.map(({ property, owner }, at) => {
      if (owner === null) return { property, owner, matchedTo: null, missReason: itemAt(misses, at) };
      const [onFile] = itemAt(ids, at).flatMap((one) => addresses.get(one) ?? []);
      const matchedTo = onFile === undefined ? null : correctedTo(property, onFile);
      return { property, owner, matchedTo, missReason: null };
    });
  }
}

/** A row of a result, and how it came about. */
export interface ShownRow extends EnrichedRow {
  /** See `correctedTo`; null also for a row without a match, and if the record is gone. */
  matchedTo: string | null;
  /** Null for a match, and if it is not known. */
  missReason: MissReason | null;
}

const NO_ADDRESSES: ReadonlyMap<number, string | null> = new Map();

/** Number of rows that the page shows. */
const ROWS_SHOWN = 20;

/** `leads.csv` → `leads.enriched.csv`. */
const enrichedFilename = (filename: string): string => filename.replace(/(\.csv)?$/i, '.enriched.csv');

/**
 * The street address on file if a row's own has words that are not in it: a misspelled street, another suffix. Null if the row
 * only abbreviates it or leaves something out.
 */
function correctedTo(row: EnrichedRow['property'], onFile: string): string | null {
  const wordsOf = (address: string) => standardize(parseAddress({ ...row, address })).line.split(' ');
  const known = new Set(wordsOf(onFile));
  return wordsOf(row.address).every((word) => known.has(word)) ? null : onFile;
}

/**
 * Content-Disposition with both forms of the name: plain letters for old clients, and `filename*` for all others (RFC
 * 6266 §4.3, RFC 8187).
 */
export function attachment(filename: string): string {
  // Names accepted before the contract refused such characters must not affect a terminal or folder. Encoding to bytes
  // and back replaces malformed text, which encodeURIComponent would reject.
  const name = Buffer.from(
    filename.replace(/[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, ' '),
  ).toString();
  const plain = name.replace(/[^ -~]|["%/\\]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

interface ResultFileNeeds {
  database: Database;
  config: Pick<Config, 'retentionDays'>;
}

/**
 * Facts that a person who has paid for a result needs to use it (getJobFile in app.yaml). @throws JobNotFoundError
 */
export async function resultFile(
  { database, config }: ResultFileNeeds,
  { accountId, mode }: Caller,
  jobId: string,
): Promise<AppSchemas['JobFile']> {
  const { status, resultVersion, columnMapping, updatedAt } = await requireJob(database.read, {
    id: jobId,
    accountId,
    mode,
  });
  const isKept = status === 'completed' && resultVersion !== null;
  return {
    // The sweep removes the file this long after the job's last change.
    keptUntil: isKept ? isoTime(updatedAt + config.retentionDays * MS_PER_DAY) : null,
    // Earlier versions deleted the columns when the file was written.
    columnMapping: isKept && columnMapping.address !== '' ? columnMapping : null,
  };
}
