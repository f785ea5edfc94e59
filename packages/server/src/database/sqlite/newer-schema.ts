import path from 'node:path';
import type { DataSource } from 'typeorm';

export const MIGRATIONS_TABLE = 'schema_migrations';

/** The file was written by a newer program: this one would misread it, so it does not touch it. */
export class NewerSchemaError extends Error {
  readonly code = 'newer_schema';

  constructor(file: string) {
    super(
      `${path.basename(file)} was written by a newer skiptrace-server. Run that version, or restore a backup ` +
        'that was made before the upgrade.',
    );
  }
}

/** @throws NewerSchemaError when the file went through a migration that this program does not have */
export async function refuseNewerSchema(connection: DataSource): Promise<void> {
  const tables = await connection.query<unknown[]>('SELECT 1 FROM sqlite_master WHERE name = ?', [
    MIGRATIONS_TABLE,
  ]);
  if (tables.length === 0) return;
  const applied = await connection.query<{ name: string }[]>(`SELECT name FROM ${MIGRATIONS_TABLE}`);
  const known = new Set(connection.migrations.map(({ name }) => name));
  if (applied.some(({ name }) => !known.has(name)))
    throw new NewerSchemaError(String(connection.options.database));
}
