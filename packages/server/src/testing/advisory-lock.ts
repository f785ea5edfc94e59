import pg from 'pg';
import { expect } from 'vitest';
import type { LockName } from '../lib/locks.js';

const NUMBERS = { sandbox: 2, server: 3 } as const;

/**
 * Ends the connections that hold a lock and takes it exclusively at once, like another process that was quicker than its
 * holders.
 * @returns function that releases it
 */
export async function snatch(
  url: string,
  name: LockName & keyof typeof NUMBERS,
): Promise<() => Promise<void>> {
  const thief = new pg.Client({ connectionString: url });
  const helper = new pg.Client({ connectionString: url });
  await Promise.all([thief.connect(), helper.connect()]);
  const waiting = thief.query('SELECT pg_advisory_lock(7326, $1)', [NUMBERS[name]]);
  const locks = `SELECT pid FROM pg_locks
                  WHERE locktype = 'advisory' AND classid = 7326 AND objid = ${NUMBERS[name]}
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect
    .poll(async () => (await helper.query(`${locks} AND NOT granted`)).rowCount, { interval: 10 })
    .toBe(1);
  await helper.query(`SELECT pg_terminate_backend(pid) FROM (${locks} AND granted) AS holders`);
  await waiting;
  await helper.end();
  return () => thief.end();
}
