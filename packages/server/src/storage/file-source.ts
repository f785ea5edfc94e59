import type { Ids } from '../ids.js';
import type { FileStore } from './file-store.js';
import { LocalFileStore } from './local/local-file-store.js';

/** Where customers' files are: as data, so that another process can be told to open the same store. */
export interface FileSource {
  kind: 'local';
  /** The folder that holds them. */
  root: string;
  /** Bytes of the disk that files leave free; null for what suits the disk. */
  reserveBytes: number | null;
}

export const openFiles = ({ root, reserveBytes }: FileSource, ids: Ids): Promise<FileStore> =>
  LocalFileStore.open(root, ids, reserveBytes);
