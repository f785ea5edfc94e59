import type pg from 'pg';
import { short } from './pool.js';

/**
 * After a crash PostgreSQL reuses the ids of transactions that the crash lost, so `pg_xact_status` may refer to another
 * transaction. A crash, or the promotion of a standby, also empties unlogged tables: an id kept in one identifies the server's
 * incarnation (its "life").
 */
export const CREATE_SERVER_LIVES = `
  CREATE UNLOGGED TABLE IF NOT EXISTS server_lives (
    singleton BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (singleton),
    life UUID NOT NULL DEFAULT gen_random_uuid()
  )`;

/** SQL expression: the current incarnation; null before `lifeOf` was called in it. */
export const CURRENT_LIFE = '(SELECT life FROM server_lives)';

const FIND = `SELECT ${CURRENT_LIFE} AS life`;
const BEGIN_LIFE = 'INSERT INTO server_lives DEFAULT VALUES ON CONFLICT DO NOTHING';

/** Cached per connection: no connection outlives a crash. */
const lives = new WeakMap<pg.PoolClient, string>();

/** The incarnation of the server, between two crashes, that a connection was opened in. */
export async function lifeOf(client: pg.PoolClient): Promise<string> {
  let life = lives.get(client) ?? null;
  while (life === null) {
    const { rows } = await client.query<{ life: string | null }>(short(FIND));
    life = rows[0]?.life ?? null;
    if (life === null) await client.query(short(BEGIN_LIFE));
  }
  lives.set(client, life);
  return life;
}
