import type { Import } from '../entities.js';
import { UnknownSourceError } from '../errors.js';
import type { OwnerStores } from '../stores.js';
import { joinOwners } from './join-owners.js';

/**
 * Sets the priority of sources at properties they share. Existing joins stay; joins needed for the new order are added.
 * @throws UnknownSourceError
 */
export async function setPriority(stores: OwnerStores, source: string, priority: number): Promise<void> {
  if ((await stores.store.setPriority(source, priority)) === 0) throw new UnknownSourceError(source);
  for (const one of await stores.store.imports('active', source)) await joinOwners(stores, one);
}

/**
 * Joins owners that three or more imports share without the imports about to be retired. Done before they are retired: the new joins
 * count only afterwards, so nothing is lost if the process dies in between.
 * @param waiting the loading import that takes their place, which gets the heartbeats
 */
export async function joinWithout(
  stores: OwnerStores,
  gone: readonly number[],
  waiting: Import | null = null,
): Promise<void> {
  if (gone.length === 0 || !(await stores.joins.haveLargerJoins(gone))) return;
  for (const one of await stores.store.imports('active'))
    if (!gone.includes(one.sequence)) await joinOwners(stores, one, { without: gone, waiting });
}
