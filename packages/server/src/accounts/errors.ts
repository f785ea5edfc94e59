/** The Authorization header is missing or malformed, or its key is unknown, revoked or of an inactive account. */
export class UnauthorizedError extends Error {
  readonly code = 'unauthorized';
}

/** A link or an address does not sign anybody in. */
export class SignInError extends UnauthorizedError {}

/** There is no session, or it has ended. */
export class SignedOutError extends UnauthorizedError {
  constructor(message = 'You are signed out. Sign in again.') {
    super(message);
  }
}

/** An operator named an account that does not exist. */
export class UnknownAccountError extends Error {
  readonly code = 'unknown_account';

  constructor(accountId: string) {
    super(`No account ${accountId}. List accounts with "skiptrace-server accounts list".`);
  }
}

/** An operator named a key that does not exist. */
export class UnknownKeyError extends Error {
  readonly code = 'unknown_key';

  constructor() {
    super('No such key. List an account\'s keys with "skiptrace-server keys list ACCOUNT".');
  }
}
