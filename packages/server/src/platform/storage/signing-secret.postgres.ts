import { randomBytes } from 'node:crypto';
import type { PostgresDatabase } from '../database/postgres/index.js';
import { itemAt } from '../lib/item-at.js';
import { SECRET_BYTES } from './signed-links.js';

/** The secret that all servers of a database sign links with; the first one makes it. */
export async function keptSecret(database: PostgresDatabase): Promise<Buffer> {
  await database.query('INSERT INTO signing_secrets (secret) VALUES ($1) ON CONFLICT DO NOTHING', [
    randomBytes(SECRET_BYTES),
  ]);
  return itemAt(await database.query<{ secret: Buffer }>('SELECT secret FROM signing_secrets'), 0).secret;
}
