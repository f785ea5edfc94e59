import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { hashOf } from './api-key.js';

describe.each(engines)('keys on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  beforeEach(async () => {
    parts = await temporaryBilling(0, engine);
  });
  afterEach(() => parts.remove());

  const create = () => parts.database.write((tx) => parts.accounts.createKey(tx, parts.accountId));

  it('are found by their hash until they are revoked', async () => {
    const { accountId, accounts, keys } = parts;
    const [one, two] = [await create(), await create()];
    const [hashOfOne, hashOfTwo] = [hashOf(one.apiKey), hashOf(two.apiKey)];
    await accounts.revokeKey(two.keyId);
    const found = await keys.byHash([hashOfOne, hashOfTwo, 'unknown']);
    expect([...found.keys()]).toEqual([hashOfOne]);
    expect(found.get(hashOfOne)).toMatchObject({
      accountId,
      keyId: one.keyId,
      mode: 'live',
      status: 'active',
    });
  });

  it('show when they were used last', async () => {
    const { keyId } = await create();
    for (const usedAt of [5, 9, 7]) await parts.keys.noteUses([{ keyId, usedAt }]);
    expect((await parts.accounts.listKeys(parts.accountId))[0]?.lastUsedAt).toBe(9);
  });
});
