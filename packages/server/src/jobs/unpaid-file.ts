import { HASH_BYTES } from '../repeats/index.js';
import { FileGoneError, type FileStore } from '../storage/index.js';
import type { Job } from './entities.js';
import { unpaidName } from './files.js';
import { readChecked, writeChecked } from './pipeline/checked-files.js';

/** Keeps what a preview charges for: hashes of properties, each once, in a file of the job. @param version names the file */
export async function storeUnpaid(
  store: FileStore,
  { id }: Pick<Job, 'id'>,
  version: string,
  properties: readonly string[],
): Promise<void> {
  await writeChecked(store, unpaidName(id, version), [Buffer.concat(properties.map(bytesOf))]);
}

/** What the preview of a job charges for. @throws FileGoneError, DamagedFileError */
export async function readUnpaid(
  store: FileStore,
  { id }: Pick<Job, 'id'>,
  version: string,
): Promise<string[]> {
  const content = await readChecked(store, unpaidName(id, version));
  if (content === null) throw new FileGoneError();
  return Array.from({ length: content.length / HASH_BYTES }, (_, index) =>
    content.toString('base64url', index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'base64url');
