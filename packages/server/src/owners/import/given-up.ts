import { OwnerImportError } from '../errors.js';

/** Somebody took the import for dead. */
export const givenUp = (): OwnerImportError =>
  new OwnerImportError(
    'given_up',
    'This import made no progress for 5 minutes and was cancelled. Run it again.',
  );
