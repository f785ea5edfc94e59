import { ErrorWithFacts, SkipTraceError } from './base.js';

/** The file to upload is missing, not a regular file, unreadable, or changed while it was sent. */
export class InputFileError extends SkipTraceError {
  override readonly name = 'InputFileError';
  readonly code = 'input_file';
}

/** The reason why a column could not be determined. */
export interface ColumnDoubt {
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
