// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestBrowser } from '../../../testing/browser.js';
import { temporaryServer, type TemporaryServer } from '../../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ env: { WEBHOOKS: 'on' } });
});
afterAll(() => server.close());

async function customer(mode: 'live' | 'test' = 'live') {
  const { accountId } = await server.createAccount(0);
  const { apiKey } = await server.service.database.write((tx) =>
    server.service.accounts.createKey(tx, accountId, { mode }),
  );
  const browser = await server.signedIn(apiKey);
  return {
    accountId,
    ask: (path: string, call?: Parameters<TestBrowser['ask']>[1]) => browser.ask(`/app/api/${path}`, call),
  };
}

const BODY = { url: 'https://example.com/hook', events: ['job.preview', 'balance.low'] };

describe('a customer', () => {
  it('adds an endpoint, sees its secret once, and removes it', async () => {
    const { ask } = await customer();
    expect((await ask('webhooks')).json).toEqual({ isOn: true, endpoints: [] });
    const created = await ask('webhooks', { json: BODY });
    expect(created.json).toMatchObject({
      endpoint: BODY,
      secret: expect.stringMatching(/^whsec_/) as unknown,
    });
    const { endpoint } = created.json as { endpoint: { id: string } };
    const { json, text } = await ask('webhooks');
    expect(json).toEqual({ isOn: true, endpoints: [endpoint] });
    expect(text).not.toContain('whsec_');
    expect((await ask(`webhooks/${endpoint.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(`webhooks/${endpoint.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ask('webhooks')).json).toEqual({ isOn: true, endpoints: [] });
  });

  it('sees deliveries, page by page, and can resend them', async () => {
    const { accountId, ask } = await customer();
    await ask('webhooks', { json: BODY });
    const { database, webhooks } = server.service;
    for (let n = 0; n < 3; n++)
      await database.writeFor(accountId, (tx) => webhooks.note(tx, accountId, 'job.preview', { n }));
    const seen = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await ask(`webhook-deliveries?limit=2${query}`);
      const page = json as { deliveries: { id: string }[]; nextCursor: string | null };
      seen.push(...page.deliveries);
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(3);
    expect(seen[0]).toMatchObject({ type: 'job.preview', status: 'pending', attempts: 0, url: BODY.url });
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual([
      ...['answered', 'attempts', 'createdAt', 'endpointId', 'error', 'id', 'status', 'type'],
      ...['updatedAt', 'url', 'webhookId'],
    ]);
    const replay = (id: string) => ask(`webhook-deliveries/${id}/replay`, { method: 'POST' });
    expect((await replay(seen[0]?.id ?? '')).status).toBe(204);
    expect(
      (await (await customer()).ask(`webhook-deliveries/${seen[0]?.id ?? ''}/replay`, { method: 'POST' }))
        .status,
    ).toBe(404);
  });

  it.each([
    [{ ...BODY, url: 'http://example.com/' }, /https/],
    [{ ...BODY, url: '' }, /url/],
    [{ ...BODY, events: [] }, /events/],
    [{ ...BODY, events: ['job.deleted'] }, /events/],
  ])('can’t add %o', async (json, why) => {
    const { ask } = await customer();
    const { status, json: answer } = await ask('webhooks', { json });
    expect([status, answer['error']]).toEqual([400, expect.stringMatching(why)]);
  });

  it('has at most ten endpoints, and none with a test key', async () => {
    const { ask } = await customer();
    for (let n = 0; n < 10; n++) expect((await ask('webhooks', { json: BODY })).status).toBe(201);
    expect((await ask('webhooks', { json: BODY })).status).toBe(400);
    const test = await customer('test');
    expect((await test.ask('webhooks')).status).toBe(403);
    expect((await test.ask('webhooks', { json: BODY })).status).toBe(403);
  });
});
