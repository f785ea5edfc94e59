import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../../lib/error-code.js';
import { itemAt } from '../../lib/item-at.js';
import { CommitUnknownError, DatabaseUnavailableError } from '../database.js';
import { isConflict, isLost, short } from './pool.js';

/** Pauses between retries after a lost connection: PostgreSQL restarts in about a second. */
const RECONNECT_MS = [50, 200, 500, 1_000];
/** Most retries after a conflict, with growing pauses. */
const MAX_CONFLICTS = 20;
const FIRST_CONFLICT_PAUSE_MS = 10;
const MAX_CONFLICT_PAUSE_MS = 160;
/**
 * Time after which nothing is retried: the caller gets the error. A single statement without an answer takes less
 * (pool.ts), so that it is retried on another connection.
 */
const PATIENCE_MS = 15_000;
/** Pauses between queries for the outcome of a lost commit. */
const FATE_ASKED_AFTER_MS = [20, 100, 300, 600, 1_000];

/** Begins a transaction that sees and changes the database as if it were alone (PostgreSQL's manual, 13.2.3). */
export const SERIALIZABLE = 'BEGIN ISOLATION LEVEL SERIALIZABLE';
/**
 * Begins a transaction in which each statement sees the data committed by then: for works that first lock the rows they
 * decide on.
 */
export const LOCKING = 'BEGIN ISOLATION LEVEL READ COMMITTED';
/**
 * Begins a transaction that locks accounts. Locks are held for milliseconds: a longer wait means that the holder hangs.
 */
export const LOCKING_ACCOUNTS = `${LOCKING}; SET LOCAL lock_timeout = '300ms'`;
type Begin = typeof SERIALIZABLE | typeof LOCKING | typeof LOCKING_ACCOUNTS;

const OWN_ID = 'SELECT pg_current_xact_id()::text AS xid';

/** Outcome of a transaction's work, before the commit. */
interface Done<T> {
  value: T;
  /** Statements in progress: COMMIT is sent behind them without waiting for their answer. */
  writing?: Promise<unknown> | undefined;
}

/**
 * @param begun wait for it before a write: if the beginning fails, an earlier write would take effect outside of the
 * transaction
 */
type Run<T> = (client: pg.PoolClient, begun: Promise<unknown>) => Promise<Done<T>>;

/**
 * Runs a transaction until it has committed or failed by itself. After a conflict or a lost connection, if nothing was
 * committed, all of it runs again, so `work` must be safe to repeat.
 * @throws DatabaseUnavailableError, CommitUnknownError, any error of `work`
 */
export const inTransaction = <T>(
  pool: pg.Pool,
  begin: Begin,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  untilCommitted(pool, begin, async (client, begun) => {
    await begun;
    return { value: await work(client) };
  });

/**
 * Runs a transaction in two round trips: BEGIN with the reads, then the writes with COMMIT.
 * @param read changes nothing
 * @param write sends its statement, if there is one, and does not wait for the answer
 */
export const inTwoGoes = <State, T>(
  pool: pg.Pool,
  begin: Begin,
  read: (client: pg.PoolClient) => Promise<State>,
  write: (client: pg.PoolClient, state: State) => Done<T>,
): Promise<T> =>
  untilCommitted(pool, begin, async (client, begun) => {
    const [, state] = await all([begun, read(client)]);
    return write(client, state);
  });

/** Retries after a lost connection, so `ask` must be safe to repeat. @throws DatabaseUnavailableError */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const isLate = lateness();
  for (let losses = 0; ; losses++) {
    try {
      return await ask();
    } catch (error) {
      if (!isLost(error)) throw error;
      const waitMs = RECONNECT_MS[losses];
      if (waitMs === undefined || isLate()) throw new DatabaseUnavailableError({ cause: error });
      await pause(waitMs);
    }
  }
}

/** A function that returns whether PATIENCE_MS have passed since this call. */
export function lateness(): () => boolean {
  const startedAt = performance.now();
  return () => performance.now() - startedAt > PATIENCE_MS;
}

async function untilCommitted<T>(pool: pg.Pool, begin: Begin, run: Run<T>): Promise<T> {
  const isLate = lateness();
  let losses = 0;
  for (let conflicts = 0; ;) {
    try {
      return await once(pool, begin, run);
    } catch (error) {
      if (isConflict(error)) {
        if (conflicts === MAX_CONFLICTS) throw new DatabaseUnavailableError({ cause: error });
        const pauseMs = Math.min(MAX_CONFLICT_PAUSE_MS, FIRST_CONFLICT_PAUSE_MS * 2 ** conflicts);
        conflicts += 1;
        await pause(Math.random() * pauseMs);
        continue;
      }
      if (!isLost(error)) throw error;
      const waitMs = RECONNECT_MS[losses];
      if (waitMs === undefined || isLate()) throw new DatabaseUnavailableError({ cause: error });
      losses += 1;
      await pause(waitMs);
    }
  }
}

async function once<T>(pool: pg.Pool, begin: Begin, run: Run<T>): Promise<T> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const life = await lifeOf(client);
    const value = await commit({ pool, client, life }, begin, run);
    isUsable = true;
    return value;
  } catch (error) {
    isUsable = !isLost(error) && (await succeeds(client.query(short('ROLLBACK'))));
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

async function commit<T>(
  { pool, client, life }: { pool: pg.Pool; client: pg.PoolClient; life: string },
  begin: Begin,
  run: Run<T>,
): Promise<T> {
  const begun = client.query(short(begin));
  const [, named, { value, writing }] = await all([
    begun,
    client.query<{ xid: string }>(short(OWN_ID)),
    run(client, begun),
  ]);
  const { xid } = itemAt(named.rows, 0);
  try {
    const [, committed] = await all([writing, client.query(short('COMMIT'))]);
    if (committed.command !== 'COMMIT') throw new Error(`a transaction ended with ${committed.command}`);
  } catch (error) {
    if (!isLost(error)) throw error;
    if (!(await hasCommitted(pool, xid, life))) throw error;
  }
  return value;
}

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
const CURRENT_LIFE = '(SELECT life FROM server_lives)';
const FIND = `SELECT ${CURRENT_LIFE} AS life`;

const BEGIN_LIFE = 'INSERT INTO server_lives DEFAULT VALUES ON CONFLICT DO NOTHING';

/** Cached per connection: no connection outlives a crash. */
const lives = new WeakMap<pg.PoolClient, string>();

/** The incarnation of the server, between two crashes, that a connection was opened in. */
async function lifeOf(client: pg.PoolClient): Promise<string> {
  let life = lives.get(client) ?? null;
  while (life === null) {
    const { rows } = await client.query<{ life: string | null }>(short(FIND));
    life = rows[0]?.life ?? null;
    if (life === null) await client.query(short(BEGIN_LIFE));
  }
  lives.set(client, life);
  return life;
}

/**
 * Whether a transaction that lost its connection has committed.
 * @param life incarnation of the server when the transaction began
 * @throws CommitUnknownError
 */
async function hasCommitted(pool: pg.Pool, xid: string, life: string): Promise<boolean> {
  const isLate = lateness();
  let cause: unknown;
  for (const waitMs of FATE_ASKED_AFTER_MS) {
    if (isLate()) break;
    await pause(waitMs);
    try {
      const asked = await pool.query<{ fate: string | null; isSameLife: boolean | null }>({
        ...short(FATE),
        values: [xid, life],
      });
      const { fate, isSameLife } = itemAt(asked.rows, 0);
      if (fate === 'aborted') return false;
      // After a crash the id may belong to another transaction.
      if (fate === 'committed' && isSameLife !== true) break;
      if (fate === 'committed') return true;
    } catch (error) {
      // An id that is not yet assigned: the crash has lost the transaction that had it.
      if (errorCode(error) === NOT_GIVEN_OUT) return false;
      cause = error;
      if (!isLost(error)) break;
    }
  }
  throw new CommitUnknownError({ cause });
}

const FATE = `SELECT pg_xact_status($1::xid8) AS fate, ${CURRENT_LIFE} = $2 AS "isSameLife"`;
/** SQLSTATE of `pg_xact_status` for an id in the future. */
const NOT_GIVEN_OUT = '22023';

/**
 * Waits for all of them, even after a failure, so that nothing is in progress any more; then throws the first error.
 */
async function all<T extends readonly unknown[]>(
  promises: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(promises);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  return Promise.all(promises);
}

const succeeds = (statement: Promise<unknown>): Promise<boolean> =>
  statement.then(
    () => true,
    () => false,
  );
