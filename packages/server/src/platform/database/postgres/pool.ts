import pg from 'pg';
import { errorCode } from '../../lib/error-code.js';

// Without TypeORM: for processes that only read.

export interface PoolOptions {
  /** Application name in `pg_stat_activity`. */
  name: string;
  /** Most connections at once; 10 by default. */
  max?: number | undefined;
  /** Session settings, as `-c name=value …`. */
  options?: string;
  /** Timeout for an answer. */
  queryTimeoutMs?: number;
}

/** Integers of eight bytes, and their sums. Cents, milliseconds and counts fit a JavaScript number. */
const NUMBERS: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
    NUMBERS.includes(oid) && format !== 'binary'
      ? Number
      : format === 'binary'
        ? pg.types.getTypeParser(oid, format)
        : pg.types.getTypeParser(oid)) as typeof pg.types.getTypeParser,
};

/** Timeout for getting a connection, from a busy pool included. */
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * A process that hangs within a transaction (it is suspended, its machine is gone) loses the transaction and its locks after
 * this time.
 */
const IDLE_IN_TRANSACTION_MS = 3_000;

/** Settings for all connections of this program; `url` was validated by `postgresUrl`. */
export function poolConfig(url: string, { name, max, options, queryTimeoutMs }: PoolOptions): pg.PoolConfig {
  return {
    connectionString: url,
    application_name: name,
    types,
    ...(max !== undefined && { max }),
    ...(options !== undefined && { options }),
    ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_TIMEOUT_MS,
  };
}

/** A pool that survives lost connections: the next query gets a new one. */
export const openPool = (url: string, options: PoolOptions): pg.Pool =>
  bearingLosses(new pg.Pool(poolConfig(url, options)));

/**
 * A lost connection fails the statement that uses it. It also emits an error event, which would end the process without a
 * listener, and may come before the caller has received the connection.
 */
export function bearingLosses(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/**
 * Time after which a short statement counts as lost: the other machine is gone or frozen, and no error will report it. Longer
 * than a hanging process keeps its locks.
 */
const ANSWER_MS = 12_000;

/** Query options that pg accepts and its types lack. */
interface TimedQuery extends pg.QueryConfig {
  query_timeout: number;
}

/** A short statement: if it is not answered in time, it counts as lost, with its connection. */
export const short = (text: string): TimedQuery => ({ text, query_timeout: ANSWER_MS });

/** Statement names by SQL text, so that each connection prepares each text once. There must be few texts. */
const names = new Map<string, string>();

export function prepared(text: string, values: readonly unknown[]): TimedQuery {
  let name = names.get(text);
  if (name === undefined) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return { ...short(text), name, values: [...values] };
}

/**
 * SQLSTATE (PostgreSQL's manual, Appendix A) of conflicts with another transaction: the whole transaction may run again.
 */
const CONFLICTS = ['40001', '40P01', '55P03'];

const LOST = [
  // The administrator or a crash ended the connection, or the server is starting, stopping, or out of connections.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  // A transaction that was idle for too long.
  '25P03',
  // A standby: after a failover the next connection reaches the new primary.
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

/** Messages of pg, without a code, about connections that ended, were not established in time, or do not answer. */
const LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/;

export const isConflict = (error: unknown): boolean => CONFLICTS.includes(errorCode(error) ?? '');

export function isLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isLost);
  const code = errorCode(error);
  if (code !== null && (LOST.includes(code) || code.startsWith('08'))) return true;
  return error instanceof Error && LOST_MESSAGE.test(error.message);
}
