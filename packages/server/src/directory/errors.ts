import { coded } from '../platform/lib/coded.js';

/** The sandbox's failing address was looked up, which simulates a failed lookup. Nothing is charged. */
export class SandboxFaultError extends coded('sandbox_fault', 'The sandbox was asked to fail.') {}

export type OwnerImportErrorCode =
  | 'unreadable_file'
  | 'unusable_columns'
  | 'no_header'
  | 'no_names'
  | 'rows_apart'
  | 'sensitive_column'
  | 'file_changed'
  | 'nothing_to_import'
  | 'rejects_file'
  | 'given_up'
  | 'stopped'
  | 'source_changed'
  | 'reserved_source'
  | 'too_many_owners';

interface OwnerImportErrorOptions extends ErrorOptions {
  /** Advice for the command line, as sentences. */
  onCommandLine?: string;
}

/** The file could not be imported, and earlier imports are unchanged. The message is for an operator at the command line. */
export class OwnerImportError extends Error {
  constructor(
    readonly code: OwnerImportErrorCode,
    /** The fault, as sentences without command-line options. */
    readonly problem: string,
    { onCommandLine, ...options }: OwnerImportErrorOptions = {},
  ) {
    super(onCommandLine === undefined ? problem : `${problem} ${onCommandLine}`, options);
  }
}

/** No active import has this source name. */
export class UnknownSourceError extends Error {
  readonly code = 'unknown_source';

  constructor(readonly source: string) {
    super(`There's no source "${source}". Run "owners stats" to list sources.`);
  }
}

/** The import sent no heartbeat for so long that it was retired as dead. */
export const givenUp = (): OwnerImportError =>
  new OwnerImportError(
    'given_up',
    'This import made no progress for 5 minutes and was cancelled. Run it again.',
  );

/** Details of an owner that a person typed can't be stored as they are. */
export class OwnerDetailsError extends coded('owner_details') {}
