import type pg from 'pg';
import { short } from './pool.js';

/**
 * PostgreSQL gives the numbers of transactions that a crash has lost to others, so after a crash `pg_xact_status` may speak of
 * another transaction. It also empties unlogged tables in a crash and when a standby takes over: a name that is kept
 * in one says whether that has happened.
 */
export const CREATE_SERVER_LIVES = `
  CREATE UNLOGGED TABLE IF NOT EXISTS server_lives (
    singleton BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (singleton),
    life UUID NOT NULL DEFAULT gen_random_uuid()
  )`;

/** An expression: the life in which it is evaluated; null before `lifeOf` was called in it. */
export const CURRENT_LIFE = '(SELECT life FROM server_lives)';

const FIND = `SELECT ${CURRENT_LIFE} AS life`;
const BEGIN_LIFE = 'INSERT INTO server_lives DEFAULT VALUES ON CONFLICT DO NOTHING';

/** No connection outlives a crash. */
const lives = new WeakMap<pg.PoolClient, string>();

/** The life of the server, between two crashes, that a connection was made in. */
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
