import type { Database } from '../../database/index.js';
import { ImportEntity } from '../entities.js';
import { UnknownSourceError } from '../errors.js';
import { joinOwners } from './join-owners.js';

/**
 * Sets which source wins where several know a property. What was joined before stays; what the new order needs is added.
 * @throws UnknownSourceError
 */
export async function setPriority(database: Database, source: string, priority: number): Promise<void> {
  const changed = await database.write((tx) =>
    tx.update(ImportEntity, { source, state: 'active' }, { priority }),
  );
  if (changed.affected === undefined || changed.affected === 0) throw new UnknownSourceError(source);
  for (const one of await database.read.findBy(ImportEntity, { source, state: 'active' })) {
    await joinOwners(database, one);
  }
}

/** Where a source went that three or more had owners in common with, the others are joined without it. */
export async function joinWithout(database: Database, gone: readonly number[]): Promise<void> {
  const [found] = await database.read.query<{ id: number }[]>(FIND_LARGER, [JSON.stringify(gone)]);
  if (found === undefined) return;
  for (const one of await database.read.findBy(ImportEntity, { state: 'active' })) {
    await joinOwners(database, one);
  }
}

const FIND_LARGER = `
  SELECT joined_id AS id FROM owner_joins
   WHERE json_array_length(parents) > 2
     AND EXISTS (SELECT 1 FROM json_each(parents) AS parent
                  WHERE parent.value ->> 1 IN (SELECT value FROM json_each(?))) LIMIT 1`;
