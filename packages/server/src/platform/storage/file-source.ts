import path from 'node:path';
import { systemClock, type Clock } from '../clock.js';
import type { Config } from '../config.js';
import type { BucketUrl } from '../environment.js';
import type { Ids } from '../ids.js';
import type { FileStore } from './file-store.js';
import { LocalFileStore } from './local-file-store.js';

/** Files below a folder. */
export interface LocalFiles {
  kind: 'local';
  /** The folder that holds them. */
  root: string;
  /** Bytes of the disk that files leave free; null for what suits the disk. */
  reserveBytes: number | null;
}

/** Where customers' files are: as data, so that another process can be told to open the same store. */
export type FileSource = LocalFiles | ({ kind: 's3' } & BucketUrl);

export const fileSourceOf = ({
  storage,
  dataDir,
  diskReserveBytes,
}: Pick<Config, 'storage' | 'dataDir' | 'diskReserveBytes'>): FileSource =>
  storage === null
    ? { kind: 'local', root: path.join(dataDir, 'files'), reserveBytes: diskReserveBytes }
    : { kind: 's3', ...storage };

/** @param clock of those who sign links */
export async function openFiles(
  source: FileSource,
  ids: Ids,
  clock: Clock = systemClock,
): Promise<FileStore> {
  if (source.kind === 'local') return LocalFileStore.open(source.root, ids, source.reserveBytes);
  // Loaded where it is used: it takes longer than the rest of a command.
  const { S3FileStore } = await import('./s3/s3-file-store.js');
  return new S3FileStore(source, clock);
}
