import { OwnerImportError } from '../errors.js';

/** The import sent no heartbeat for so long that it was retired as dead. */
export const givenUp = (): OwnerImportError =>
  new OwnerImportError(
    'given_up',
    'This import made no progress for 5 minutes and was cancelled. Run it again.',
  );
