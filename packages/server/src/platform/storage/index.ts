export { fileSourceOf, openFiles, type FileSource } from './file-source.js';
export {
  FileChangedError,
  FileGoneError,
  FileTooLargeError,
  folderOf,
  roomBytes,
  StoreFullError,
  type Capacity,
  type DownloadedAs,
  type FilePiece,
  type FileStore,
  type ListedFile,
  type StoredFile,
} from './file-store.js';
export { copyDurably, copyFiles, DiskReserve, LocalFileStore, measureDisk } from './local-file-store.js';
export {
  InvalidLinkError,
  openSigningSecret,
  secretOf,
  SignedLinks,
  type LinkClaim,
  type LinkQuery,
} from './signed-links.js';
