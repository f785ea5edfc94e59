import { EACH, question, type SqliteDatabase } from '../database/sqlite/index.js';
import type { KeyRow, KeyStore, KeyUse } from './key-store.js';

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

const KEYS = question<KeyRow>(
  {
    keyId: 'k.id',
    keyHash: 'k.key_hash',
    mode: 'k.mode',
    accountId: 'a.id',
    status: 'a.status',
    priceCents: 'a.price_cents',
    dailyMisses: 'a.daily_misses',
    singlePerMinute: 'a.single_per_minute',
    bulkPerMinute: 'a.bulk_per_minute',
  },
  // A revoked key is not found, like one that never was: neither takes longer than the other.
  'api_keys k ON k.key_hash = wanted.value AND k.revoked_at IS NULL CROSS JOIN accounts a ON a.id = k.account_id',
);

const WRITE_USES = `
  UPDATE api_keys SET last_used_at = used.used_at
    FROM (SELECT value ->> 0 AS id, value ->> 1 AS used_at FROM ${EACH}) AS used
   WHERE api_keys.id = used.id`;
