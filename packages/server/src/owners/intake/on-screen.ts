import { CsvInputError } from '@skiptrace/csv';
import { OwnerImportError, type OwnerImportErrorCode } from '../errors.js';

/** Where one sentence ends and the next begins. */
const BETWEEN_SENTENCES = /(?<=[.!?]["')]?)\s+(?=[A-Z"])/;
const OPTION = /--[a-z]{2}/;

/** Sentences of an import without those about options of the command line: a page has fields in their place. */
export const onScreen = (text: string): string =>
  text
    .split(BETWEEN_SENTENCES)
    .filter((sentence) => !OPTION.test(sentence))
    .join(' ');

/** The advice for a person at the page, where the command line's names options that the page does not have. */
const ADVICE: Partial<Record<OwnerImportErrorCode, string>> = {
  unusable_columns: 'Choose the columns, then try again.',
  no_header: 'Add a line with column names at the top, and send the file again.',
  no_names: "Choose the column with the owners' names, or allow rows without names.",
  sensitive_column: 'Choose another column.',
  unreadable_file: 'Send a CSV or Excel file.',
};

/**
 * Why a file can't be imported, as sentences for a page; null for a fault of the server.
 * @param names what the paths of this machine are called there
 */
export function problemOnScreen(error: unknown, names: ReadonlyMap<string, string>): string | null {
  if (!(error instanceof OwnerImportError) && !(error instanceof CsvInputError)) return null;
  let text = error.message;
  for (const [path, name] of names) text = text.replaceAll(path, name);
  const advice = error instanceof OwnerImportError ? ADVICE[error.code] : ADVICE.unreadable_file;
  return [onScreen(text), ...(advice === undefined ? [] : [advice])].filter((part) => part !== '').join(' ');
}
