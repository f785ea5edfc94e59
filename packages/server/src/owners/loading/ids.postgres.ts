import type pg from 'pg';
import { itemAt } from '../../lib/item-at.js';
import { tableNumber } from '../own-tables.postgres.js';

/*
 * Ids are never reused: a job or replay that refers to a record must not find another owner's. A failover to a lagging replica
 * can roll back ids that were already handed out, so afterwards numbering continues far beyond them. An unlogged table detects
 * this: PostgreSQL empties it after a crash and on a replica.
 */

/** More ids than can be handed out within a replica's lag. */
const SKIPPED_IDS = 2 ** 28;
const SKIPPED_IMPORTS = 8;

/** Reserves `count` ids of shared records. @returns the first */
export async function nextRecordId(tx: pg.PoolClient, count: number): Promise<number> {
  await skipLost(tx);
  const { rows } = await tx.query<{ next: number }>(TAKE_IDS, [count]);
  return itemAt(rows, 0).next - count;
}

/** The number of a new pair of own tables. */
export async function nextTableNumber(tx: pg.PoolClient): Promise<number> {
  await skipLost(tx);
  const { rows } = await tx.query<{ next: number }>("SELECT nextval('owner_table_numbers') AS next");
  return tableNumber(itemAt(rows, 0).next);
}

async function skipLost(tx: pg.PoolClient): Promise<void> {
  const { rowCount } = await tx.query('INSERT INTO owner_ids_in_order DEFAULT VALUES ON CONFLICT DO NOTHING');
  if (rowCount === 0) return;
  await tx.query(TAKE_IDS, [SKIPPED_IDS]);
  await tx.query(SKIP_NUMBERS, [SKIPPED_IMPORTS]);
}

const TAKE_IDS = 'UPDATE owner_record_ids SET next = next + $1 RETURNING next';

/** Skips import sequences as well: job processes identify their in-memory copy of an import by its sequence. */
const SKIP_NUMBERS = `
  SELECT nextval('owner_table_numbers'), nextval(pg_get_serial_sequence('owner_imports', 'sequence'))
    FROM generate_series(1, $1)`;
