/** The Idempotency-Key header is not 1 to 255 visible ASCII characters, or was used with another body. */
export class IdempotencyKeyError extends Error {
  readonly code = 'idempotency_key';
}

/** Another process committed the same key first; the answer is its own, and this work is rolled back. */
export class ReplayExistsError extends Error {
  readonly code = 'replay_exists';
}
