import type { PostgresDatabase } from '../../platform/database/postgres/index.js';
import { KEYS, type KeyRow, type KeyStore, type KeyUse } from './key-store.js';

export class PostgresKeyStore implements KeyStore {
  constructor(private readonly database: PostgresDatabase) {}

  byHash(keyHashes: readonly string[]): Promise<ReadonlyMap<string, KeyRow>> {
    return this.database.ask(KEYS, keyHashes);
  }

  async noteUses(uses: readonly KeyUse[]): Promise<void> {
    // Sorted by id: two servers that update the same keys in different orders could deadlock.
    const sorted = [...uses].sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
    await this.database.query(WRITE_USES, [
      sorted.map(({ keyId }) => keyId),
      sorted.map(({ usedAt }) => usedAt),
    ]);
  }
}

const WRITE_USES = `
  UPDATE api_keys SET last_used_at = used.used_at
    FROM unnest($1::text[], $2::bigint[]) AS used (id, used_at)
   WHERE api_keys.id = used.id AND (last_used_at IS NULL OR last_used_at < used.used_at)`;
