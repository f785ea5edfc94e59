import type { PostgresDatabase } from '../database/postgres/index.js';
import { openPool, prepared } from '../database/postgres/pool.js';
import { SqlDropStore } from './drop-store.sql.js';
import type { DropStore, SuppressionReads, SuppressionStore } from './suppression-store.js';
import { SqlSuppressionReads, SqlSuppressionStore } from './suppression-store.sql.js';

const each = (place: number): string => `json_array_elements($${place}::json) AS wanted (value)`;

export const postgresSuppressions = (database: PostgresDatabase): SuppressionStore =>
  new SqlSuppressionStore(database, each);

export const postgresDrops = (database: PostgresDatabase): DropStore => new SqlDropStore(database, each);

/** For a process that only asks. */
export function openPostgresSuppressions(url: string): SuppressionReads {
  const pool = openPool(url, { name: 'skiptrace-job', max: 1 });
  const query = async <T>(sql: string, parameters: unknown[]): Promise<T> =>
    (await pool.query(prepared(sql, parameters))).rows as T;
  return new SqlSuppressionReads({ query }, each);
}
