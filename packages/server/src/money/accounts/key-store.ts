import { question } from '../../platform/database/index.js';
import type { AccountStatus, Mode } from './entities.js';
import type { StoredTerms } from './terms.js';

/** A key that is not revoked, and its account. */
export interface KeyRow extends StoredTerms {
  keyId: string;
  keyHash: string;
  mode: Mode;
  accountId: string;
  status: AccountStatus;
  closedAt: number | null;
  /** Version of the terms of use that the account accepted last. */
  termsVersion: string | null;
}

export interface KeyUse {
  keyId: string;
  /** Milliseconds since the epoch. */
  usedAt: number;
}

/** Key data that authentication needs. */
export interface KeyStore {
  /** Keys by the hash they are stored under. Revoked keys are missing, like unknown ones. */
  byHash(keyHashes: readonly string[]): Promise<ReadonlyMap<string, KeyRow>>;

  /** Writes the last use of keys. A later use, perhaps written by another server, is kept. */
  noteUses(uses: readonly KeyUse[]): Promise<void>;
}

/** Keys by their hash. */
export const KEYS = question<KeyRow>(
  {
    keyId: 'k.id',
    keyHash: 'k.key_hash',
    mode: 'k.mode',
    accountId: 'a.id',
    status: 'a.status',
    closedAt: 'a.closed_at',
    termsVersion: 'a.terms_version',
    priceCents: 'a.price_cents',
    dailyMisses: 'a.daily_misses',
    singlePerMinute: 'a.single_per_minute',
    bulkPerMinute: 'a.bulk_per_minute',
    freeRepeatDays: 'a.free_repeat_days',
    savedLookupDays: 'a.saved_lookup_days',
    propertySecret: 'a.property_secret',
  },
  // A revoked key is missing, like an unknown one, so that both take equally long.
  'api_keys k ON k.key_hash = wanted.value AND k.revoked_at IS NULL JOIN accounts a ON a.id = k.account_id',
);
