export {
  accountFigures,
  Accounts,
  findAccounts,
  requireNewName,
  type AccountSearch,
  type CreatedKey,
} from './accounts.js';
export {
  AccountEntity,
  ApiKeyEntity,
  SessionEntity,
  SignInLinkEntity,
  stateOf,
  type Account,
  type AccountState,
  type ApiKey,
  type Mode,
  type Role,
  type Session,
} from './entities.js';
export { Authenticator, type Caller } from './authenticate.js';
export { isPresentable } from './api-key.js';
export type { KeyStore } from './key-store.js';
export {
  DEFAULT_TERMS,
  inMode,
  readTerms,
  TERM_BOUNDS,
  TERM_COLUMNS,
  termsOf,
  type AccountTerms,
  type RepeatTerm,
  type TermColumns,
  type TermDefaults,
} from './terms.js';
export { OtherSessionError, SignedOutError, UnauthorizedError, UnknownAccountError } from './errors.js';
export { signInUrl, type CreatedLink } from './sign-in-links.js';
export { Sessions, type Begun, type EndedSessions, type SignedIn } from './sessions.js';
export {
  acceptanceOf,
  TERMS_OF_USE,
  TermsAcceptanceEntity,
  TermsGate,
  TermsOfUse,
  type GivenTerms,
  type TermsAcceptance,
} from './terms-of-use.js';
