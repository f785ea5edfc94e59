import { hash, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../platform/database/index.js';
import type { Ids } from '../../platform/ids.js';
import { ApiKeyEntity, type Mode } from './entities.js';

const PREFIXES: Record<Mode, string> = { live: 'pc_', test: 'pc_test_' };
/** 40 of 62 letters: 238 bits, so that a fast hash is enough to store it. */
const RANDOM_LENGTH = 40;
const API_KEY = /^pc_(?:test_)?[0-9A-Za-z]{32,128}$/;

export const newApiKey = (ids: Ids, mode: Mode): string => PREFIXES[mode] + ids.base62(RANDOM_LENGTH);

/** Whether a text has the format of an API key. */
export const looksLikeApiKey = (text: string): boolean => API_KEY.test(text);

/** 43 of 62 letters: 256 bits, so that a fast hash is enough to store it. */
export const TOKEN_LENGTH = 43;

/** SHA-256, hex: stored instead of an API key, a session or link token, and an attempt to use a link. */
export const hashOf = (token: string): string => hash('sha256', token, 'hex');

/** Compares two stored hashes in constant time. */
export const sameHash = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Prefix of `key_hash` of the account's key without a secret; the account's id follows. No SHA-256 can equal it, so no secret can
 * sign in with this key. Sessions that began with a link use it wherever a key is recorded: jobs, signed links and rates.
 */
const NO_HASH = 'dashboard:';

/** SQL condition for the keys that customers see in their list of keys. */
export const PRESENTABLE_KEYS = `key_hash NOT LIKE '${NO_HASH}%'`;

export const isPresentable = ({ keyHash }: { keyHash: string }): boolean => !keyHash.startsWith(NO_HASH);

/** The id of the account's key for sessions that began with a link; created at the first such session. */
export async function dashboardKey(
  tx: Tx,
  accountId: string,
  { now, ids }: { now: number; ids: Ids },
): Promise<string> {
  const keyHash = NO_HASH + accountId;
  const row = {
    id: ids.uuid(),
    accountId,
    mode: 'live',
    label: null,
    keyHash,
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
  } as const;
  await tx.createQueryBuilder().insert().into(ApiKeyEntity).values(row).orIgnore().execute();
  const { id } = await tx.findOneByOrFail(ApiKeyEntity, { keyHash });
  return id;
}

/** Revokes the links to files that were given to sessions by link; the next such session creates another key. */
export async function retireDashboardKey(tx: Tx, accountId: string, now: number): Promise<void> {
  const key = await tx.findOneBy(ApiKeyEntity, { keyHash: NO_HASH + accountId });
  if (key === null) return;
  await tx.update(ApiKeyEntity, { id: key.id }, { keyHash: `${key.keyHash}:${key.id}`, revokedAt: now });
}
