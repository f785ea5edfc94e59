import { question } from '../database/index.js';
import type { KeyRow } from './key-store.js';

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
