import { UnknownSourceError } from '../errors.js';
import { joinWithout } from '../join/rejoin.js';
import type { OwnerStores } from '../stores.js';

/**
 * Removes a source from the directory atomically; its owners no longer match. Records that an unfinished job or a replay
 * refers to stay readable by id until they are purged.
 * @returns number of imports retired
 * @throws UnknownSourceError
 */
export async function deleteSource(stores: OwnerStores, source: string): Promise<number> {
  const active = await stores.store.imports('active', source);
  await joinWithout(
    stores,
    active.map(({ sequence }) => sequence),
  );
  const retired = await stores.store.retire(source);
  if (retired === 0) throw new UnknownSourceError(source);
  return retired;
}
