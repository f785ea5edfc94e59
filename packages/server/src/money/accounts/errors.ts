import { coded } from '../../platform/lib/coded.js';
import type { AccountState } from './entities.js';

/** The Authorization header is missing or malformed, or its key is unknown, revoked or of an inactive account. */
export class UnauthorizedError extends coded('unauthorized') {}

/** A link or an address does not sign anyone in. */
export class SignInError extends UnauthorizedError {}

export const refusalOf = (state: AccountState): string =>
  `This account is ${state}. Contact the people who run this service.`;

export class UsedLinkError extends SignInError {
  constructor(why = 'was used before, is too old, or was not copied whole') {
    super(`This sign-in link ${why}. Ask for another one.`);
  }
}

/** There is no session, or it has ended. */
export class SignedOutError extends UnauthorizedError {
  constructor(message = 'Your session ended. Sign in to pick up where you left off.') {
    super(message);
  }
}

/** The page shows one account and the browser's session belongs to another: a second sign-in happened in another tab. */
export class OtherSessionError extends UnauthorizedError {
  constructor() {
    super(
      'Somebody signed in with another account or key in this browser, so nothing was done. Sign in again.',
    );
  }
}

/** Another account has this name, and the request didn't say that a second one is intended. */
export class SameNameError extends Error {
  readonly code = 'same_name';

  constructor({ id, name }: { id: string; name: string }) {
    super(`There is an account "${name}" already (${id.slice(0, 8)}). Nothing was changed.`);
  }
}

/** The name fits several accounts. */
export class UnusableNameError extends coded(
  'unusable_name',
  'The name of an account must not be empty. Nothing was changed.',
) {}

/** An address that sign-in links can't be mailed to. The address itself is not quoted: errors are logged. */
export class UnusableEmailError extends coded(
  'unusable_email',
  'The email must be one address, such as robin@example.com. Nothing was changed.',
) {}

/** An operator named an account that does not exist. */
export class UnknownAccountError extends Error {
  readonly code = 'unknown_account';

  /** @param meant a name close to the typed one */
  constructor(accountId: string, meant?: string) {
    super(
      `No account ${accountId}.${meant === undefined ? '' : ` Did you mean "${meant}"?`} List accounts with "skiptrace-server accounts list".`,
    );
  }
}

/** A repeat of a request, but the key it created is in use, revoked, or a different one; nothing was changed. */
export class KeyMadeBeforeError extends coded(
  'key_made_before',
  'This request made a key before, which is shown once. Nothing was changed. Look at the list of keys, then start anew.',
) {}

/** An account has the most keys its customers may make; nothing was changed. */
export class KeyLimitError extends coded('key_limit') {}

/** An operator named a key that does not exist. */
export class UnknownKeyError extends coded(
  'unknown_key',
  "No such key. Look at the list of the account's keys.",
) {}
