import { inTransaction, LOCKING } from '../../database/postgres/transaction.js';
import { itemAt } from '../../lib/item-at.js';
import type { Import } from '../entities.js';
import {
  BURY,
  keysTable,
  recordsTable,
  SHARED,
  asArray,
  FIRST_OWN_ID,
  changed,
  type OwnersCluster,
} from '../cluster.postgres.js';
import type { PurgeStore } from './purge-store.js';

/** Rows per transaction, so that none holds its locks for long. */
const KEYS_PER_STEP = 20_000;
const RECORDS_PER_STEP = 50_000;

/** Lock timeout for dropping a purged import's tables while readers still use them. */
const DROP_PATIENCE = '5s';

export class PostgresPurgeStore implements PurgeStore {
  constructor(private readonly cluster: Omit<OwnersCluster, 'clock'>) {}

  async buryDead(untouchedSince: number): Promise<void> {
    await this.cluster.pool.query(`${BURY} AND touched_at < $1`, [untouchedSince]);
  }

  async removeKeys(sequences: readonly number[]): Promise<void> {
    const shared: number[] = [];
    for (const sequence of sequences) {
      const table = await this.cluster.tables.of(sequence);
      if (table === SHARED) shared.push(sequence);
      else await this.#drop(keysTable(table));
    }
    if (shared.length > 0) await this.#sweep('owner_keys', 'address_key', shared);
    await this.#sweep('owner_streets', 'street_key', sequences);
  }

  /** Scans a whole shared table in steps, because an import's rows are scattered in it. */
  async #sweep(table: string, column: string, sequences: readonly number[]): Promise<void> {
    for (let after = -1; ;) {
      const { rows } = await this.cluster.pool.query<{ key: number }>(
        `SELECT ${column} AS key FROM ${table} WHERE ${column} > $1 ORDER BY ${column} LIMIT 1 OFFSET $2`,
        [after, KEYS_PER_STEP],
      );
      const upTo = rows[0]?.key ?? Number.MAX_SAFE_INTEGER;
      await this.cluster.pool.query(
        `DELETE FROM ${table} WHERE ${column} > $1 AND ${column} <= $2 AND import_sequence = ANY($3)`,
        [after, upTo, asArray(sequences)],
      );
      if (rows.length === 0) break;
      after = upTo;
    }
  }

  async removeJoins(sequences: readonly number[]): Promise<void> {
    const { rows } = await this.cluster.pool.query<{ first: number | null; last: number | null }>(
      'SELECT MIN(joined_id) AS first, MAX(joined_id) AS last FROM owner_joins',
    );
    const { first, last } = itemAt(rows, 0);
    if (first === null || last === null) return;
    for (let from = first; from <= last; from += KEYS_PER_STEP) {
      await this.cluster.pool.query(DELETE_JOINS, [from, from + KEYS_PER_STEP - 1, asArray(sequences)]);
    }
  }

  async removeRecords({
    sequence,
    firstRecordId,
    lastRecordId,
    records,
    activatedAt,
  }: Import): Promise<number> {
    const table = await this.cluster.tables.of(sequence);
    if (table !== SHARED) {
      await this.#drop(recordsTable(table));
      // Merging changes the number of records, and an import that was never active ends where it stopped.
      return activatedAt === null ? lastRecordId - firstRecordId + 1 : records;
    }
    let removed = 0;
    for (let from = firstRecordId; from <= lastRecordId; from += RECORDS_PER_STEP) {
      const to = Math.min(lastRecordId, from + RECORDS_PER_STEP - 1);
      removed += changed(await this.cluster.pool.query(DELETE_RECORDS, [from, to, sequence]));
    }
    return removed;
  }

  async forget(sequences: readonly number[]): Promise<void> {
    await inTransaction(this.cluster.pool, LOCKING, async (tx) => {
      await tx.query('DELETE FROM owner_duplicates WHERE import_sequence = ANY($1)', [asArray(sequences)]);
      for (const table of ['owner_originals', 'owner_doubts'])
        await tx.query(deleteWithRecords(table), [asArray(sequences)]);
      await tx.query('DELETE FROM owner_imports WHERE sequence = ANY($1)', [asArray(sequences)]);
    });
    this.cluster.tables.forget(sequences);
  }

  async #drop(table: string): Promise<void> {
    await inTransaction(this.cluster.pool, LOCKING, async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = '${DROP_PATIENCE}'`);
      await tx.query(`DROP TABLE IF EXISTS ${table}`);
    });
  }
}

const DELETE_JOINS = `
  WITH gone AS (
    DELETE FROM owner_joins WHERE joined_id BETWEEN $1 AND $2 AND import_sequences && $3 RETURNING joined_id)
  DELETE FROM owner_records WHERE id IN (SELECT joined_id FROM gone)`;

// Own tables have a range of ids for themselves.
const deleteWithRecords = (table: string): string => `
  DELETE FROM ${table} o
   WHERE EXISTS (SELECT 1 FROM owner_imports i
                  WHERE i.sequence = ANY($1) AND o.record_id BETWEEN i.first_record_id AND i.last_record_id
                    AND (i.table_number <> ${SHARED} OR NOT EXISTS (SELECT 1 FROM owner_records r WHERE r.id = o.record_id)))
      OR o.record_id < ${FIRST_OWN_ID} AND NOT EXISTS (SELECT 1 FROM owner_records r WHERE r.id = o.record_id)`;

const DELETE_RECORDS = 'DELETE FROM owner_records WHERE id BETWEEN $1 AND $2 AND import_sequence = $3';
