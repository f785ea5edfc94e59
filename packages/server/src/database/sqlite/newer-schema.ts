import path from 'node:path';
import type { DataSource } from 'typeorm';

export const MIGRATIONS_TABLE = 'schema_migrations';

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
export async function refuseForeignSchema(connection: DataSource): Promise<void> {
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
