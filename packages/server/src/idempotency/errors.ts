/** The Idempotency-Key header is not 1 to 255 visible ASCII characters. */
export class IdempotencyKeyError extends Error {
  readonly code = 'invalid_idempotency_key';
}

/** The Idempotency-Key was used with a different body. */
export class IdempotencyConflictError extends Error {
  readonly code = 'idempotency_conflict';
}

/** Another process committed the same key first; its answer stands, and this work is rolled back. */
export class ReplayExistsError extends Error {
  readonly code = 'replay_exists';
}
