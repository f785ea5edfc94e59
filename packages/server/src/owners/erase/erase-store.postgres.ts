import type pg from 'pg';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import type { OwnersCluster } from '../loading/loading.postgres.js';
import { blockOf, unsettled } from '../match/copy/index.js';
import { EXACT_HASHES } from '../property.js';
import { keysTable, recordsTable, SHARED, tableOf } from '../own-tables.postgres.js';
import { asArray } from '../rows.postgres.js';
import { ERASED_CONTACT } from '../stored-contact.js';
import type { EraseStore } from './erase-store.js';

export class PostgresEraseStore implements EraseStore {
  constructor(private readonly cluster: Omit<OwnersCluster, 'clock'>) {}

  async erase(ids: readonly number[]): Promise<number> {
    return inTransaction(this.cluster.pool, LOCKING, async (tx) => {
      // Tables still loading are left out: they have no index.
      const { rows } = await tx.query<{ table: number; sequence: number }>(
        `SELECT table_number AS "table", sequence FROM owner_imports
          WHERE table_number <> ${SHARED} AND state <> 'loading'`,
      );
      const own = new Map(rows.map(({ table, sequence }) => [table, sequence]));
      let erased = 0;
      for (const [table, some] of byTable(ids)) {
        const sequence = own.get(table);
        if (table === SHARED || sequence !== undefined) erased += await eraseIn(tx, table, sequence, some);
      }
      return erased;
    });
  }

  async isLoading(): Promise<boolean> {
    const { rows } = await this.cluster.pool.query(
      "SELECT 1 FROM owner_imports WHERE state = 'loading' LIMIT 1",
    );
    return rows.length > 0;
  }
}

function byTable(ids: readonly number[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const id of ids) {
    const same = found.get(tableOf(id));
    if (same === undefined) found.set(tableOf(id), [id]);
    else same.push(id);
  }
  return found;
}

/** @param own the import, if the table holds only one */
async function eraseIn(
  tx: pg.PoolClient,
  table: number,
  own: number | undefined,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await tx.query<{ id: number; sequence: number; keys: string | null }>(
    own === undefined
      ? `SELECT id, import_sequence AS sequence, address_keys AS keys FROM owner_records
          WHERE id = ANY($1) AND contact <> $2
            AND import_sequence NOT IN (SELECT sequence FROM owner_imports WHERE state = 'loading') FOR UPDATE`
      : `SELECT id, ${own}::bigint AS sequence, address_keys AS keys FROM ${recordsTable(table)}
          WHERE id = ANY($1) AND contact <> $2 FOR UPDATE`,
    [asArray(ids), ERASED_CONTACT],
  );
  for (const { id, sequence, keys: written } of rows) {
    const keys = JSON.parse(written ?? '[]') as number[];
    await tx.query(
      `DELETE FROM ${keysTable(table)} WHERE address_key = ANY($1) AND record_id = $2
       ${own === undefined ? 'AND import_sequence = $3' : 'AND $3::bigint IS NOT NULL'}`,
      [asArray(keys), id, sequence],
    );
    await unsettle(
      tx,
      sequence,
      keys.filter((key) => key < EXACT_HASHES),
    );
  }
  const erased = asArray(rows.map(({ id }) => id));
  await tx.query('DELETE FROM owner_duplicates WHERE record_id = ANY($1)', [erased]);
  await tx.query(
    `UPDATE ${recordsTable(table)} SET identity = 0, address_seal = NULL, owner_id = NULL, phone_count = 0,
            email_count = 0, address = '', address_keys = '[]', contact = $2
      WHERE id = ANY($1)`,
    [erased, ERASED_CONTACT],
  );
  return rows.length;
}

/** Makes the copy of the key index ask the database for these keys again. */
async function unsettle(tx: pg.PoolClient, sequence: number, keys: readonly number[]): Promise<void> {
  for (const block of new Set(keys.map(blockOf))) {
    const { rows } = await tx.query<{ bytes: Uint8Array }>(
      'SELECT bytes FROM owner_key_blocks WHERE import_sequence = $1 AND block = $2 FOR UPDATE',
      [sequence, block],
    );
    for (const { bytes } of rows)
      await tx.query('UPDATE owner_key_blocks SET bytes = $3 WHERE import_sequence = $1 AND block = $2', [
        sequence,
        block,
        unsettled(
          bytes,
          keys.filter((key) => blockOf(key) === block),
        ),
      ]);
  }
}
