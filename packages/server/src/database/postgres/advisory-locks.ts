import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { LockMode, LockName, Locks } from '../../locks.js';
import { poolConfig } from './pool.js';

/** Ours among the advisory locks of a database, in the form of two numbers. */
const CLASS = 7_326;
const NUMBERS: Readonly<Record<LockName, number>> = { worker: 1, sandbox: 2, server: 3, housekeeping: 4 };
const TRY: Readonly<Record<LockMode, string>> = {
  exclusive: 'SELECT pg_try_advisory_lock($1, $2) AS held',
  shared: 'SELECT pg_try_advisory_lock_shared($1, $2) AS held',
};
const TRY_AGAIN_MS = 200;

/**
 * Locks of the processes that share a database. Each is held by a connection of its own, so that PostgreSQL releases it when
 * the process dies, however it dies.
 */
export const advisoryLocks = (url: string): Locks => ({
  hold: async (name, mode, patienceMs = 0) => {
    const { max: _, ...config } = poolConfig(url, { name: `skiptrace-server ${name}` });
    const client = new pg.Client(config);
    client.on('error', () => undefined);
    await client.connect();
    for (let waited = 0; ; waited += TRY_AGAIN_MS) {
      const { rows } = await client.query<{ held: boolean }>(TRY[mode], [CLASS, NUMBERS[name]]);
      if (rows[0]?.held === true) return () => client.end();
      if (waited >= patienceMs) break;
      await pause(TRY_AGAIN_MS);
    }
    await client.end();
    return null;
  },
});
