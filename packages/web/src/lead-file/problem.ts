import { CsvInputError, type CsvInputErrorCode, noListText } from '@skiptrace/csv';
import { HasStateColumn, NotEnriched, UnclearColumns } from '@skiptrace/csv/leads';
import { WorkbookError } from '@skiptrace/csv/workbook';
import type { FileProblem } from './report.js';

const SAVE_AS_CSV = 'Open it in a spreadsheet, save the sheet with the list as CSV, and choose that file.';

const HINTS: Partial<Record<CsvInputErrorCode, string>> = {
  empty: 'Export the list again.',
  no_rows: 'Export the list again, with its rows.',
  not_text: SAVE_AS_CSV,
  broken_text: SAVE_AS_CSV,
  no_header_row: 'Choose another row.',
  too_many_rows: 'Split the list and upload each part.',
  too_many_cells: 'Leave out the columns that are not needed.',
  header_too_long: 'Make sure that the first row holds the names of the columns.',
  reserved_column: 'Rename the column or take it out, and choose the file again.',
  unclosed_quote: 'Close or remove the quote, and choose the file again.',
  record_too_long: 'A quote above that line is most likely never closed.',
};

/** Error in a list that was prepared with extra rows at the top; line numbers refer to the person's file. */
export class InPreparedList extends Error {
  constructor(
    override readonly cause: unknown,
    readonly addedRows: number,
  ) {
    super('A prepared list could not be read.');
  }
}

export function problemOf(error: unknown, addedRows = 0): FileProblem {
  if (error instanceof InPreparedList) return problemOf(error.cause, error.addedRows);
  if (error instanceof CsvInputError) {
    const { code, message, line, format } = error;
    const noList = noListText(format);
    if (noList !== undefined) return { code, ...noList };
    const shown =
      addedRows === 0 || line === undefined
        ? message
        : message.replace(`line ${line}`, `line ${line - addedRows}`);
    return { code, message: shown, hint: HINTS[code] ?? null };
  }
  if (error instanceof WorkbookError) {
    const { code, message } = error;
    return {
      code,
      message: code === 'empty_sheet' ? `${capital(message)}.` : `The workbook can’t be used: ${message}.`,
      hint: code === 'empty_sheet' ? 'Move the sheet with the list to the front.' : SAVE_AS_CSV,
    };
  }
  if (error instanceof UnclearColumns || error instanceof HasStateColumn)
    return { code: 'unclear', message: error.message, hint: 'Choose the columns.' };
  if (error instanceof NotEnriched) return { code: 'not_enriched', message: error.message, hint: null };
  // Other errors while reading a file: it was moved or changed, or its disk is gone.
  const isGone = error instanceof DOMException && error.name !== 'QuotaExceededError';
  return {
    code: isGone ? 'unreadable' : 'unknown',
    message: isGone
      ? 'The file can’t be read any more. It may have been moved or changed.'
      : 'The file can’t be read.',
    hint: 'Choose it again.',
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
