export { Accounts, requireNewName, type CreatedKey } from './accounts.js';
export type { Mode } from './api-key.js';
export { Authenticator, type Caller } from './authenticate.js';
export {
  AccountEntity,
  ApiKeyEntity,
  stateOf,
  type Account,
  type AccountState,
  type ApiKey,
} from './entities.js';
export { isPresentable } from './dashboard-key.js';
export type { KeyStore } from './key-store.js';
export { accountFigures } from './figures.js';
export { findAccounts, type AccountSearch } from './find-accounts.js';
export { TERM_BOUNDS, TERM_COLUMNS } from './term-bounds.js';
export { OtherSessionError, SignedOutError, UnauthorizedError, UnknownAccountError } from './errors.js';
export { SessionEntity, SignInLinkEntity, type Role, type Session } from './session-entities.js';
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
export {
  DEFAULT_TERMS,
  inMode,
  readTerms,
  termsOf,
  type AccountTerms,
  type RepeatTerm,
  type TermColumns,
  type TermDefaults,
} from './terms.js';
