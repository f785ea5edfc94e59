import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { findAccounts } from './accounts.js';

describe.each(engines)('accounts on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  beforeEach(async () => {
    parts = await temporaryBilling(0, engine);
  });
  afterEach(() => parts.remove());

  const create = async (name: string, email: string | null = null) => {
    parts.clock.ms += 1;
    return (await parts.database.write((tx) => parts.accounts.create(tx, { name, email }))).id;
  };
  const names = async (search: string) =>
    (await findAccounts(parts.database, { search, limit: 50 })).rows.map(({ name }) => name);

  it('are listed newest first, page by page, though others are made meanwhile', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await create(name);
    const first = await findAccounts(parts.database, { limit: 2 });
    expect(first.rows.map(({ name }) => name)).toEqual(['D', 'C']);
    await create('E');
    const second = await findAccounts(parts.database, { cursor: first.nextCursor ?? '', limit: 2 });
    expect(second.rows.map(({ name }) => name)).toEqual(['B', 'A']);
    const third = await findAccounts(parts.database, { cursor: second.nextCursor ?? '', limit: 2 });
    expect([third.rows.map(({ name }) => name), third.nextCursor]).toEqual([['Test'], null]);
  });

  it('of the same moment are each on one page', async () => {
    await parts.database.write(async (tx) => {
      for (const name of ['A', 'B', 'C']) await parts.accounts.create(tx, { name, email: null });
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await findAccounts(parts.database, { cursor, limit: 1 });
      seen.push(...page.rows.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.sort()).toEqual(['A', 'B', 'C', 'Test']);
  });

  it('are found by a part of the name or email in any case, and by the whole id', async () => {
    const acme = await create('Acme Homes', 'Jo@acme.example');
    await create('Bolt');
    expect(await names(' acme h ')).toEqual(['Acme Homes']);
    expect(await names('JO@')).toEqual(['Acme Homes']);
    expect(await names(acme.toUpperCase())).toEqual(['Acme Homes']);
    expect(await names(acme.slice(0, 8))).toEqual([]);
  });

  it('are searched for the text as typed: pattern characters have no special meaning', async () => {
    await create('100% Homes');
    await create('100 Homes');
    await create('under_score');
    await create('back\\slash');
    expect(await names('0%')).toEqual(['100% Homes']);
    expect(await names('r_s')).toEqual(['under_score']);
    expect(await names('d_r')).toEqual([]);
    expect(await names('k\\s')).toEqual(['back\\slash']);
    expect(await names("' OR 1=1 --\0")).toEqual([]);
  });

  it('have no page under a cursor that was made up', async () => {
    for (const cursor of ['', 'x', '1', '1.', "1.'", '9999999999999999999.a']) {
      await expect(findAccounts(parts.database, { cursor, limit: 1 })).rejects.toMatchObject({
        code: 'invalid_cursor',
      });
    }
  });
});
