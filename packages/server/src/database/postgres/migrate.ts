import { ConfigError } from '../../environment.js';
import type { Connections } from './data-source.js';
import { CREATE_SERVER_LIVES } from './server-life.js';

/** One step of a schema. */
export interface Migration {
  /** Increases from step to step. */
  readonly number: number;
  readonly statements: readonly string[];
  /**
   * The oldest step whose programs may still run on the schema after this one. Servers of two versions run at once during
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
 * @throws ConfigError if a newer program has removed something that this one needs
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
