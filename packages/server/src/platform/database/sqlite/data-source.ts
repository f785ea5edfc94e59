import { chmod } from 'node:fs/promises';
import path from 'node:path';
import sqlite3 from 'sqlite3';
import type { EntitySchema, MigrationInterface, QueryRunner } from 'typeorm';
import { errorCode } from '../../lib/error-code.js';
import { DataSource, EntityManager, SnakeCaseColumns } from '../typeorm.js';
import { PreparedConnection } from './open-file.js';

/** One step of a schema. */
export interface Migration {
  /** Ends with its number, as 13 digits: TypeORM orders migrations by them and stores the name of each that was done. */
  readonly name: string;
  readonly statements: readonly string[];
}

export interface SqliteFile {
  path: string;
  entities: readonly EntitySchema[];
  migrations: readonly Migration[];
  /**
   * Where a unit of work stores the undo data of a failing statement. `files`: SQLite creates files in the system's
   * temporary folder beyond 16 pages; for imports, which touch more than fits in memory. `memory`: for lookups, which
   * touch as many pages when they commit together; each commit would otherwise wait for a file to be created and
   * removed.
   */
  undo: 'memory' | 'files';
}

const MIGRATIONS_TABLE = 'schema_migrations';
/** Time a statement waits for another process's lock: operator commands write while the server runs. */
const BUSY_TIMEOUT_MS = 10_000;

// TypeORM always calls the driver's `verbose()`, which records a stack trace for every statement; this one doesn't.
const preparing = { ...sqlite3, Database: PreparedConnection };
const driver = { ...preparing, verbose: () => preparing };

/** Opens one connection. TypeORM has a single connection per SQLite data source, so each is a separate data source. */
export async function openConnection(file: SqliteFile): Promise<DataSource> {
  const connection = new DataSource({
    type: 'sqlite',
    driver,
    database: file.path,
    entities: [...file.entities],
    migrations: file.migrations.map(forTypeorm),
    migrationsTableName: MIGRATIONS_TABLE,
    synchronize: false,
    namingStrategy: new SnakeCaseColumns(),
    enableWAL: true,
    busyTimeout: BUSY_TIMEOUT_MS,
    logging: false,
  });
  await connection.initialize();
  // FULL: a commit is on the disk before any request is answered (the default of WAL files is NORMAL in some builds).
  await connection.query('PRAGMA synchronous = FULL');
  return connection;
}

const forTypeorm = ({ name, statements }: Migration): new () => MigrationInterface =>
  class {
    name = name;

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements) await runner.query(statement);
    }

    down(): Promise<void> {
      return Promise.reject(new Error('a later migration mends an earlier one'));
    }
  };

/**
 * Migrates the file to the newest schema. One process at a time: the lock is taken before pending migrations are read.
 */
export async function migrate(connection: DataSource): Promise<void> {
  await connection.query('BEGIN IMMEDIATE');
  try {
    await refuseForeignSchema(connection);
    await connection.runMigrations({ transaction: 'none' });
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  }
}

/** The file was written by a newer program: this one would misread it, so it leaves the file alone. */
class NewerSchemaError extends Error {
  readonly code = 'newer_schema';

  constructor(file: string) {
    super(
      `${path.basename(file)} was written by a newer skiptrace-server. Run that version, or restore a backup ` +
        'that was made before the upgrade.',
    );
  }
}

/** The file was written before the first release, by migrations that no longer exist. Nothing converts it. */
class UnreleasedSchemaError extends Error {
  readonly code = 'unreleased_schema';

  constructor(file: string) {
    super(
      `${path.basename(file)} was written by an earlier skiptrace-server, from before the first release, and can't be ` +
        'converted. Run the commit that made it, or begin with an empty data directory.',
    );
  }
}

/**
 * Refuses a file with a migration that this program does not know.
 * @throws NewerSchemaError, UnreleasedSchemaError
 */
async function refuseForeignSchema(connection: DataSource): Promise<void> {
  const tables = await connection.query<unknown[]>('SELECT 1 FROM sqlite_master WHERE name = ?', [
    MIGRATIONS_TABLE,
  ]);
  if (tables.length === 0) return;
  const applied = await connection.query<{ name: string }[]>(`SELECT name FROM ${MIGRATIONS_TABLE}`);
  const known = new Set(connection.migrations.map(({ name }) => String(name)));
  const foreign = applied.map(({ name }) => name).filter((name) => !known.has(name));
  if (foreign.length === 0) return;
  const newestKnown = Math.max(...[...known].map(timestampOf));
  const file = String(connection.options.database);
  throw foreign.some((name) => timestampOf(name) > newestKnown)
    ? new NewerSchemaError(file)
    : new UnreleasedSchemaError(file);
}

/** The milliseconds at the end of a migration's name, by which migrations are ordered. */
const timestampOf = (name: string): number => Number(/\d{13}$/.exec(name)?.[0] ?? Number.NaN);

/** The database file and its companions hold people's data: readable only by the owner. */
export async function restrictToOwner(file: string): Promise<void> {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    await chmod(name, 0o600).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }
}

/**
 * TypeORM's manager, except that plain statements go straight to the connection: through TypeORM each would create a
 * query runner, five promises and a broadcast, which cost more than most statements do.
 */
class DirectManager extends EntityManager {
  readonly #statements: PreparedConnection;

  constructor(connection: DataSource, statements: PreparedConnection) {
    super(connection);
    this.#statements = statements;
  }

  override query<T>(sql: string, parameters?: unknown[]): Promise<T> {
    return this.#statements.query<T>(sql, parameters);
  }
}

/** The manager of an open connection. */
export function directManager(connection: DataSource): EntityManager {
  const { driver } = connection;
  if (!('databaseConnection' in driver) || !(driver.databaseConnection instanceof PreparedConnection)) {
    throw new Error('the connection is not a PreparedConnection');
  }
  return new DirectManager(connection, driver.databaseConnection);
}
