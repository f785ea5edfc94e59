import type { ColumnMapping } from '@skiptrace/contract';
import { CsvInputError } from '@skiptrace/csv';
import { FileGoneError, type FileStore } from '../../storage/index.js';
import type { ResultLayout } from '../entities.js';
import { resultName, uploadName } from '../files.js';
import { enrichFile } from './enrich-file.js';
import { matchFile, type MatchSummary } from './match-file.js';
import type { Directory } from './ports.js';
import { Sidecar } from './sidecar.js';

export interface MatchOrder {
  jobId: string;
  uploadVersion: string;
  columnMapping: ColumnMapping;
}

export interface EnrichOrder extends MatchOrder {
  layout: ResultLayout;
  totalRows: number;
}

/**
 * The two heavy steps of a job. They know stored files and the owner directory and nothing of money or status, so they
 * can run anywhere, and run again they end in the same place.
 */
export interface JobWork {
  /** @throws UnusableFileError, StoreFullError, the reason of `signal` */
  match(order: MatchOrder, signal: AbortSignal): Promise<MatchSummary>;
  /**
   * @returns the SHA-256 of the result, hex
   * @throws UnusableFileError, StoreFullError, the reason of `signal`
   */
  enrich(order: EnrichOrder, signal: AbortSignal): Promise<string>;
}

/** The uploaded file is not what it should be, or gone: trying again is in vain. The message is for the customer. */
export class UnusableFileError extends Error {
  readonly code = 'unusable_file';
}

/** Work in the calling thread. */
export const workHere = (store: FileStore, directory: Directory): JobWork => ({
  match: ({ jobId, uploadVersion, columnMapping }, signal) =>
    blamingFile('The uploaded file is gone. Please create a new job and upload it again.', async () => {
      const sidecar = await Sidecar.open(store, jobId);
      const source = await store.read(uploadName(jobId, uploadVersion));
      try {
        return await matchFile({ source, columnMapping, directory, sidecar, signal });
      } finally {
        source.destroy();
      }
    }),
  enrich: ({ jobId, uploadVersion, columnMapping, layout, totalRows }, signal) =>
    blamingFile('The uploaded file is gone, so the result could not be made.', async () => {
      const sidecar = await Sidecar.open(store, jobId);
      if (sidecar.rows !== totalRows) throw new FileGoneError();
      const source = await store.read(uploadName(jobId, uploadVersion));
      try {
        const result = enrichFile({ source, columnMapping, layout, directory, sidecar, signal });
        return (await store.write(resultName(jobId), result, { maxBytes: Number.MAX_SAFE_INTEGER })).sha256;
      } finally {
        source.destroy();
      }
    }),
});

async function blamingFile<T>(whenGone: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CsvInputError) throw new UnusableFileError(error.message, { cause: error });
    if (error instanceof FileGoneError) throw new UnusableFileError(whenGone, { cause: error });
    throw error;
  }
}
