// Engines: SQLite, PostgreSQL at a release

import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawConnection, statusOf } from '../../testing/raw-http.js';
import { MATCH } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

const balance = () => server.service.billing.balanceCents(server.account.accountId);
const connect = () => RawConnection.open(server.url);
const request = (method: string, path: string, headers: readonly string[] = [], body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${server.account.apiKey}`,
    ...headers,
    '',
    body,
  ].join('\r\n');
const json = (path: string, value: unknown, ...headers: readonly string[]) => {
  const body = JSON.stringify(value);
  const own = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return request('POST', path, [...own, ...headers], body);
};

describe('a lookup with garbage behind it on the connection', () => {
  it.each([0, 1, 2, 5, 20])('is answered and charged once, with the garbage %i ms later', async (ms) => {
    const before = await balance();
    const client = (await connect()).send(json('/api/v1/skip-trace', MATCH));
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    client.send('\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n');
    const answer = await client.untilClosed();
    expect(statusOf(answer)).toBe(200);
    expect(answer).toContain('"charged":4');
    expect(before - (await balance())).toBe(4);
  });
});

describe('many requests on one connection', () => {
  const openFiles = async () => (await readdir('/proc/self/fd')).length;

  it('leave no files or answers open after their clients disconnect without reading', async () => {
    // The caches that the first request fills are filled now.
    for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/openapi.yaml']) {
      await (await fetch(`${server.url}${path}`)).arrayBuffer();
    }
    // The connections to the database, which stay open, are open now.
    const headers = { authorization: `Bearer ${server.account.apiKey}` };
    await Promise.all(
      Array.from({ length: 40 }, async () =>
        (await fetch(`${server.url}/api/user/skip-trace`, { headers })).arrayBuffer(),
      ),
    );
    const before = await openFiles();
    for (const path of ['/openapi.yaml', '/docs/swagger-ui-bundle.js', '/docs/', '/api/user/skip-trace']) {
      const clients = await Promise.all(Array.from({ length: 10 }, connect));
      for (const client of clients) client.socket.pause();
      for (const client of clients) client.send(request('GET', path).repeat(7));
      // Answers are on their way, as far as they fit into the unread socket's buffers.
      await expect.poll(() => clients.every(({ socket }) => socket.bytesRead > 0)).toBe(true);
      for (const client of clients) client.send(request('GET', path).repeat(500));
      for (const client of clients) client.socket.destroy();
    }
    await expect.poll(openFiles, { timeout: 5_000 }).toBeLessThanOrEqual(before + 5);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('are charged only if they are answered', async () => {
    const before = await balance();
    const client = (await connect()).send(json('/api/v1/skip-trace', MATCH).repeat(50));
    const answer = await client.untilClosed();
    const answered = answer.split('"charged":4').length - 1;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(50);
    await expect.poll(async () => before - (await balance())).toBe(4 * answered);
  });
});

describe('a body', () => {
  it('is requested only if the key is valid', async () => {
    const wrong = json('/api/v1/skip-trace', MATCH, 'Expect: 100-continue').replace(
      server.account.apiKey,
      'pc_x',
    );
    const refused = await (await connect()).send(wrong.slice(0, wrong.indexOf('\r\n\r\n') + 4)).untilClosed();
    expect(statusOf(refused)).toBe(401);
    expect(refused).toMatch(/connection: close/i);

    const good = json('/api/v1/skip-trace', MATCH, 'Expect: 100-continue');
    const split = good.indexOf('\r\n\r\n') + 4;
    const client = (await connect()).send(good.slice(0, split));
    await expect.poll(() => client.received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    client.send(good.slice(split));
    await expect.poll(() => client.received).toContain('"charged":4');
    // The connection is still usable.
    client.send(json('/api/v1/skip-trace', MATCH, 'Connection: close'));
    expect((await client.untilClosed()).split('"charged":4')).toHaveLength(3);
  });

  it('that is ignored and broken cancels no job', async () => {
    const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
    const { json: created } = await server.call('createSkipTraceJob', {
      json: { filename: 'leads.csv', columnMapping },
    });
    const jobId = String(created.jobId);
    const chunked = ['Transfer-Encoding: chunked'];
    const path = `/api/user/skip-trace/${jobId}/cancel`;
    const client = (await connect()).send(request('POST', path, [...chunked, 'Expect: 100-continue']));
    const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
    await expect.poll(() => client.received).toBe(goOn);
    client.send('no length\r\n');
    expect(statusOf((await client.untilClosed()).slice(goOn.length))).toBe(400);
    const { json: job } = await server.call('getSkipTraceJob', { jobId });
    expect(job.status).toBe('pending');
    const whole = (await connect()).send(
      request('POST', path, [...chunked, 'Connection: close'], '1\r\nx\r\n0\r\n\r\n'),
    );
    expect(await whole.untilClosed()).toContain('"cancelled"');
  });
});

describe('an answer of an operation', () => {
  it('may not be cached by any proxy on its way', async () => {
    const found = await server.call('skipTraceSingle', { json: MATCH });
    const refused = await server.call('skipTraceSingle', { json: {}, key: null });
    for (const { headers } of [found, refused]) expect(headers.get('cache-control')).toBe('no-store');
  });
});
