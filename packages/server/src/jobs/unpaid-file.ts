import { FileGoneError, type FileStore } from '../storage/index.js';
import type { Job } from './entities.js';
import { unpaidName } from './files.js';
import { readChecked, writeChecked } from './pipeline/checked-files.js';
import { propertiesIn } from './pipeline/row-properties.js';

/**
 * Stores the properties that a preview charges for in a file of the job: by their hashes with free repeats, otherwise by their
 * digests.
 * @param version version in the file's name
 * @param content see `propertiesIn`
 */
export async function storeUnpaid(
  store: FileStore,
  { id }: Pick<Job, 'id'>,
  version: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  await writeChecked(store, unpaidName(id, version), content);
}

/** The properties that the preview of a job charges for. @throws FileGoneError, DamagedFileError */
export async function readUnpaid(
  store: FileStore,
  { id }: Pick<Job, 'id'>,
  version: string,
): Promise<string[][]> {
  const content = await readChecked(store, unpaidName(id, version));
  if (content === null) throw new FileGoneError();
  return propertiesIn(content);
}
