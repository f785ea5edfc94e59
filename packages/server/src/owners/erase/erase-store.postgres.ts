import type pg from 'pg';
import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import type { OwnersCluster } from '../loading/loading.postgres.js';
import { blockOf, unsettled } from '../match/copy/index.js';
import { EXACT_HASHES } from '../property.js';
import { idBefore, keysTable, recordsTable, SHARED, tableOf } from '../own-tables.postgres.js';
import type { OwnerRecord } from '../record.js';
import { asArray } from '../rows.postgres.js';
import { ERASED_CONTACT, readContact } from '../stored-contact.js';
import type { EraseStore, RecordOrigin } from './erase-store.js';

const RECORDS_PER_STEP = 20_000;

export class PostgresEraseStore implements EraseStore {
  constructor(private readonly cluster: Omit<OwnersCluster, 'clock'>) {}

  async *scan(mayBe: (contact: string) => boolean = () => true): AsyncGenerator<OwnerRecord[]> {
    for (const { table } of await this.#imports()) {
      for (let after = table === SHARED ? 0 : idBefore(table); ;) {
        const { rows } = await this.cluster.pool.query<{ id: number; contact: string }>(
          `SELECT id, contact FROM ${recordsTable(table)} WHERE id > $1 ORDER BY id LIMIT $2`,
          [after, RECORDS_PER_STEP],
        );
        const last = rows.at(-1);
        if (last === undefined) break;
        after = last.id;
        yield rows
          .filter(({ contact }) => contact !== ERASED_CONTACT && mayBe(contact))
          .map(({ id, contact }) => ({ id, ...readContact(contact) }));
      }
    }
  }

  async origins(ids: readonly number[]): Promise<Map<number, RecordOrigin>> {
    const found = new Map<number, RecordOrigin>();
    for (const [table, some] of byTable(ids)) {
      const { rows } = await this.cluster.pool.query<RecordOrigin & { id: number }>(
        `SELECT r.id, i.source, i.state FROM ${recordsTable(table)} AS r
           JOIN owner_imports AS i ON ${table === SHARED ? 'i.sequence = r.import_sequence' : `i.table_number = ${table}`}
          WHERE r.id = ANY($1)`,
        [asArray(some)],
      );
      for (const { id, source, state } of rows) found.set(id, { source, state });
    }
    return found;
  }

  async erase(ids: readonly number[]): Promise<number> {
    return inTransaction(this.cluster.pool, LOCKING, async (tx) => {
      const own = new Map(
        (await this.#imports()).flatMap(({ table, sequence }) =>
          sequence === null ? [] : [[table, sequence]],
        ),
      );
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

  /**
   * Tables with records, and the import that owns each. Tables still loading are left out: they have no
   * index.
   */
  async #imports(): Promise<{ table: number; sequence: number | null }[]> {
    const { rows } = await this.cluster.pool.query<{ table: number; sequence: number }>(
      `SELECT table_number AS "table", sequence FROM owner_imports
        WHERE table_number <> ${SHARED} AND state <> 'loading' ORDER BY 1`,
    );
    return [{ table: SHARED, sequence: null }, ...rows];
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

/** @param own the import, where the table has one alone */
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
