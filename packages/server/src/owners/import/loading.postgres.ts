import type pg from 'pg';
import type { Clock } from '../../clock.js';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import type { Import } from '../entities.js';
import { changed } from '../rows.postgres.js';
import { givenUp } from './given-up.js';
import type { ImportTables } from './import-tables.postgres.js';

/** What the stores of a PostgreSQL owner directory share. */
export interface OwnersCluster {
  pool: pg.Pool;
  clock: Clock;
  tables: ImportTables;
}

/**
 * A write of an import that is loading, with a sign of its life. It is on disk when the import becomes visible: until then
 * nobody would miss what a crash takes.
 * @param loading null for an import that is active
 * @throws OwnerImportError given_up
 */
export function writeLoading<T>(
  { pool, clock }: OwnersCluster,
  loading: Import | null,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, LOCKING, async (tx) => {
    if (loading !== null) {
      await tx.query('SET LOCAL synchronous_commit = off');
      await touch(tx, loading, clock.now());
    }
    return work(tx);
  });
}

/** @throws OwnerImportError given_up */
export async function touch(tx: pg.PoolClient, { sequence }: Import, now: number): Promise<void> {
  const touched = await tx.query(
    "UPDATE owner_imports SET touched_at = $2 WHERE sequence = $1 AND state = 'loading'",
    [sequence, now],
  );
  if (changed(touched) !== 1) throw givenUp();
}
