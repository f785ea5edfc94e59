import type { JobStatus } from '../open-answers.js';
import { duration } from '../units.js';
import { ErrorWithFacts, SkipTraceError } from './base.js';

/** The job ended as failed. */
export class JobFailedError extends ErrorWithFacts<JobFailure> {
  override readonly name = 'JobFailedError';
  readonly code = 'job_failed';
  declare readonly jobId: string;
  /** The server's message for the user. */
  declare readonly errorMessage: string | null;
  /** Cents refunded when the job failed after payment, else null. */
  declare readonly refundCents: number | null;

  constructor(facts: JobFailure) {
    super(`The job failed: ${facts.errorMessage ?? 'no reason given'}`, facts);
  }
}

interface JobFailure {
  jobId: string;
  errorMessage: string | null;
  refundCents: number | null;
}

/** The job was cancelled. Nothing was charged for it. */
export class JobCancelledError extends ErrorWithFacts<{ jobId: string }> {
  override readonly name = 'JobCancelledError';
  readonly code = 'job_cancelled';
  declare readonly jobId: string;

  constructor(facts: { jobId: string }) {
    super('The job was cancelled. Nothing was charged.', facts);
  }
}

/** `deadlineMs` of a wait ran out; the job continues on the server and can be waited for again. */
export class JobTimeoutError extends ErrorWithFacts<JobWait> {
  override readonly name = 'JobTimeoutError';
  readonly code = 'job_timeout';
  declare readonly jobId: string;
  /** The last status seen, if any. */
  declare readonly lastStatus: JobStatus | undefined;
  /** Time waited, in milliseconds. */
  declare readonly waitedMs: number;

  constructor(facts: JobWait) {
    const { lastStatus = 'unread', waitedMs } = facts;
    super(`The job was still ${lastStatus} after ${duration(waitedMs)}. It keeps running on the server.`, {
      ...facts,
      retryable: true,
    });
  }
}

interface JobWait {
  jobId: string;
  lastStatus: JobStatus | undefined;
  waitedMs: number;
}

/** The price is above the caller's ceiling, or differs from the agreed price. Nothing was confirmed or charged. */
export class CostLimitError extends ErrorWithFacts<{
  totalChargeCents: number;
  limitCents: number;
}> {
  override readonly name = 'CostLimitError';
  readonly code = 'cost_limit';
  /** Amount in cents that confirming would have charged. */
  declare readonly totalChargeCents: number;
  /** The ceiling or agreed price, in cents. */
  declare readonly limitCents: number;
}

/** The file to upload is missing, not a regular file, unreadable, or changed while it was sent. */
export class InputFileError extends SkipTraceError {
  override readonly name = 'InputFileError';
  readonly code = 'input_file';
}

/** The reason why a column could not be determined. */
interface ColumnDoubt {
  /** A sentence to show to the user. */
  message: string;
  /** Headers of the file that are candidates. */
  choices: string[];
}

/**
 * The file does not have the columns of `columnMapping`, or `'auto'` could not tell which is which. Nothing was uploaded:
 * a wrong column would find wrong people.
 */
export class ColumnMappingError extends ErrorWithFacts<{ header?: string[]; reasons: ColumnDoubt[] }> {
  override readonly name = 'ColumnMappingError';
  readonly code = 'column_mapping';
  /** The file's columns, if they could be read. */
  declare readonly header: string[] | undefined;
  declare readonly reasons: ColumnDoubt[];
}

/** The upload target refused the file, or the upload broke off and the source cannot be read twice. */
export class UploadError extends SkipTraceError {
  override readonly name = 'UploadError';
  readonly code = 'upload';
}

/** The output file already exists and `force` was not given. Nothing was written. */
export class OutputExistsError extends ErrorWithFacts<{ path: string }> {
  override readonly name = 'OutputExistsError';
  readonly code = 'output_exists';
  declare readonly path: string;

  constructor(path: string) {
    super(`${path} already exists. Pass force: true to replace it.`, { path });
  }
}

/** The output could not be written (no such folder, no permission, disk full). No partial file is left. */
export class OutputError extends SkipTraceError {
  override readonly name = 'OutputError';
  readonly code = 'output';
}

/** The enriched file could not be fetched completely. The job is paid for and can be downloaded again. */
export class DownloadError extends ErrorWithFacts<{ receivedBytes: number; totalBytes: number | undefined }> {
  override readonly name = 'DownloadError';
  readonly code = 'download';
  /** Bytes received before the failure. */
  declare readonly receivedBytes: number;
  /** Size of the file in bytes, if the server stated it. */
  declare readonly totalBytes: number | undefined;
}
