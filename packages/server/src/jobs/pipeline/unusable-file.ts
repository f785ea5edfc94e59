/** The uploaded file is unusable or gone; a retry would not help. The message is for the customer. */
export class UnusableFileError extends Error {
  readonly code = 'unusable_file';
}
