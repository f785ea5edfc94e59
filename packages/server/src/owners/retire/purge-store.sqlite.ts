import { In, LessThan } from '../../database/typeorm.js';
import type { Database } from '../../database/index.js';
import { itemAt } from '../../lib/item-at.js';
import { ImportEntity, type Import } from '../entities.js';
import type { PurgeStore } from './purge-store.js';

/** Rows per transaction. */
const KEYS_PER_STEP = 20_000;
const RECORDS_PER_STEP = 5_000;

export class SqlitePurgeStore implements PurgeStore {
  constructor(private readonly database: Database) {}

  async buryDead(untouchedSince: number): Promise<void> {
    await this.database.write((tx) =>
      tx.update(
        ImportEntity,
        { state: 'loading', touchedAt: LessThan(untouchedSince) },
        { state: 'retired', retiredAt: 0 },
      ),
    );
  }

  async removeKeys(sequences: readonly number[]): Promise<void> {
    const parameter = JSON.stringify(sequences);
    for (const [table, column] of KEYED_TABLES) await this.#sweep(table, column, parameter);
  }

  /** Scans a table once from end to end. Keys are in random order, so this touches every page only once. */
  async #sweep(table: string, column: string, sequences: string): Promise<void> {
    let after = -1;
    for (;;) {
      const [end] = await this.database.read.query<{ key: number }[]>(
        `SELECT ${column} AS key FROM ${table} WHERE ${column} > ? ORDER BY ${column} LIMIT 1 OFFSET ?`,
        [after, KEYS_PER_STEP],
      );
      const upTo = end?.key ?? Number.MAX_SAFE_INTEGER;
      await this.database.write((tx) =>
        tx.query(
          `DELETE FROM ${table}
            WHERE ${column} > ? AND ${column} <= ? AND import_sequence IN (SELECT value FROM json_each(?))`.trim(),
          [after, upTo, sequences],
        ),
      );
      if (end === undefined) break;
      after = upTo;
    }
  }

  async removeJoins(sequences: readonly number[]): Promise<void> {
    const [first] = await this.database.read.query<{ id: number | null }[]>(FIRST_JOIN);
    const [last] = await this.database.read.query<{ id: number | null }[]>(LAST_JOIN);
    for (let from = first?.id ?? 0; from <= (last?.id ?? -1); from += KEYS_PER_STEP) {
      const range = [from, from + KEYS_PER_STEP - 1, JSON.stringify(sequences)];
      await this.database.write(async (tx) => {
        await tx.query(`DELETE FROM owner_records WHERE id IN (SELECT joined_id ${JOINS})`, range);
        await tx.query(`DELETE ${JOINS}`, range);
      });
    }
  }

  async removeRecords({ sequence, firstRecordId, lastRecordId }: Import): Promise<number> {
    let removed = 0;
    for (let from = firstRecordId; from <= lastRecordId; from += RECORDS_PER_STEP) {
      const range = [from, Math.min(lastRecordId, from + RECORDS_PER_STEP - 1), sequence];
      removed += await this.database.write(async (tx) => {
        const found = await tx.query<{ records: number }[]>(`SELECT COUNT(*) AS records ${RECORDS}`, range);
        await tx.query(`DELETE ${RECORDS}`, range);
        return itemAt(found, 0).records;
      });
    }
    return removed;
  }

  async forget(sequences: readonly number[]): Promise<void> {
    await this.database.write(async (tx) => {
      await tx.query(
        'DELETE FROM import_duplicates WHERE import_sequence IN (SELECT value FROM json_each(?))',
        [JSON.stringify(sequences)],
      );
      for (const table of ['owner_originals', 'owner_doubts'])
        await tx.query(
          `DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM owner_records AS r WHERE r.id = record_id)`,
        );
      await tx.delete(ImportEntity, { sequence: In([...sequences]) });
    });
  }
}

/** Tables shared by all imports, sorted by a hash. */
const KEYED_TABLES = [
  ['owner_keys', 'address_key'],
  ['owner_streets', 'street_key'],
] as const;

const JOINS = `
  FROM owner_joins WHERE joined_id BETWEEN ? AND ?
   AND EXISTS (SELECT 1 FROM json_each(parents) AS parent
                WHERE parent.value ->> 1 IN (SELECT value FROM json_each(?)))`.trim();

const FIRST_JOIN = 'SELECT MIN(joined_id) AS id FROM owner_joins';
const LAST_JOIN = 'SELECT MAX(joined_id) AS id FROM owner_joins';

const RECORDS = 'FROM owner_records WHERE id BETWEEN ? AND ? AND import_sequence = ?';
