import { CsvInputError, type CsvInputErrorCode, noListText } from '@skiptrace/csv';
import { Failure, type FailureCode } from '../failures/failure.js';
import { type Source, unreadable } from './source.js';

const FAILURE_OF: Partial<Record<CsvInputErrorCode, FailureCode>> = {
  empty: 'input_empty',
  no_rows: 'input_empty',
  not_text: 'input_not_text',
  too_many_rows: 'input_too_big',
  missing_column: 'mapping_unclear',
  duplicate_column: 'mapping_unclear',
  reserved_column: 'mapping_unclear',
  no_header_row: 'usage',
};

const HINT_OF: Partial<Record<CsvInputErrorCode, string>> = {
  empty: 'Export the list again.',
  no_rows: 'Export the list again, with its rows.',
  too_many_rows: 'Split the file and run each part.',
  reserved_column: 'Rename the column or take it out, then run the command again.',
  unclosed_quote: 'Close or remove the quote, then run the command again.',
};

/** Message with lines counted in the person's own file, without a header that we added. */
function messageFor({ addedRows = 0 }: Source, { message, line }: CsvInputError): string {
  return addedRows === 0 || line === undefined
    ? message
    : message.replace(`line ${line}`, `line ${line - addedRows}`);
}

/** Failure that ends the command, from an error found while reading a file. */
export function inputFailure(source: Source, error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof CsvInputError)) return unreadable(source.shown, error);
  const noList = noListText(error.format);
  return new Failure(
    FAILURE_OF[error.code] ?? 'input_broken',
    `${source.shown}: ${noList?.message ?? messageFor(source, error)}`,
    {
      hint: noList?.hint ?? HINT_OF[error.code],
      cause: error,
    },
  );
}
