// Engines: SQLite, PostgreSQL at a release

import { randomUUID } from 'node:crypto';
import { operationPolicies, type OperationId } from '@skiptrace/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestBrowser } from '../../testing/browser.js';
import { RawConnection, statusOf } from '../../testing/raw-http.js';
import { MATCH } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

const GO_ON = 'HTTP/1.1 100 Continue\r\n\r\n';
const UNKNOWN_KEY = `pc_${'0'.repeat(40)}`;
const list = (headers: Record<string, string>) => server.call('listSkipTraceJobs', { key: null, headers });

describe('the API key', () => {
  it.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['no scheme', { authorization: UNKNOWN_KEY }],
    ['another scheme', { authorization: `Basic ${UNKNOWN_KEY}` }],
    ['a scheme without a key', { authorization: 'Bearer ' }],
    ['a key without its prefix', { authorization: `Bearer ${'0'.repeat(43)}` }],
    ['a key that is too short', { authorization: 'Bearer pc_1' }],
    ['a key with SQL in it', { authorization: "Bearer pc_' OR 1=1 --" }],
    ['an unknown key', { authorization: `Bearer ${UNKNOWN_KEY}` }],
    ['two keys', { authorization: `Bearer ${UNKNOWN_KEY} ${UNKNOWN_KEY}` }],
    ['the key in another header', { 'x-api-key': UNKNOWN_KEY }],
  ])('is refused when there is %s', async (_, headers) => {
    const { status, headers: answered, json } = await list(headers);
    expect(status).toBe(401);
    expect(answered.get('www-authenticate')).toBe('Bearer');
    expect(Object.keys(json)).toEqual(['error']);
  });

  it('is reported as truncated if it is, and not as a malformed header', async () => {
    const { json } = await list({ authorization: 'Bearer pc_1' });
    expect(json.error).toContain('Was it copied whole?');
    expect(json.error).not.toContain('header');
  });

  it('is accepted whatever the case of the scheme', async () => {
    expect((await list({ authorization: `bearer ${server.account.apiKey}` })).status).toBe(200);
  });

  it('is not read from the URL', async () => {
    const { status } = await server.call('listSkipTraceJobs', {
      key: null,
      query: `?api_key=${server.account.apiKey}`,
    });
    expect(status).toBe(401);
  });

  it('ends with its revocation, and is told apart from the account’s other keys', async () => {
    const { service, account } = server;
    const other = await service.database.write((tx) =>
      service.accounts.createKey(tx, account.accountId, { label: 'other' }),
    );
    expect((await server.call('listSkipTraceJobs', { key: other.apiKey })).status).toBe(200);
    await service.accounts.revokeKey(other.apiKey);
    expect((await server.call('listSkipTraceJobs', { key: other.apiKey })).status).toBe(401);
    expect((await server.call('listSkipTraceJobs')).status).toBe(200);
  });

  it('is the first reason to refuse a caller, even if it worked before and the account has no balance left', async () => {
    const { service, createAccount } = server;
    const { accountId, apiKey: key } = await createAccount(0);
    const lookUp = () => server.call('skipTraceSingle', { key, json: { address: '1 Elm St' } });
    expect((await lookUp()).status).toBe(402);
    const { name, limit } = operationPolicies.skipTraceSingle.rateLimit;
    await Promise.all(
      Array.from({ length: limit }, () => service.rate.consume(name, `live:${accountId}`).catch(() => null)),
    );
    expect((await lookUp()).status).toBe(429);
    await service.accounts.revokeKey(key);
    expect((await Promise.all([lookUp(), lookUp()])).map(({ status }) => status)).toEqual([401, 401]);
    expect((await lookUp()).status).toBe(401);
  });

  it('uses up none of its account’s limits once it is revoked, however often it is sent', async () => {
    const { service, createAccount } = server;
    const { accountId, apiKey } = await createAccount(100);
    const good = await service.database.write((tx) =>
      service.accounts.createKey(tx, accountId, { label: 'good' }),
    );
    const lookUp = (key: string) =>
      server.call('skipTraceSingle', { key, json: { address: '404 Sandbox Miss Blvd, Reno, NV 89501' } });
    const remaining = async () => Number((await lookUp(good.apiKey)).headers.get('ratelimit-remaining'));
    expect((await lookUp(apiKey)).status).toBe(200);
    await service.accounts.revokeKey(apiKey);
    const before = await remaining();
    const refused = await Promise.all(Array.from({ length: 5 }, () => lookUp(apiKey)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await remaining()).toBe(before - 1);
    expect(await service.misses.netToday(accountId)).toBe(3);
    expect(await service.billing.balanceCents(accountId)).toBe(100);
  });

  it('does not work while its account is suspended', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    await server.service.accounts.change(accountId, { status: 'suspended' });
    expect((await server.call('listSkipTraceJobs', { key: apiKey })).status).toBe(401);
    await server.service.accounts.change(accountId, { status: 'active' });
    expect((await server.call('listSkipTraceJobs', { key: apiKey })).status).toBe(200);
  });

  describe('with a body that arrives late', () => {
    /** Sends the headers of a request, changes something once they were accepted, and sends the body. */
    const sendAround = async (
      path: string,
      headers: readonly string[],
      body: string,
      change: () => Promise<unknown>,
    ) => {
      const head = [
        `POST ${path} HTTP/1.1`,
        ...['Host: x', 'Connection: close', 'Expect: 100-continue'],
        ...['Content-Type: application/json', `Content-Length: ${body.length}`],
        ...headers,
      ];
      const client = (await RawConnection.open(server.url)).send(`${head.join('\r\n')}\r\n\r\n`);
      await expect.poll(() => client.received).toBe(GO_ON);
      await change();
      return (await client.send(body).untilClosed()).slice(GO_ON.length);
    };
    const bearer = (apiKey: string) => [`Authorization: Bearer ${apiKey}`];
    const lookUpAround = (apiKey: string, change: () => Promise<unknown>) =>
      sendAround('/api/v1/skip-trace', bearer(apiKey), JSON.stringify(MATCH), change);

    it('cancels no job once it is revoked, although that body is ignored', async () => {
      const { service, createAccount } = server;
      const { apiKey } = await createAccount(100);
      const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
      const created = await server.call('createSkipTraceJob', {
        key: apiKey,
        json: { filename: 'leads.csv', columnMapping },
      });
      const path = `/api/user/skip-trace/${String(created.json.jobId)}/cancel`;
      const revoke = () => service.accounts.revokeKey(apiKey);
      expect(statusOf(await sendAround(path, bearer(apiKey), '{}', revoke))).toBe(401);
      expect(await service.database.read.query('SELECT status FROM jobs')).toEqual([{ status: 'pending' }]);
    });

    it('is refused if it was revoked meanwhile, or its account suspended, and nothing is charged', async () => {
      const { service, createAccount } = server;
      for (const endIn of [
        (_: string, apiKey: string) => service.accounts.revokeKey(apiKey),
        (accountId: string) => service.accounts.change(accountId, { status: 'suspended' }),
      ]) {
        const { accountId, apiKey } = await createAccount(100);
        expect(statusOf(await lookUpAround(apiKey, () => endIn(accountId, apiKey)))).toBe(401);
        expect(await service.billing.balanceCents(accountId)).toBe(100);
      }
    });

    it('looks nothing up for a page if its session has ended meanwhile', async () => {
      const { service, createAccount } = server;
      const { accountId, apiKey } = await createAccount(100);
      const browser = new TestBrowser(server.url);
      await browser.signIn({ apiKey });
      const headers = [
        `Cookie: ${browser.cookie}`,
        ...['skiptrace-app: 1', 'Sec-Fetch-Site: same-origin', `Idempotency-Key: ${randomUUID()}`],
      ];
      const { address, city, state, zip } = MATCH;
      const body = JSON.stringify({ address: `${address}, ${city}, ${state} ${zip}` });
      const signOut = () => browser.ask('/app/api/session', { method: 'DELETE' });
      expect(statusOf(await sendAround('/app/api/lookups', headers, body, signOut))).toBe(401);
      expect(await service.billing.balanceCents(accountId)).toBe(100);
    });

    it('is charged at the price of the account when the body has arrived', async () => {
      const { service, createAccount } = server;
      const { accountId, apiKey } = await createAccount(100);
      await service.accounts.change(accountId, { terms: { priceCents: 0 } });
      const raise = () => service.accounts.change(accountId, { terms: { priceCents: 7 } });
      expect(await lookUpAround(apiKey, raise)).toContain('"charged":7');
      expect(await service.billing.balanceCents(accountId)).toBe(93);
    });
  });

  it('is required by every operation except contact, before anything else is checked', async () => {
    for (const id of Object.keys(operationPolicies) as OperationId[]) {
      const sent = operationPolicies[id].method === 'POST' ? { body: '{"broken' } : {};
      const { status } = await server.call(id, { key: UNKNOWN_KEY, jobId: 'no-such-job', ...sent });
      expect([id, status]).toEqual([id, id === 'sendContactMessage' ? 400 : 401]);
    }
  });

  it('notes its use, but not polling', async () => {
    const { service, createAccount } = server;
    const { accountId, apiKey } = await createAccount(0);
    const lastUsedAt = async () => (await service.accounts.listKeys(accountId))[0]?.lastUsedAt;
    await server.call('listSkipTraceJobs', { key: apiKey });
    await server.call('getSkipTraceJob', { key: apiKey, jobId: 'x' });
    expect(await lastUsedAt()).toBeNull();
    await server.call('skipTraceSingle', { key: apiKey, json: { address: '1 Elm St' } });
    await expect.poll(lastUsedAt).toBeGreaterThan(0);
  });
});
