import type { JobStatus } from '@skiptrace/contract';

/** No such job belongs to the account; also for malformed ids (reading 7). */
export class JobNotFoundError extends Error {
  readonly code = 'job_not_found';

  constructor() {
    super('Job not found. Check the ID: this account has no such job.');
  }
}

/** The job's status does not allow the action; nothing changed. */
export class JobStatusConflictError extends Error {
  readonly code = 'job_status_conflict';

  /** @param why why the status does not allow it, if the status alone doesn't explain it */
  constructor(
    readonly currentStatus: JobStatus,
    why = 'which does not allow this',
  ) {
    super(`The job's status is ${currentStatus}, ${why}. Nothing was charged or changed.`);
  }
}

/** The account has used up its share of a common resource; nothing was charged or changed. */
export class AccountLimitError extends Error {
  readonly code = 'account_limit';

  /** @param message names what frees some of the share */
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/** The uploaded file can't be accepted; the job is unchanged. The message names the field `file`. */
export class InvalidUploadError extends Error {
  readonly code = 'invalid_upload';
}
