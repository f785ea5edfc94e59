import { CsvInputError, type CsvInputErrorCode } from '@skiptrace/csv';
import { Failure, type FailureCode } from '../failures/failure.js';
import { type Source, unreadable } from './source.js';

const FAILURE_OF: Partial<Record<CsvInputErrorCode, FailureCode>> = {
  empty: 'input_empty',
  no_rows: 'input_empty',
  not_text: 'input_not_text',
  too_many_rows: 'input_too_big',
  missing_column: 'mapping_unclear',
  duplicate_column: 'mapping_unclear',
};

const HINT_OF: Partial<Record<CsvInputErrorCode, string>> = {
  empty: 'Export the list again; this file holds nothing.',
  no_rows: 'Export the list again, with its rows.',
  not_text: 'Open it in a spreadsheet and save it as CSV.',
  too_many_rows: 'Split it; each part is a job of its own.',
  unclosed_quote: 'Close the quote, or take it out, and run the command again.',
};

/** What was wrong with a file while it was read, as the end of a command. */
export function inputFailure(source: Source, error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof CsvInputError)) return unreadable(source.name, error);
  const hint =
    error.format === 'zip'
      ? 'If it is an Excel workbook, name it .xlsx: then it is converted.'
      : HINT_OF[error.code];
  return new Failure(FAILURE_OF[error.code] ?? 'input_broken', `${source.name}: ${error.message}`, {
    hint,
    cause: error,
  });
}
