/** Errors of an input file. Stable: the command line and the server choose their answer by the code. */
export type CsvInputErrorCode =
  | 'empty'
  | 'not_text'
  | 'broken_text'
  | 'header_too_long'
  | 'missing_column'
  | 'duplicate_column'
  | 'reserved_column'
  | 'no_rows'
  | 'no_header_row'
  | 'too_many_rows'
  | 'too_many_cells'
  | 'record_too_long'
  | 'unclosed_quote';

export interface CsvInputErrorFacts {
  /** Physical line of the file, counted from 1. */
  readonly line?: number;
  /** The mapped column in question. */
  readonly column?: string;
  /** Actual format of a file that is not text. */
  readonly format?: string;
}

/** The file cannot be read as the CSV it should be. The message is a sentence for the person who has the file. */
export class CsvInputError extends Error {
  override readonly name = 'CsvInputError';
  readonly line?: number;
  readonly column?: string;
  readonly format?: string;

  constructor(
    readonly code: CsvInputErrorCode,
    message: string,
    facts: CsvInputErrorFacts = {},
  ) {
    super(message);
    Object.assign(this, facts);
  }
}
