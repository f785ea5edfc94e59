import type { OwnerSource } from '../owner-source.js';
import type { OwnerIndex } from './owner-index.js';

/** Opens the index for a process that only matches. Doesn't load the driver of the other engine. */
export async function openOwnerIndex(source: OwnerSource): Promise<OwnerIndex> {
  if (source.engine === 'sqlite') {
    const { openSqliteOwnerIndex } = await import('./owner-index.sqlite.js');
    return openSqliteOwnerIndex(source.path);
  }
  const { openPostgresOwnerIndex } = await import('./owner-index.postgres.js');
  return openPostgresOwnerIndex(source);
}
