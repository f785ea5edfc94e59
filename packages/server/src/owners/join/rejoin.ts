import { UnknownSourceError } from '../errors.js';
import type { OwnerStores } from '../stores.js';
import { joinOwners } from './join-owners.js';

/**
 * Sets which source wins where several know a property. What was joined before stays; what the new order needs is added.
 * @throws UnknownSourceError
 */
export async function setPriority(stores: OwnerStores, source: string, priority: number): Promise<void> {
  if ((await stores.store.setPriority(source, priority)) === 0) throw new UnknownSourceError(source);
  for (const one of await stores.store.imports('active', source)) await joinOwners(stores, one);
}

/** Where a source went that three or more had owners in common with, the others are joined without it. */
export async function joinWithout(stores: OwnerStores, gone: readonly number[]): Promise<void> {
  if (!(await stores.joins.haveLargerJoins(gone))) return;
  for (const one of await stores.store.imports('active')) await joinOwners(stores, one);
}
