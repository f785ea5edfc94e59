import type { Tx } from '../database/index.js';
import type { Ids } from '../ids.js';
import { ApiKeyEntity } from './entities.js';

/**
 * What stands where a key's hash stands: no hash ever is this, so nobody can present the key. It is there for what is noted
 * by key: jobs, signed links and rates of a customer who has signed in without one.
 */
const NO_HASH = 'dashboard:';

/** For queries: the keys that a customer knows as keys. */
export const PRESENTABLE_KEYS = `key_hash NOT LIKE '${NO_HASH}%'`;

export const isPresentable = ({ keyHash }: { keyHash: string }): boolean => !keyHash.startsWith(NO_HASH);

/** The id of the account's key for sessions that began with a link; made at the first of them. */
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
