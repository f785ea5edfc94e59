import { itemAt } from '../../platform/lib/item-at.js';
import type { Import } from '../entities.js';
import { BURY, type OwnerDatabase } from '../owner-database.js';
import type { PurgeStore } from './purge-store.js';

/** Rows per transaction, so that none holds its locks for long. */
const KEYS_PER_STEP = 20_000;
const RECORDS_PER_STEP = 5_000;

export class SqlPurgeStore implements PurgeStore {
  constructor(private readonly database: OwnerDatabase) {}

  async buryDead(untouchedSince: number): Promise<void> {
    await this.database.write((tx) => tx.query(`${BURY} AND touched_at < $1`, [untouchedSince]));
  }

  async removeKeys(retired: readonly Import[]): Promise<void> {
    const { ownTables, shared } = this.database;
    for (const own of retired.map(ownTables)) if (own !== null) await this.database.drop(own.keys);
    const sharing = retired.filter((one) => ownTables(one) === null);
    if (sharing.length > 0) await this.#sweep(shared.keys, 'address_key', sharing);
    await this.#sweep('owner_streets', 'street_key', retired);
  }

  /** Scans a shared table once from end to end. Keys are in random order, so this touches every page only once. */
  async #sweep(table: string, column: string, retired: readonly Import[]): Promise<void> {
    const { isIn, numbers } = this.database.dialect;
    const sequences = numbers(retired.map(({ sequence }) => sequence));
    for (let after = -1; ;) {
      const [end] = await this.database.read<{ key: number }>(
        `SELECT ${column} AS key FROM ${table} WHERE ${column} > $1 ORDER BY ${column} LIMIT 1 OFFSET $2`,
        [after, KEYS_PER_STEP],
      );
      const upTo = end?.key ?? Number.MAX_SAFE_INTEGER;
      await this.database.write((tx) =>
        tx.query(
          `DELETE FROM ${table} WHERE ${column} > $1 AND ${column} <= $2 AND ${isIn('import_sequence', 3)}`,
          [after, upTo, sequences],
        ),
      );
      if (end === undefined) break;
      after = upTo;
    }
  }

  async removeJoins(sequences: readonly number[]): Promise<void> {
    const { each, isIn, numbers } = this.database.dialect;
    const joins = `
      DELETE FROM owner_joins WHERE joined_id BETWEEN $1 AND $2
         AND EXISTS (SELECT 1 FROM ${each('parents')} WHERE ${isIn('CAST(wanted.value ->> 1 AS BIGINT)', 3)})
      RETURNING joined_id AS id`;
    const { first, last } = itemAt(
      await this.database.read<{ first: number | null; last: number | null }>(JOINED_IDS),
      0,
    );
    for (let from = first ?? 0; from <= (last ?? -1); from += KEYS_PER_STEP) {
      await this.database.write(async (tx) => {
        const gone = await tx.query<{ id: number }>(joins, [
          ...[from, from + KEYS_PER_STEP - 1],
          numbers(sequences),
        ]);
        await tx.query(`DELETE FROM owner_records WHERE ${isIn('id', 1)}`, [
          numbers(gone.map(({ id }) => id)),
        ]);
      });
    }
  }

  async removeRecords(retired: Import): Promise<number> {
    const { sequence, firstRecordId, lastRecordId, records, activatedAt } = retired;
    const own = this.database.ownTables(retired);
    if (own !== null) {
      await this.database.drop(own.records);
      // Merging changes the number of records, and an import that was never active ends where it stopped.
      return activatedAt === null ? lastRecordId - firstRecordId + 1 : records;
    }
    let removed = 0;
    for (let from = firstRecordId; from <= lastRecordId; from += RECORDS_PER_STEP) {
      const range = [from, Math.min(lastRecordId, from + RECORDS_PER_STEP - 1), sequence];
      removed += await this.database.write(async (tx) => {
        const found = await tx.query<{ records: number }>(`SELECT COUNT(*) AS records ${RECORDS}`, range);
        await tx.query(`DELETE ${RECORDS}`, range);
        return itemAt(found, 0).records;
      });
    }
    return removed;
  }

  async forget(sequences: readonly number[]): Promise<void> {
    const { isIn, numbers } = this.database.dialect;
    await this.database.write(async (tx) => {
      for (const [table, column] of [
        ['import_duplicates', 'import_sequence'],
        ['imports', 'sequence'],
      ] as const)
        await tx.query(`DELETE FROM ${table} WHERE ${isIn(column, 1)}`, [numbers(sequences)]);
      for (const table of ['owner_originals', 'owner_doubts'])
        await tx.query(
          `DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM owner_records AS r WHERE r.id = record_id)`,
        );
    });
  }
}

const JOINED_IDS = `
  SELECT (SELECT MIN(joined_id) FROM owner_joins) AS first, (SELECT MAX(joined_id) FROM owner_joins) AS last`;

const RECORDS = 'FROM owner_records WHERE id BETWEEN $1 AND $2 AND import_sequence = $3';
