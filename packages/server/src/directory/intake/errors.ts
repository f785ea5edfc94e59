import { CsvInputError } from '@skiptrace/csv';
import { coded } from '../../platform/lib/coded.js';
import { OwnerImportError, type OwnerImportErrorCode } from '../errors.js';

/** The file was imported, discarded or has expired, or never existed. */
export class OwnerUploadGoneError extends coded(
  'owner_upload_gone',
  'This file is no longer here: it was imported, thrown away, or older than a day. Send it again to go on.',
) {}

/** The uploaded file was refused and not stored. The message is a sentence for the operator. */
export class OwnerUploadError extends coded('owner_upload') {}

/** Rejected rows can't be corrected, or not like this. Nothing was imported; the message is a sentence for the operator. */
export class RowCorrectionError extends coded('owner_correction') {}

export const ROW_GONE =
  'A row isn’t among the rejected rows any more, or was corrected already. Nothing was imported. Reload the page.';

/** The run is older than 30 days, or never existed. */
export class OwnerRunGoneError extends coded(
  'owner_run_gone',
  'This import is no longer known: how it went is kept for 30 days. "Owners" shows what is stored.',
) {}

/** Another import is running, so nothing was started. */
export class OwnersBusyError extends Error {
  readonly code = 'owners_busy';

  constructor(message = 'This server is busy with another file of owners. Try again when that one is done.') {
    super(message);
  }
}

/** Advice for the page, instead of the command line's. */
const ADVICE: Partial<Record<OwnerImportErrorCode, string>> = {
  unusable_columns: 'Choose the columns, then try again.',
  no_header: 'Add a line with column names at the top, and send the file again.',
  no_names: "Choose the column with the owners' names, or allow rows without names.",
  rows_apart:
    'Choose the column for its field, or say under "More options" that rows of one address are one property.',
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
