import { CsvInputError } from '@skiptrace/csv';
import { OwnerImportError, type OwnerImportErrorCode } from '../errors.js';

/** Advice for the page, instead of the command line's. */
const ADVICE: Partial<Record<OwnerImportErrorCode, string>> = {
  unusable_columns: 'Choose the columns, then try again.',
  no_header: 'Add a line with column names at the top, and send the file again.',
  no_names: "Choose the column with the owners' names, or allow rows without names.",
  sensitive_column: 'Choose another column.',
  unreadable_file: 'Send a CSV or Excel file.',
};

/**
 * Reason why a file can't be imported, as sentences for a page; null for a fault of the server.
 * @param names the page's names for paths of this machine
 */
export function problemOnScreen(error: unknown, names: ReadonlyMap<string, string>): string | null {
  if (!(error instanceof OwnerImportError) && !(error instanceof CsvInputError)) return null;
  const isOfImport = error instanceof OwnerImportError;
  let text = isOfImport ? error.problem : error.message;
  for (const [path, name] of names) text = text.replaceAll(path, name);
  const advice = isOfImport ? ADVICE[error.code] : ADVICE.unreadable_file;
  return advice === undefined ? text : `${text} ${advice}`;
}
