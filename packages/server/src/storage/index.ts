export {
  FileGoneError,
  FileTooLargeError,
  StoreFullError,
  type FileStore,
  type ListedFile,
  type StoredFile,
  type WriteOptions,
} from './file-store.js';
export { LocalFileStore } from './local-file-store.js';
export { InvalidLinkError, SignedLinks, type LinkClaim, type LinkQuery } from './signed-links.js';
export { openSigningSecret } from './signing-secret.js';
