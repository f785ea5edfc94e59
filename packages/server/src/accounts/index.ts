export { Accounts, type CreatedKey } from './accounts.js';
export { Authenticator, type Caller } from './authenticate.js';
export { AccountEntity, ApiKeyEntity, type Account, type AccountStatus, type ApiKey } from './entities.js';
export { UnauthorizedError, UnknownAccountError, UnknownKeyError } from './errors.js';
export type { ApiRequest, RequestContext } from './request-context.js';
