export {
  FileChangedError,
  FileGoneError,
  FileTooLargeError,
  roomBytes,
  StoreFullError,
  type Capacity,
  type DownloadedAs,
  type FilePiece,
  type FileStore,
  type ListedFile,
  type StoredFile,
  type WriteOptions,
} from './file-store.js';
export { fileSourceOf, openFiles, type FileSource } from './file-source.js';
export { folderOf } from './names.js';
export { copyDurably, copyFiles } from './local/copy-files.js';
export { DiskReserve, measureDisk, type DiskSpace } from './local/disk-reserve.js';
export { LocalFileStore } from './local/local-file-store.js';
export { InvalidLinkError, SignedLinks, type LinkClaim, type LinkQuery } from './signed-links.js';
export { openSigningSecret, secretOf } from './signing-secret.js';
