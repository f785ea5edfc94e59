// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

const OWNERS = [
  'Address,City,State,Zip,First Name,Last Name,Mobile-1,Email',
  '1 Elm St,Dayton,OH,45402,Ann,Able,5552010101,ann@example.com',
  '2 Elm St,Dayton,OH,45402,Ben,Best,5552010102,ben@example.com',
  '3 Elm St,Dayton,OH,45402,Cat,Cole,,cat@example.com',
].join('\n');
const at = (street: string) => ({ address: street, city: 'Dayton', state: 'OH', zip: '45402' });
const [WITH_PHONE, ALSO, WITHOUT, NO_OWNER] = ['1 Elm St', '2 Elm St', '3 Elm St', '9 Elm St'].map(at);
const WHY = { reason: 'asked', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
const MISTAKE = { reason: 'a mistake', by: 'test', actor: 'command:test' };

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ sandbox: false });
  await server.importOwners(OWNERS);
});
afterAll(() => server.close());

/** A customer, with helpers that return amounts in cents. */
async function customer(freeRepeatDays = 0) {
  const { accountId, apiKey: key } = await server.createAccount(1_000);
  await server.service.accounts.change(accountId, { terms: { freeRepeatDays } });
  const bulk = (addresses: readonly unknown[], options: { requirePhone?: boolean } = {}, once?: string) =>
    server.call('skipTraceBulk', {
      key,
      json: { addresses, ...options },
      ...(once !== undefined && { headers: { 'idempotency-key': once } }),
    });
  return {
    bulk,
    charged: async (...asked: Parameters<typeof bulk>) =>
      ((await bulk(...asked)).json['results'] as { found: boolean; charged: number }[]).map(
        ({ found, charged }) => [found, charged],
      ),
    spent: async () => 1_000 - (await server.service.billing.balanceCents(accountId)),
    account: async () => (await server.call('getAccount', { key })).json,
  };
}

const ONLY = { requirePhone: true };

describe('a bulk that wants matches with a phone alone', () => {
  it('answers all others as a miss, which costs nothing and does not count toward the daily cap', async () => {
    const { charged, spent, account } = await customer();
    expect(await account()).toMatchObject({ offers: ['requirePhone'] });
    expect(await charged([WITH_PHONE, WITHOUT, NO_OWNER], ONLY)).toEqual([
      [true, 4],
      [false, 0],
      [false, 0],
    ]);
    expect(await spent()).toBe(4);
    expect(await account()).toMatchObject({ dailyMisses: { used: 1 } });
    expect(await charged([WITHOUT], { requirePhone: false })).toEqual([[true, 4]]);
  });

  it('ignores a phone that may not be disclosed', async () => {
    const { charged, spent } = await customer();
    const { ids } = await server.service.suppressions.add([{ kind: 'phone', phone: '5552010102' }], WHY);
    expect(await charged([ALSO], ONLY)).toEqual([[false, 0]]);
    expect(await charged([ALSO])).toEqual([[true, 4]]);
    await server.service.suppressions.lift(ids[0] ?? '', MISTAKE);
    expect(await charged([ALSO], ONLY)).toEqual([[true, 4]]);
    expect(await spent()).toBe(8);
  });

  it('is a different request from one without the option, under the same key', async () => {
    const { bulk, spent } = await customer();
    await bulk([WITHOUT], ONLY, 'one');
    expect((await bulk([WITHOUT], {}, 'one')).status).toBe(400);
    expect((await bulk([WITHOUT], ONLY, 'one')).json).toMatchObject({ matched: 0, totalCharged: 0 });
    expect(await spent()).toBe(0);
  });

  it('refunds once what a replay can’t return any more', async () => {
    const { bulk, spent } = await customer(30);
    const ask = () => bulk([WITH_PHONE, ALSO], ONLY, 'two');
    expect((await ask()).json).toMatchObject({ matched: 2, totalCharged: 8 });
    const { ids } = await server.service.suppressions.add([{ kind: 'phone', phone: '5552010101' }], WHY);
    for (let time = 0; time < 2; time++) {
      expect((await ask()).json).toMatchObject({ matched: 1, totalCharged: 4 });
      expect(await spent()).toBe(4);
    }
    await server.service.suppressions.lift(ids[0] ?? '', MISTAKE);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('neither begins nor ends a free term for owners it did not return', async () => {
    const { charged, spent } = await customer(30);
    expect(await charged([WITHOUT], ONLY)).toEqual([[false, 0]]);
    expect(await charged([WITHOUT])).toEqual([[true, 4]]);
    expect(await charged([WITHOUT, WITH_PHONE], ONLY)).toEqual([
      [false, 0],
      [true, 4],
    ]);
    expect(await charged([WITHOUT, WITH_PHONE])).toEqual([
      [true, 0],
      [true, 0],
    ]);
    expect(await spent()).toBe(8);
  });
});
