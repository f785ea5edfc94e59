import type { Tx } from '../database/index.js';
import type { Ids } from '../ids.js';
import { ApiKeyEntity } from './entities.js';

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
