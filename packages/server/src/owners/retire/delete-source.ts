import type { Clock } from '../../clock.js';
import type { Database } from '../../database/index.js';
import { ImportEntity } from '../entities.js';
import { UnknownSourceError } from '../errors.js';
import { joinWithout } from '../join/rejoin.js';

/**
 * Takes a source out of the directory, in one moment: its owners match no more. What an unfinished job or a replay
 * refers to stays readable by id until it is purged.
 * @returns how many imports were retired
 * @throws UnknownSourceError
 */
export async function deleteSource(database: Database, clock: Clock, source: string): Promise<number> {
  const active = await database.read.findBy(ImportEntity, { source, state: 'active' });
  const retired = await database.write((tx) =>
    tx.update(ImportEntity, { source, state: 'active' }, { state: 'retired', retiredAt: clock.now() }),
  );
  if (retired.affected === undefined || retired.affected === 0) throw new UnknownSourceError(source);
  await joinWithout(
    database,
    active.map(({ sequence }) => sequence),
  );
  return retired.affected;
}
