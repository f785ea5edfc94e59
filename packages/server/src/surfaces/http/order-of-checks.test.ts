// Engines: SQLite, PostgreSQL at a release

import { limits } from '@skiptrace/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MISS } from '../../testing/sandbox.js';
import { temporaryServer, type Call, type TemporaryServer } from '../../testing/server.js';
import { countToday } from '../../testing/temporary.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ env: { JOB_REQUESTS_PER_MINUTE: '4', DEPRECATION } });
});
afterAll(() => server.close());

const DEPRECATION = 'v1;announced=2027-01-31;sunset=2027-09-01;link=https://example.com/notice';
const UNKNOWN_KEY = `pc_${'0'.repeat(40)}`;
const JOB = { filename: 'a.csv', columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' } };

/** Uses up today's cap on free misses. */
const capMisses = (accountId: string) => {
  const { engine, misses } = server.service;
  const found = { misses: limits.dailyMissLimit, matches: 0 };
  return countToday({ settlements: engine.settlements, misses }, accountId, found);
};

describe('the order of checks', () => {
  it('checks the key before the body, the body before cap and balance, the cap before the balance', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    const single = (sent: Call) => server.call('skipTraceSingle', { key: apiKey, ...sent });
    await capMisses(accountId);
    expect((await single({ key: UNKNOWN_KEY, body: '{"broken' })).status).toBe(401);
    expect((await single({ body: '{"broken' })).status).toBe(400);
    expect((await single({ json: { address: '' } })).status).toBe(400);
    const capped = await single({ json: MISS });
    expect(capped.status).toBe(429);
    expect(capped.json.dailyMissLimit).toBe(limits.dailyMissLimit);
    expect(Number(capped.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
  });

  it('tells programs which check refused: in a header, on pages too, and in no field of the body', async () => {
    const { apiKey } = await server.createAccount(100);
    const single = (sent: Call) => server.call('skipTraceSingle', { key: apiKey, json: MISS, ...sent });
    const headers = { 'Idempotency-Key': 'once' };
    await single({ headers });
    const another = await single({ headers, json: { ...MISS, zip: '10001' } });
    expect(Object.keys(another.json)).toEqual(['error']);
    const page = (method: string, path: string) => fetch(new URL(path, server.url), { method });
    const refusals = [
      ['idempotency_conflict', another],
      ['unauthorized', await single({ key: UNKNOWN_KEY })],
      ['invalid_request', await single({ json: { street: '1 Elm' } })],
      ['invalid_idempotency_key', await single({ headers: { 'Idempotency-Key': 'a b' } })],
      ['unknown_path', await page('GET', '/api/nope')],
      ['method_not_allowed', await page('DELETE', '/api/v1/skip-trace')],
    ] as const;
    for (const [code, answer] of refusals) expect(answer.headers.get('x-error-code')).toBe(code);
    expect((await single({})).headers.get('x-error-code')).toBeNull();
  });

  it('refuses an empty balance with the required amount, before it looks anything up', async () => {
    const { apiKey } = await server.createAccount(3);
    const single = await server.call('skipTraceSingle', { key: apiKey, json: MISS });
    expect([single.status, single.json.balanceRequired]).toEqual([402, 4]);
    const bulk = await server.call('skipTraceBulk', { key: apiKey, json: { addresses: [MISS, MISS, MISS] } });
    expect([bulk.status, bulk.json.balanceRequired]).toEqual([402, 12]);
  });

  it('counts requests refused for their body, and refuses by rate before it checks job or body', async () => {
    const { apiKey: key } = await server.createAccount(0);
    const remaining: (string | null)[] = [];
    for (const sent of [{ json: JOB }, { body: '{"broken' }, { json: {} }, { json: JOB }]) {
      const { headers } = await server.call('createSkipTraceJob', { key, ...sent });
      expect(headers.get('ratelimit-limit')).toBe('4');
      remaining.push(headers.get('ratelimit-remaining'));
    }
    expect(remaining).toEqual(['3', '2', '1', '0']);
    const refused = await server.call('createSkipTraceJob', { key, body: '{"broken' });
    expect(refused.status).toBe(429);
    expect(refused.json.dailyMissLimit).toBeUndefined();
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await server.call('getSkipTraceJob', { key, jobId: 'x' })).status).toBe(429);
    expect((await server.call('skipTraceSingle', { key, body: '{"broken' })).status).toBe(400);
  });

  it('checks the job before its status, and its status before the upload', async () => {
    const { apiKey: key } = await server.createAccount(0);
    const { jobId } = (await server.call('createSkipTraceJob', { key, json: JOB })).json;
    const act = async (id: 'confirmSkipTraceJob' | 'uploadSkipTraceJobFile', job: unknown) =>
      server.call(id, {
        key,
        jobId: String(job),
        body: 'no form',
        headers: { 'content-type': 'text/plain' },
      });
    expect((await act('confirmSkipTraceJob', jobId)).json.error).toContain('pending');
    expect((await act('uploadSkipTraceJobFile', '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90')).status).toBe(404);
    const upload = await act('uploadSkipTraceJobFile', jobId);
    expect([upload.status, String(upload.json.error).slice(0, 4)]).toEqual([400, 'file']);
  });
});

describe('headers of every answer', () => {
  it('announce the retirement of a version, on its errors and pages too, and on no other path', async () => {
    const headersOf = async (path: string, init?: RequestInit) =>
      (await fetch(server.url + path, init)).headers;
    for (const [path, method] of [
      ['/api/v1/skip-trace', 'POST'],
      ['/api/v1/skip-trace', 'GET'],
      ['/api/v1/nothing', 'GET'],
    ] as const) {
      const headers = await headersOf(path, { method });
      expect(headers.get('deprecation')).toBe(`@${Date.UTC(2027, 0, 31) / 1000}`);
      expect(headers.get('sunset')).toBe('Wed, 01 Sep 2027 00:00:00 GMT');
      expect(headers.get('link')).toBe('<https://example.com/notice>; rel="deprecation"');
    }
    for (const path of ['/api/user/skip-trace', '/healthz', '/docs']) {
      expect((await headersOf(path)).get('deprecation')).toBeNull();
    }
  });

  it('give each request a different id', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () =>
        (await fetch(`${server.url}/healthz`)).headers.get('x-request-id'),
      ),
    );
    expect(new Set(ids).size).toBe(5);
  });

  it('echo an Idempotency-Key on refusals as well, where keys are honored', async () => {
    const headers = { 'idempotency-key': 'k-1' };
    for (const sent of [{ key: null }, { body: '{"broken' }, { json: MISS }]) {
      const { headers: answered } = await server.call('skipTraceSingle', { ...sent, headers });
      expect(answered.get('idempotency-key')).toBe('k-1');
    }
    const contact = await server.call('sendContactMessage', { key: null, json: {}, headers });
    expect(contact.headers.get('idempotency-key')).toBeNull();
  });

  it.each(['', 'a b', 'é', 'x'.repeat(256)])('refuse the Idempotency-Key "%s" by name', async (key) => {
    const { status, json } = await server.call('skipTraceSingle', {
      json: MISS,
      headers: { 'idempotency-key': key },
    });
    expect(status).toBe(400);
    expect(json.error).toContain('Idempotency-Key');
  });
});
