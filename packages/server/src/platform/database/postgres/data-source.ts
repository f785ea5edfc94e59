import pg from 'pg';
import type { EntityManager, EntitySchema, QueryRunner } from 'typeorm';
import { ConfigError, shownUrl } from '../../environment.js';
import { errorCode } from '../../lib/error-code.js';
import { DataSource, EntityManager as Manager, SnakeCaseColumns } from '../typeorm.js';
import { bearingLosses, isLost, poolConfig, type PoolOptions } from './pool.js';
import { CREATE_SERVER_LIVES } from './transaction.js';

/** The connections of one process to one database: one pool, shared by TypeORM and direct queries. */
export interface Connections {
  readonly pool: pg.Pool;
  /** For committed data. */
  readonly manager: EntityManager;
  /** For the transaction of a client. */
  managerOf(client: pg.PoolClient): EntityManager;
  close(): Promise<void>;
}

/** The oldest tested version of PostgreSQL. */
const OLDEST_VERSION = 15;

export interface ConnectionsTo extends Pick<PoolOptions, 'name' | 'max'> {
  /** As returned by `postgresUrl`. */
  url: string;
  /** Where the operator set it, for messages. */
  urlName?: string | undefined;
  entities: readonly EntitySchema[];
}

/** @throws ConfigError */
export async function openConnections({
  url,
  urlName = 'DATABASE_URL',
  name,
  max,
  entities,
}: ConnectionsTo): Promise<Connections> {
  // Pipelining: code that doesn't wait for an answer sends its next statement at once.
  const config = { ...poolConfig(url, { name, max }), pipeline: true };
  const driver = {
    ...pg,
    // TypeORM creates the pool, with these settings.
    Pool: class extends pg.Pool {
      constructor() {
        super(config);
        bearingLosses(this);
      }
    },
  };
  const source = new DataSource({
    type: 'postgres',
    driver,
    url,
    entities: [...entities],
    synchronize: false,
    installExtensions: false,
    namingStrategy: new SnakeCaseColumns(),
    poolErrorHandler: () => undefined,
    logging: false,
  });
  try {
    await source.initialize();
  } catch (error) {
    throw unreachable(url, urlName, error);
  }
  const { driver: made } = source;
  if (!('master' in made && made.master instanceof pg.Pool)) throw new Error('TypeORM made no pool');
  const pool = made.master;
  const close = () => source.destroy();
  const found = await pool.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version",
  );
  const version = found.rows[0]?.version ?? 0;
  if (version < OLDEST_VERSION) {
    await close();
    throw new ConfigError(`${shownUrl(url)} is PostgreSQL ${version}. At least ${OLDEST_VERSION} is needed.`);
  }
  return {
    pool,
    manager: new DirectManager(source, undefined, pool),
    managerOf: (client) => new DirectManager(source, runnerOn(source, client), client),
    close,
  };
}

/** TypeORM's manager, except that plain statements go straight to pg and return their rows. */
class DirectManager extends Manager {
  readonly #client: pg.Pool | pg.PoolClient;

  constructor(source: DataSource, runner: QueryRunner | undefined, client: pg.Pool | pg.PoolClient) {
    super(source, runner);
    this.#client = client;
  }

  override async query<T>(sql: string, parameters?: unknown[]): Promise<T> {
    const { rows } = await this.#client.query(sql, parameters);
    return rows as T;
  }
}

/** TypeORM's query runner on an existing client, which it must not begin, commit or release. */
function runnerOn(source: DataSource, client: pg.PoolClient): QueryRunner {
  return Object.assign(source.createQueryRunner(), {
    connect: () => Promise.resolve(client),
    isTransactionActive: true,
  });
}

/** Why a database can't be opened, as a sentence without the password. */
function unreachable(url: string, urlName: string, error: unknown): unknown {
  const known = reasonOf(error) ?? (isLost(error) ? 'nothing answers there' : null);
  if (known === null) return error;
  return new ConfigError(`Can't use the database ${shownUrl(url)}: ${known}. Check ${urlName}.`);
}

function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // The driver gives this error no code.
  if (error.message.includes('does not support SSL'))
    return 'it speaks no TLS, which sslmode in the URL asks for';
  const code = errorCode(error);
  if (code === 'ENOENT')
    return `a file that the URL names is not there (${error.message.replace(/^ENOENT[^']*/, '')})`;
  if (code !== null && /CERT|ERR_TLS/.test(code))
    return `its certificate is not trusted (${code}): name the authority with sslrootcert=/path/to/ca.pem`;
  return (code === null ? undefined : REASONS[code]) ?? null;
}

const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not connect from here, or not without TLS (sslmode=verify-full)',
  '3D000': 'there is no database of that name',
  '42501': 'this user may not create tables there',
  '53300': 'it has no more connections (lower DATABASE_POOL, or raise max_connections)',
  '57P03': 'it is starting up or shutting down',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
};

/** One step of a schema. */
export interface Migration {
  /** Increases from step to step. */
  readonly number: number;
  readonly statements: readonly string[];
  /**
   * The oldest step with programs that may still run on the schema after this one. Servers of two versions run at once during
   * an upgrade, so a step only adds, and removes only what the previous version no longer uses.
   */
  readonly servesFrom: number;
}

/** Name of a schema within its database, and its migrations in order. */
export interface Schema {
  name: string;
  migrations: readonly Migration[];
}

/** This program's advisory lock for migrations. */
const MIGRATING = 7_326_022;

/**
 * Migrates a schema to its newest step. The first process to start does it; the others wait, and find it done. Each step is
 * a transaction.
 * @throws ConfigError if a newer program has removed something that this one needs, or if a step is not known any more
 */
export async function migrate(
  { pool }: Pick<Connections, 'pool'>,
  { name, migrations }: Schema,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(${MIGRATING})`);
    await client.query(CREATE_TABLE);
    await client.query(CREATE_SERVER_LIVES);
    const done = await client.query<{ number: number; servesFrom: number }>(DONE, [name]);
    const newest = Math.max(0, ...migrations.map(({ number }) => number));
    if (done.rows.some(({ servesFrom }) => servesFrom > newest)) {
      throw new ConfigError(
        'The database was changed by a newer skiptrace-server, which this version can no longer share it with. ' +
          'Run that version, or restore a backup that was made before the upgrade.',
      );
    }
    const known = new Set(migrations.map(({ number }) => number));
    if (done.rows.some(({ number }) => number < newest && !known.has(number))) {
      throw new ConfigError(
        `The database of "${name}" was made by an earlier skiptrace-server, from before the first release, and can't be converted. ` +
          'Run the commit that made it, or begin with an empty database.',
      );
    }
    const numbers = new Set(done.rows.map(({ number }) => number));
    for (const { number, statements, servesFrom } of migrations) {
      if (numbers.has(number)) continue;
      await client.query('BEGIN');
      for (const statement of statements) await client.query(statement);
      await client.query(INSERT, [name, number, servesFrom]);
      await client.query('COMMIT');
    }
  } finally {
    // Closing the connection releases the lock, and rolls back a failed step.
    client.release(true);
  }
}

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    schema_name TEXT NOT NULL,
    number INTEGER NOT NULL,
    serves_from INTEGER NOT NULL,
    PRIMARY KEY (schema_name, number)
  )`;

const DONE = 'SELECT number, serves_from AS "servesFrom" FROM schema_migrations WHERE schema_name = $1';

const INSERT = 'INSERT INTO schema_migrations (schema_name, number, serves_from) VALUES ($1, $2, $3)';
