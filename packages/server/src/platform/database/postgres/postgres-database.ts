import type pg from 'pg';
import type { EntityManager } from 'typeorm';
import { Turns } from '../../lib/batches.js';
import { errorCode } from '../../lib/error-code.js';
import type { Ask, Reader } from '../ask.js';
import { withRows, type Database, type Settle, type SettledTables, type Tx, type Work } from '../database.js';
import { BlockedAccounts, LockTimeoutError } from './blocked-accounts.js';
import {
  migrate,
  openConnections,
  type Connections,
  type ConnectionsTo,
  type Schema,
} from './data-source.js';
import { prepared } from './pool.js';
import { asking } from './sets.js';
import {
  inTransaction,
  inTwoGoes,
  LOCKING,
  LOCKING_ACCOUNTS,
  patiently,
  SERIALIZABLE,
} from './transaction.js';

export interface PostgresSource extends ConnectionsTo {
  /** Schemas to migrate to their newest step. */
  schemas: readonly Schema[];
}

/**
 * Locks accounts in the order of their ids, so that two transactions for the same accounts never deadlock. Rows that refer to
 * an account may still be written.
 */
const LOCK = 'SELECT id FROM accounts WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE';
/** Finds the accounts that another transaction has locked. */
const FIND_LOCKED = `
  WITH free AS (SELECT id FROM accounts WHERE id = ANY($1::text[]) FOR NO KEY UPDATE SKIP LOCKED)
  SELECT id FROM accounts WHERE id = ANY($1::text[]) AND id NOT IN (SELECT id FROM free)`;
/** SQLSTATE of a lock that was not granted within the lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The accounts that a scope locks. */
export type AccountsOf<Scope> = (scope: Scope) => readonly string[];

/** A database on a PostgreSQL server, shared by any number of processes. */
export class PostgresDatabase implements Database {
  /** Committed data. Never write through it. */
  readonly read: EntityManager;

  /** Reads committed data; concurrent reads share a statement. */
  readonly ask: Ask;

  readonly #turns = new Turns();

  readonly #blocked = new BlockedAccounts(async (accountIds) =>
    (await this.query<{ id: string }>(FIND_LOCKED, [accountIds])).map(({ id }) => id),
  );

  private constructor(private readonly connections: Connections) {
    this.read = connections.manager;
    const reader: Reader = {
      query: (sql, parameters) => patiently(() => this.#rows(connections.pool, sql, parameters)),
    };
    this.ask = asking(reader, setImmediate);
  }

  /** @throws ConfigError when the server can't be reached, is too old, or holds a newer schema */
  static async open(source: PostgresSource): Promise<PostgresDatabase> {
    const connections = await openConnections(source);
    try {
      for (const schema of source.schemas) await migrate(connections, schema);
      return new PostgresDatabase(connections);
    } catch (error) {
      await connections.close();
      throw error;
    }
  }

  get pool(): pg.Pool {
    return this.connections.pool;
  }

  /**
   * Prepared statement; resent if the connection drops, so it must be safe to run twice. Use few different texts: each is
   * prepared once per connection.
   */
  query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return patiently(() => this.#rows<Row[]>(this.connections.pool, sql, parameters));
  }

  /** Runs SERIALIZABLE; retried on conflict. */
  write<T>(work: Work<T>): Promise<T> {
    const { pool, managerOf } = this.connections;
    return inTransaction(pool, SERIALIZABLE, (client) => work(managerOf(client)));
  }

  /** Works under the same advisory lock run one after the other, on all servers. Each sees what those before it committed. */
  writeInTurn<T>(turns: number, work: Work<T>): Promise<T> {
    const { pool, managerOf } = this.connections;
    return inTransaction(pool, LOCKING, async (client) => {
      await client.query(prepared('SELECT pg_advisory_xact_lock($1)', [turns]));
      return work(managerOf(client));
    });
  }

  /** Begins by locking the account, as settlements do, so that frequent charges to the account never starve it. */
  writeFor<T>(accountId: string, work: Work<T>): Promise<T> {
    const { pool, managerOf } = this.connections;
    const locked = () =>
      inTransaction(pool, LOCKING_ACCOUNTS, async (client) => {
        await lock(client, [accountId]);
        return work(managerOf(client));
      });
    return this.#turns.take(accountId, () => this.#blocked.runPatiently(accountId, locked));
  }

  /** Settlements on these tables: locked, read, decided, and written in one statement. */
  defineSettlement<Scope, State, Changes>(
    tables: SettledTables<Scope, State, Changes>,
    accountsOf: AccountsOf<Scope>,
  ): Settle<Scope, State, Changes> {
    return (scope, decide) => {
      const accountIds = accountsOf(scope);
      const settled = () =>
        inTwoGoes(
          this.connections.pool,
          LOCKING_ACCOUNTS,
          async (client) => {
            const reader: Reader = { query: (sql, parameters) => this.#rows(client, sql, parameters) };
            // The reading statements see everything committed by the time the locks are granted.
            const [, state] = await Promise.all([
              lock(client, accountIds),
              tables.read(asking(reader), scope),
            ]);
            return state;
          },
          (client, state) => {
            const { value, changes } = decide(state);
            const statement = oneStatement(tables, changes);
            const writing =
              statement === null ? undefined : client.query(prepared(statement.text, statement.values));
            return { value, writing };
          },
        );
      return this.#blocked.run(accountIds, settled);
    };
  }

  close(): Promise<void> {
    return this.connections.close();
  }

  async #rows<T>(on: pg.Pool | pg.PoolClient, sql: string, parameters: readonly unknown[]): Promise<T> {
    const { rows } = await on.query(prepared(sql, parameters));
    return rows as T;
  }
}

/** @throws LockTimeoutError */
const lock = (client: pg.PoolClient, accountIds: readonly string[]): Promise<unknown> =>
  client.query(prepared(LOCK, [accountIds])).catch((error: unknown) => {
    throw errorCode(error) === LOCK_NOT_AVAILABLE ? new LockTimeoutError() : error;
  });

/** Reads the state of `tables` for a transaction, locked against changes until the transaction ends. */
export async function readIn<Scope, State>(
  tx: Tx,
  tables: Pick<SettledTables<Scope, State, never>, 'read'>,
  accountsOf: AccountsOf<Scope> | null,
  scope: Scope,
): Promise<State> {
  if (accountsOf !== null) await tx.query(LOCK, [accountsOf(scope)]);
  return tables.read(asking(tx), scope);
}

export async function writeIn<Changes>(
  tx: Tx,
  tables: Pick<SettledTables<never, unknown, Changes>, 'statements' | 'rows'>,
  changes: Changes,
): Promise<void> {
  const statement = oneStatement(tables, changes);
  if (statement !== null) await tx.query(statement.text, statement.values);
}

/**
 * The changes as one statement: its parts see the same snapshot, and all happen or none.
 * @returns null if there is nothing to write
 */
function oneStatement<Changes>(
  tables: Pick<SettledTables<never, unknown, Changes>, 'statements' | 'rows'>,
  changes: Changes,
): { text: string; values: string[] } | null {
  const parts = withRows(tables.statements, tables.rows(changes));
  if (parts.length === 0) return null;
  const named = parts.map(({ sql }, index) => `part${index} AS (${sql.replace('?', `$${index + 1}::json`)})`);
  return { text: `WITH ${named.join(', ')} SELECT 1`, values: parts.map(({ rows }) => rows) };
}
