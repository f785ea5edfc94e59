import { EACH, type SqliteDatabase } from '../../platform/database/sqlite/index.js';
import { KEYS, type KeyRow, type KeyStore, type KeyUse } from './key-store.js';

export class SqliteKeyStore implements KeyStore {
  constructor(private readonly database: SqliteDatabase) {}

  byHash(keyHashes: readonly string[]): Promise<ReadonlyMap<string, KeyRow>> {
    return this.database.ask(KEYS, keyHashes);
  }

  async noteUses(uses: readonly KeyUse[]): Promise<void> {
    const rows = JSON.stringify(uses.map(({ keyId, usedAt }) => [keyId, usedAt]));
    await this.database.write((tx) => tx.query(WRITE_USES, [rows]));
  }
}

const WRITE_USES = `
  UPDATE api_keys SET last_used_at = used.used_at
    FROM (SELECT value ->> 0 AS id, value ->> 1 AS used_at FROM ${EACH}) AS used
   WHERE api_keys.id = used.id AND (last_used_at IS NULL OR last_used_at < used.used_at)`;
