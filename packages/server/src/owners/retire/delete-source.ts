import type { Clock } from '../../clock.js';
import type { Database } from '../../database/index.js';
import { UnknownSourceError } from '../errors.js';
import { joinWithout } from '../join/rejoin.js';
import { ownerStores } from '../stores.sqlite.js';

/**
 * Takes a source out of the directory, in one moment: its owners match no more. What an unfinished job or a replay
 * refers to stays readable by id until it is purged.
 * @returns how many imports were retired
 * @throws UnknownSourceError
 */
export async function deleteSource(database: Database, clock: Clock, source: string): Promise<number> {
  const stores = ownerStores(database, clock);
  const active = await stores.store.imports('active', source);
  const retired = await stores.store.retire(source);
  if (retired === 0) throw new UnknownSourceError(source);
  await joinWithout(
    stores,
    active.map(({ sequence }) => sequence),
  );
  return retired;
}
