import type { Mode } from './api-key.js';
import type { AccountStatus } from './entities.js';
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
