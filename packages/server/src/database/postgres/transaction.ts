import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { itemAt } from '../../item-at.js';
import { CommitUnknownError, DatabaseUnavailableError } from '../faults.js';
import { isConflict, isLost } from './faults.js';

/** Waits between tries after a lost connection: PostgreSQL restarts in about a second. */
const RECONNECT_MS = [50, 200, 500, 1_000];
/** Others were in the way: so many more tries, the later ones with settlements kept out. */
const MAX_CONFLICTS = 20;
const CONFLICTS_BEFORE_GATE = 2;
const CONFLICT_PAUSE_MS = 20;
/** How often the fate of a lost commit is asked for. */
const FATE_ASKED_AFTER_MS = [20, 100, 300, 600, 1_000];

/**
 * Settlements pass this gate together. A transaction that was overtaken again and again closes it for a moment: an account
 * that is charged without a pause would otherwise never let it through. The number is ours among the advisory locks of a
 * database.
 */
const GATE = 7_326_021;
const CLOSE_GATE = `SELECT pg_advisory_lock(${GATE})`;
const OPEN_GATE = `SELECT pg_advisory_unlock(${GATE})`;

/** How a transaction begins; the second statement names it. */
export const SERIALIZABLE = [
  'BEGIN ISOLATION LEVEL SERIALIZABLE',
  'SELECT pg_current_xact_id()::text AS xid',
] as const;
export const SETTLEMENT = [
  'BEGIN ISOLATION LEVEL READ COMMITTED',
  `SELECT pg_current_xact_id()::text AS xid, pg_advisory_xact_lock_shared(${GATE})`,
] as const;

/** What a transaction does between its beginning and its commit. */
export interface Done<T> {
  value: T;
  /** Statements under way: COMMIT is sent behind them without waiting for their answer. */
  writing?: Promise<unknown>;
}

/**
 * Runs a transaction until it has committed or failed by itself. Where another one was in the way or the connection was
 * lost, and nothing was committed, all of it runs again, so `run` must be safe to repeat.
 * @param run may send statements at once: the beginning is on its way, and they follow it
 * @throws DatabaseUnavailableError, CommitUnknownError, or what `run` throws
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: readonly [string, string],
  run: (client: pg.PoolClient) => Promise<Done<T>>,
): Promise<T> {
  let losses = 0;
  for (let conflicts = 0; ;) {
    try {
      return await once(pool, begin, run, conflicts > CONFLICTS_BEFORE_GATE);
    } catch (error) {
      if (isConflict(error) && conflicts < MAX_CONFLICTS) {
        conflicts += 1;
        await pause(Math.random() * CONFLICT_PAUSE_MS);
        continue;
      }
      if (!isLost(error)) throw error;
      const waitMs = RECONNECT_MS[losses];
      if (waitMs === undefined) throw new DatabaseUnavailableError({ cause: error });
      losses += 1;
      await pause(waitMs);
    }
  }
}

async function once<T>(
  pool: pg.Pool,
  [begin, name]: readonly [string, string],
  run: (client: pg.PoolClient) => Promise<Done<T>>,
  gateClosed: boolean,
): Promise<T> {
  const client = await pool.connect();
  // A connection that is lost between two statements says so here, and again to the next statement.
  client.on('error', ignore);
  let isUsable = false;
  try {
    if (gateClosed) await client.query(CLOSE_GATE);
    const value = await commit(pool, client, begin, name, run);
    isUsable = true;
    return value;
  } catch (error) {
    isUsable = !isLost(error) && (await succeeds(client.query('ROLLBACK')));
    throw error;
  } finally {
    if (gateClosed && isUsable) isUsable = await succeeds(client.query(OPEN_GATE));
    client.removeListener('error', ignore);
    client.release(!isUsable);
  }
}

async function commit<T>(
  pool: pg.Pool,
  client: pg.PoolClient,
  begin: string,
  name: string,
  run: (client: pg.PoolClient) => Promise<Done<T>>,
): Promise<T> {
  const [, named, { value, writing }] = await all([
    client.query(begin),
    client.query<{ xid: string }>(name),
    run(client),
  ]);
  const { xid } = itemAt(named.rows, 0);
  try {
    const [, committed] = await all([writing, client.query('COMMIT')]);
    if (committed.command !== 'COMMIT') throw new Error(`a transaction ended with ${committed.command}`);
  } catch (error) {
    if (!isLost(error)) throw error;
    if (!(await hasCommitted(pool, xid))) throw error;
  }
  return value;
}

/** Whether a transaction whose connection was lost has committed. @throws CommitUnknownError */
async function hasCommitted(pool: pg.Pool, xid: string): Promise<boolean> {
  let cause: unknown;
  for (const waitMs of FATE_ASKED_AFTER_MS) {
    await pause(waitMs);
    try {
      const asked = await pool.query<{ fate: string | null }>('SELECT pg_xact_status($1::xid8) AS fate', [
        xid,
      ]);
      const { fate } = itemAt(asked.rows, 0);
      if (fate === 'committed') return true;
      if (fate === 'aborted') return false;
    } catch (error) {
      cause = error;
      // A number that this database has not given out yet: it lost what it had said, as a replica that was behind does.
      if (!isLost(error)) break;
    }
  }
  throw new CommitUnknownError({ cause });
}

/** All of them, also when one fails, so that nothing is under way any more; then the first error is thrown. */
async function all<T extends readonly unknown[]>(
  promises: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(promises);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  return Promise.all(promises) as Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>;
}

const succeeds = (statement: Promise<unknown>): Promise<boolean> =>
  statement.then(
    () => true,
    () => false,
  );

const ignore = (): void => undefined;
