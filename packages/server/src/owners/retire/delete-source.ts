import { UnknownSourceError } from '../errors.js';
import { joinWithout } from '../join/rejoin.js';
import type { OwnerStores } from '../stores.js';

/**
 * Takes a source out of the directory, in one moment: its owners match no more. What an unfinished job or a replay
 * refers to stays readable by id until it is purged.
 * @returns how many imports were retired
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
