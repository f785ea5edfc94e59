import { FileGoneError, type FileStore } from '../storage/index.js';
import type { Job } from './entities.js';
import { unpaidName } from './files.js';
import { readChecked, writeChecked } from './pipeline/checked-files.js';
import { propertiesIn } from './pipeline/row-properties.js';

/**
 * Keeps what a preview charges for in a file of the job: properties by their hashes; where repeats are charged, by their digests.
 * @param version names the file
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

/** What the preview of a job charges for. @throws FileGoneError, DamagedFileError */
export async function readUnpaid(
  store: FileStore,
  { id }: Pick<Job, 'id'>,
  version: string,
): Promise<string[][]> {
  const content = await readChecked(store, unpaidName(id, version));
  if (content === null) throw new FileGoneError();
  return propertiesIn(content);
}
