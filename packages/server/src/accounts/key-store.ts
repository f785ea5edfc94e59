import type { Mode } from './api-key.js';
import type { AccountStatus } from './entities.js';
import type { StoredTerms } from './terms.js';

/** A key that was not revoked, and its account. */
export interface KeyRow extends StoredTerms {
  keyId: string;
  keyHash: string;
  mode: Mode;
  accountId: string;
  status: AccountStatus;
  closedAt: number | null;
  /** Terms of use that the account accepted last. */
  termsVersion: string | null;
}

export interface KeyUse {
  keyId: string;
  /** Milliseconds since the epoch. */
  usedAt: number;
}

/** Key data that authentication needs. */
export interface KeyStore {
  /** Keys by the hash they are stored under. A revoked key is missing, like one that never was. */
  byHash(keyHashes: readonly string[]): Promise<ReadonlyMap<string, KeyRow>>;

  /** Writes the last use of keys. A later use, perhaps written by another server, is kept. */
  noteUses(uses: readonly KeyUse[]): Promise<void>;
}
