import { chmod } from 'node:fs/promises';
import sqlite3 from 'sqlite3';
import type { EntitySchema, MigrationInterface, QueryRunner } from 'typeorm';
import { MIGRATIONS_TABLE, refuseForeignSchema } from './newer-schema.js';
import { SnakeCaseColumns } from '../naming.js';
import { PreparedConnection } from './prepared-connection.js';
import { DataSource } from '../typeorm.js';
import { errorCode } from '../../lib/error-code.js';

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

/** The database file and its companions hold people's data: readable only by the owner. */
export async function restrictToOwner(file: string): Promise<void> {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    await chmod(name, 0o600).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }
}
