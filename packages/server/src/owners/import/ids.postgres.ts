import type pg from 'pg';
import { itemAt } from '../../item-at.js';
import { tableNumber } from '../own-tables.postgres.js';

/*
 * Ids are given out once: a job or a replay that refers to a record must never find somebody else's. A failover to a replica
 * that was behind takes back what it had not got yet, ids that were given out included, so the next ids lie far behind
 * them. That it happened shows in an unlogged table: PostgreSQL empties it after a crash and on a replica.
 */

/** More than can be given out in the time that a replica is behind. */
const SKIPPED_IDS = 2 ** 28;
const SKIPPED_IMPORTS = 8;

/** Takes so many ids of shared records. @returns the first */
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

/** Of imports, too: job processes know by its number what they have in memory of one. */
const SKIP_NUMBERS = `
  SELECT nextval('owner_table_numbers'), nextval(pg_get_serial_sequence('owner_imports', 'sequence'))
    FROM generate_series(1, $1)`;
