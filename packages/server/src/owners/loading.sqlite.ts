import type { EntityManager } from 'typeorm';
import { givenUp } from './errors.js';
import type { Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { itemAt } from '../lib/item-at.js';
import { ImportEntity, type Import } from './entities.js';

/** Dependencies shared by the stores of an owners.sqlite. */
export interface OwnersFile {
  database: Database;
  clock: Clock;
}

/**
 * Writes for a loading import, with a heartbeat.
 * @param loading null if no heartbeat is needed
 * @throws OwnerImportError given_up
 */
export function writeLoading<T>(
  { database, clock }: OwnersFile,
  loading: Import | null,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return database.write(async (tx) => {
    const done = await work(tx);
    if (loading !== null) await touch(tx, loading, clock.now());
    return done;
  });
}

/** @throws OwnerImportError given_up */
export async function touch(
  tx: EntityManager,
  { sequence, lastRecordId }: Import,
  now: number,
): Promise<void> {
  const alive = { touchedAt: now, lastRecordId };
  const { affected } = await tx.update(ImportEntity, { sequence, state: 'loading' }, alive);
  if (affected !== 1) throw givenUp();
}

/** Ids of one INSERT are consecutive, because SQLite has a single writer. */
export async function lastInserted(tx: EntityManager): Promise<number> {
  return itemAt(await tx.query<{ id: number }[]>('SELECT last_insert_rowid() AS id'), 0).id;
}
