import type { Tx } from '../database/index.js';
import type { Ids } from '../ids.js';
import { ApiKeyEntity } from './entities.js';

/**
 * The account's key without a secret: its `key_hash` is this and the account's id, which no SHA-256 can equal, so no secret can sign
 * in with it. What is booked by key stands on it for sessions that began with a link: jobs, signed links and rates.
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

/** Ends the links to files that sessions by link were given; the next such session makes another key. */
export async function retireDashboardKey(tx: Tx, accountId: string, now: number): Promise<void> {
  const key = await tx.findOneBy(ApiKeyEntity, { keyHash: NO_HASH + accountId });
  if (key === null) return;
  await tx.update(ApiKeyEntity, { id: key.id }, { keyHash: `${key.keyHash}:${key.id}`, revokedAt: now });
}
