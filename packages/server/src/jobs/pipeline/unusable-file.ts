/** The uploaded file is not what it should be, or gone: trying again is in vain. The message is for the customer. */
export class UnusableFileError extends Error {
  readonly code = 'unusable_file';
}
