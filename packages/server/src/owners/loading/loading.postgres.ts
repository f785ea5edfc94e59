import { givenUp } from '../errors.js';
import type pg from 'pg';
import type { Clock } from '../../clock.js';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import type { Import } from '../entities.js';
import { changed } from '../rows.postgres.js';
import type { ImportTables } from './import-tables.postgres.js';

/** Dependencies shared by the stores of a PostgreSQL owner directory. */
export interface OwnersCluster {
  pool: pg.Pool;
  clock: Clock;
  tables: ImportTables;
}

/**
 * Writes for a loading import, with a heartbeat. The commit need not be durable: the data reaches the disk before the import
 * becomes visible, and a crash before that loses nothing visible.
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
