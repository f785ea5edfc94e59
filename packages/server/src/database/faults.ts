/** The database does not answer, or not in time. Nothing was written. */
export class DatabaseUnavailableError extends Error {
  readonly code = 'database_unavailable';
  readonly retryAfterSeconds = 1;

  constructor(options?: ErrorOptions) {
    super("This server can't reach its database. Nothing was done or charged. Try again.", options);
  }
}

/** The connection was lost during a commit, and it could not be determined whether it succeeded. */
export class CommitUnknownError extends Error {
  readonly code = 'commit_unknown';

  constructor(options?: ErrorOptions) {
    super(
      'The database was lost while this was being written, so it may have happened and may have been charged. ' +
        'Repeat the request with the same Idempotency-Key: it then answers what happened and is charged once.',
      options,
    );
  }
}

/** Another server holds the locks of some accounts and hangs. Nothing was done. */
export class AccountsBlockedError extends Error {
  readonly code = 'accounts_blocked';

  /**
   * @param freed by account: resolves when the account can be retried; rejects with the error for its waiters
   */
  constructor(readonly freed: ReadonlyMap<string, Promise<void>>) {
    super(`${freed.size} accounts are locked by another server that does not go on`);
  }
}
