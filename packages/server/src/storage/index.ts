export {
  FileGoneError,
  FileTooLargeError,
  StoreFullError,
  type FilePiece,
  type FileStore,
  type ListedFile,
  type StoredFile,
  type StoreSpace,
  type WriteOptions,
} from './file-store.js';
export { measureDisk, type DiskSpace } from './disk-reserve.js';
export { LocalFileStore } from './local-file-store.js';
export { InvalidLinkError, SignedLinks, type LinkClaim, type LinkQuery } from './signed-links.js';
export { openSigningSecret } from './signing-secret.js';
