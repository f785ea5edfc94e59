/** The list was not imported, and the existing lists are unchanged. The message never contains a number. */
export class DncImportError extends Error {
  readonly code = 'dnc_import';
}
