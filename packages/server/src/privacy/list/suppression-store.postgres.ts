import type { PostgresDatabase } from '../../platform/database/postgres/index.js';
import { SqlDropStore } from './drop-store.sql.js';
import type { DropStore, SuppressionStore } from './suppression-store.js';
import { SqlSuppressionStore } from './suppression-store.sql.js';

const each = (place: number): string => `json_array_elements($${place}::json) AS wanted (value)`;

export const postgresSuppressions = (database: PostgresDatabase): SuppressionStore =>
  new SqlSuppressionStore(database, each);

export const postgresDrops = (database: PostgresDatabase): DropStore => new SqlDropStore(database, each);
