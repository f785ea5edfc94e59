import pg from 'pg';

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

/** How long to wait for a connection, a busy pool included. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A process that stops within a transaction (it is suspended, its machine is gone) loses it, and its locks, after this time. */
const IDLE_IN_TRANSACTION_MS = 3_000;

export interface PoolOptions {
  /** Which program this is in `pg_stat_activity`. */
  name: string;
  /** How many connections at once; 10 by default. */
  max?: number | undefined;
  /** Settings of its sessions, as `-c name=value …`. */
  options?: string;
  /** An answer that takes longer is given up. */
  queryTimeoutMs?: number;
}

/** How all our connections are made; `url` is one that `postgresUrl` has read. */
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

/** A pool whose connections may be lost: the next query gets a new one. */
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
 * A short statement that is not answered by then is never answered: the other machine is gone or frozen, and no error will
 * say so. Longer than a process that stands still keeps its locks.
 */
const ANSWER_MS = 12_000;

/** Query options that pg accepts and its types lack. */
interface TimedQuery extends pg.QueryConfig {
  query_timeout: number;
}

/** A statement that counts as lost, with its connection, when it is not answered for long. */
export const short = (text: string): TimedQuery => ({ text, query_timeout: ANSWER_MS });

/** Names of statements by their text, so that each connection prepares them once. There must be few texts. */
const names = new Map<string, string>();

export function prepared(text: string, values: readonly unknown[]): TimedQuery {
  let name = names.get(text);
  if (name === undefined) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return { ...short(text), name, values: [...values] };
}
