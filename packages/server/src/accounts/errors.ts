/** The Authorization header is missing or malformed, or its key is unknown, revoked or of an inactive account. */
export class UnauthorizedError extends Error {
  readonly code = 'unauthorized';
}

/** An operator named an account that does not exist. */
export class UnknownAccountError extends Error {
  readonly code = 'unknown_account';

  constructor(accountId: string) {
    super(`There is no account ${accountId}. "skiptrace-server accounts list" shows them.`);
  }
}

/** An operator named a key that does not exist. */
export class UnknownKeyError extends Error {
  readonly code = 'unknown_key';

  constructor() {
    super(
      'There is no such key. "skiptrace-server keys list ACCOUNT_ID" shows the ids of an account\'s keys.',
    );
  }
}
