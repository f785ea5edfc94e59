import { describe, expect, it } from 'vitest';
import { failure, setup } from './testing/harness.js';
import { contractAnswer, htmlPage, reply, unauthorized } from './testing/index.js';

it('returns the owner of the key, the balance and the price of a match', async () => {
  const { client } = await setup();
  expect(await client.account()).toMatchObject({
    mode: 'live',
    balanceCents: 100_000,
    pricePerMatchCents: 4,
  });
});

it('says so if a server does not offer it', async () => {
  const { client, server } = await setup();
  server.script('getAccount', htmlPage(404));
  expect(await failure(client.account())).toMatchObject({
    code: 'not_offered',
    status: 404,
    mayHaveBeenCharged: false,
  });
});

it('is asked for the price before a bulk with a budget sends anything', async () => {
  const { client, server } = await setup();
  server.service.priceCents = 30;
  const result = await client.bulk(['1 A St', '2 B St', '3 C St'], { budgetCents: 70, chunkSize: 1 });
  expect(result).toMatchObject({ chargedCents: 60, stoppedBy: { code: 'cost_limit', limitCents: 70 } });
});

it("is not needed for a budget: a server without it has the contract's price", async () => {
  const { client, server } = await setup();
  server.script('getAccount', htmlPage(404));
  const result = await client.bulk(['1 A St', '2 B St', '3 C St'], { budgetCents: 8 });
  expect(result).toMatchObject({ chargedCents: 8, stoppedBy: { code: 'cost_limit' } });
});

it('gives the price in a budget for a match with an answer that does not say its charge', async () => {
  const { client, server } = await setup();
  server.service.priceCents = 30;
  const results = [{ found: true, contact: {}, phones: [], emails: [] }];
  const silent = () => reply(200, { success: true, total: 1, matched: 1, totalCharged: 30, results });
  server.script('skipTraceBulk', silent(), silent(), silent());
  const result = await client.bulk(['1 A St', '2 B St', '3 C St'], { budgetCents: 70, chunkSize: 1 });
  expect(result).toMatchObject({ chargedCents: 60, stoppedBy: { code: 'cost_limit', limitCents: 70 } });
});

describe('a lookup with maxCostCents', () => {
  it('is not sent if a match costs more, and asks for the price once', async () => {
    const { client, server } = await setup();
    server.service.priceCents = 6;
    const refused = await Promise.all(
      ['1 A St', '2 B St'].map((address) => failure(client.lookup(address, { maxCostCents: 5 }))),
    );
    for (const error of refused)
      expect(error).toMatchObject({ code: 'cost_limit', totalChargeCents: 6, limitCents: 5 });
    expect(await client.lookup('1 A St', { maxCostCents: 6 })).toMatchObject({ chargedCents: 6 });
    expect(server.seen('account')).toHaveLength(1);
    expect(server.seen('lookup')).toHaveLength(1);
  });

  it('learns from a charge that the price has risen', async () => {
    const { client, server } = await setup();
    await client.lookup('1 A St', { maxCostCents: 4 });
    server.service.priceCents = 6;
    expect(await client.lookup('1 A St', { maxCostCents: 4 })).toMatchObject({ chargedCents: 6 });
    expect(await failure(client.lookup('1 A St', { maxCostCents: 4 }))).toMatchObject({ code: 'cost_limit' });
  });

  it('is not sent if the price cannot be read, and reads it again the next time', async () => {
    const { client, server } = await setup();
    server.script('account', unauthorized());
    expect(await failure(client.lookup('1 A St', { maxCostCents: 4 }))).toMatchObject({
      code: 'unauthorized',
    });
    expect(server.seen('lookup')).toHaveLength(0);
    expect(await client.lookup('1 A St', { maxCostCents: 4 })).toMatchObject({ found: true });
  });
});

it('reads the deliveries after one, if its id is given', async () => {
  const { client, server } = await setup();
  server.script('listDeliveries', contractAnswer('listDeliveries', 200, { example: 'one' }));
  const { isOn, deliveries } = await client.deliveries({ after: '7d1e3f5a-0c2b-4d6e-8f10-1a2b3c4d5e6f' });
  expect(isOn).toBe(true);
  expect(deliveries).toMatchObject([{ payload: { type: 'job.preview', data: { matchedRows: 812 } } }]);
  await client.deliveries();
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/api/user/webhook-deliveries?after=7d1e3f5a-0c2b-4d6e-8f10-1a2b3c4d5e6f',
    '/api/user/webhook-deliveries',
  ]);
});

it('says so if a server has no webhook deliveries', async () => {
  const { client, server } = await setup();
  server.script('listDeliveries', htmlPage(404));
  const error = await failure(client.deliveries());
  expect(error).toMatchObject({ code: 'not_offered', status: 404 });
  expect(error.message).toContain('does not offer webhook deliveries');
});
