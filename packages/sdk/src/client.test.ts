import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { apiKey, failure, setup, temporaryFolder, until, csv, request as newJob } from './testing/harness.js';
import { rateLimited, reply, reset, ScenarioServer, serverError, stall } from './testing/index.js';
import { isSkipTraceError, SkipTrace, version } from './index.js';

const address = '100 Sandbox Match St';
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  version: string;
};

describe('every request', () => {
  it('names this package, the runtime and the program that uses it', async () => {
    expect(version).toBe(manifest.version);
    const appInfo = { name: 'lead-importer', version: '2.0', url: 'https://example.com/' };
    const { client, server } = await setup({ appInfo });
    await client.lookup(address);
    expect(server.requests[0]?.headers['user-agent']).toBe(
      `skiptrace-sdk/${version} node/${process.versions.node} lead-importer/2.0 (https://example.com/)`,
    );
    expect(() => new SkipTrace({ appInfo: { name: 'two words' } })).toThrow(/appInfo/);
  });

  it("carries the client's headers and the call's, of which the call's win", async () => {
    const { client, server } = await setup({ headers: { 'X-Tenant': 'a', 'x-batch': '1' } });
    await client.lookup(address, { headers: { 'x-batch': '2', 'x-tenant': undefined } });
    await client.lookup(address);
    expect(server.requests.map(({ headers }) => [headers['x-tenant'], headers['x-batch']])).toEqual([
      [undefined, '2'],
      ['a', '1'],
    ]);
  });

  it('carries a header if it is a retry', async () => {
    const { client, server } = await setup();
    server.script('listSkipTraceJobs', serverError(), serverError());
    await client.jobs.list();
    expect(server.requests.map(({ headers }) => headers['x-retry-count'])).toEqual([undefined, '1', '2']);
  });

  it.each([{ authorization: 'Bearer x' }, { 'x-a': 'b\r\nc: d' }, { 'a b': 'c' }, { host: 'elsewhere' }])(
    'refuses the header %o',
    async (headers) => {
      const { client, server } = await setup();
      expect(() => new SkipTrace({ apiKey, headers })).toThrow(/headers:/);
      expect(await failure(client.lookup(address, { headers }))).toMatchObject({ code: 'configuration' });
      expect(server.requests).toHaveLength(0);
    },
  );
});

describe('files sent to and received from a signed address', () => {
  it("carry the client's headers to the client's own server, and to no other", async () => {
    const other = await ScenarioServer.start();
    onTestFinished(() => other.close());
    const { client, server } = await setup({ headers: { 'x-tenant': 'a' } }, { uploadMethod: 'presigned' });
    const job = await client.jobs.create(newJob);
    await job.upload(csv);
    expect(server.seen('signed-upload')[0]?.headers).toMatchObject({ 'x-tenant': 'a' });
    const another = await client.jobs.create(newJob);
    server.script(
      'createSkipTraceJob',
      reply(201, { jobId: another.id, uploadMethod: 'presigned', uploadUrl: `${other.url}/files/uploads/1` }),
    );
    await (await client.jobs.create(newJob)).upload(csv);
    expect(other.seen('signed-upload')[0]?.headers).not.toHaveProperty('x-tenant');
    expect(other.seen('signed-upload')[0]?.headers['user-agent']).toContain('skiptrace-sdk/');
  });

  it('are passed to the logger, without the signature', async () => {
    const lines: string[] = [];
    const debug = (message: string, fields: object) =>
      void lines.push(`${message} ${JSON.stringify(fields)}`);
    const { client } = await setup({ logger: { debug } }, { uploadMethod: 'presigned' });
    const job = await client.jobs.create(newJob);
    await job.upload(csv);
    await job.waitForPreview();
    await job.confirm();
    await job.waitForCompleted();
    await job.download(join(await temporaryFolder(), 'out.csv'));
    const files = lines.filter(
      (line) => line.includes('"operation":"uploadFile"') || line.includes('downloadFile'),
    );
    expect(files.map((line) => line.split(' ')[0])).toEqual(['request', 'answer', 'request', 'answer']);
    expect(files[0]).toContain('"method":"PUT"');
    expect(lines.join('\n')).not.toMatch(/signature|pc_/);
  });
});

describe('a key that is a function', () => {
  it('is asked for at every attempt, and its latest key is kept out of errors', async () => {
    let nth = 0;
    const { client, server } = await setup({ apiKey: () => Promise.resolve(`pc_key-${++nth}`) });
    server.script('skipTraceSingle', rateLimited('1'), reply(401, { error: 'pc_key-2 was revoked' }));
    const error = await failure(client.lookup(address));
    expect(error).toMatchObject({ code: 'unauthorized' });
    expect(error.message).toBe(
      `[API key] was revoked. ${server.url} did not accept the key: is apiKey (or SKIPTRACE_API_KEY) right, and is baseUrl the server it is for?`,
    );
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer pc_key-1',
      'Bearer pc_key-2',
    ]);
  });

  it('causes a configuration error before anything is sent if it fails', async () => {
    const { client, server } = await setup({ apiKey: () => Promise.reject(new Error('the vault is shut')) });
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'configuration',
      cause: { message: 'the vault is shut' },
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('withOptions', () => {
  it('makes a client with other options over the same sockets and gates', async () => {
    const { client, server, clock } = await setup({ headers: { 'x-a': '1' } });
    const other = client.withOptions({ maxRetries: 0, headers: { 'x-b': '2' } });
    server.script('skipTraceSingle', rateLimited('9'));
    expect(await failure(other.lookup(address))).toMatchObject({ code: 'rate_limited' });
    await client.lookup(address);
    expect(clock.slept).toEqual([9_000]);
    expect(server.requests[0]?.headers).toMatchObject({ 'x-a': '1', 'x-b': '2' });
    expect(server.requests[1]?.headers).not.toHaveProperty('x-b');
    expect(await server.connections()).toBe(1);
  });

  it('ends only its own calls by its close(), as in a program with a client for each tenant', async () => {
    const { client, server } = await setup();
    const answers = Array.from({ length: 60 }, async (_, nth) => {
      await using tenant = client.withOptions({ apiKey: `pc_tenant-${nth % 2}` });
      return await tenant.lookup(address);
    });
    expect(await Promise.all(answers)).toHaveLength(60);
    server.script('skipTraceSingle', stall());
    const tenant = client.withOptions({ apiKey: 'pc_tenant-1' });
    const nested = tenant.withOptions({ maxRetries: 0 });
    const lookup = failure(tenant.lookup(address));
    await until(() => server.seen('skipTraceSingle').length === 61);
    await nested.close();
    await expect(client.lookup(address)).resolves.toMatchObject({ found: true });
    await tenant.close();
    expect(await lookup).toMatchObject({ code: 'unknown_outcome' });
    await expect(client.lookup(address)).resolves.toMatchObject({ found: true });
  });

  it('is refused after its close(): nothing is sent', async () => {
    const { client, server } = await setup();
    const tenant = client.withOptions({ apiKey: 'pc_tenant-1' });
    await client.close();
    for (const closed of [client, tenant, client.withOptions({ maxRetries: 0 })]) {
      const closedError = { code: 'configuration', message: expect.stringContaining('was closed') as string };
      expect(await failure(closed.lookup(address))).toMatchObject(closedError);
      expect(await failure(closed.bulk([address]))).toMatchObject(closedError);
      expect(await failure(closed.jobs.list())).toMatchObject(closedError);
    }
    expect(server.requests).toEqual([]);
  });

  it('ends with the client it was made from, which owns the connections', async () => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', stall());
    const tenant = client.withOptions({ apiKey: 'pc_tenant-1' });
    const lookup = failure(tenant.lookup(address));
    await until(() => server.requests.length === 1);
    await client.close();
    expect(await lookup).toMatchObject({ code: 'unknown_outcome' });
    await until(async () => (await server.connections()) === 0);
    expect(await failure(tenant.lookup(address))).toMatchObject({ code: 'configuration' });
  });

  it("does not wait for another key's rate limit", async () => {
    const { client, server, clock } = await setup();
    server.script('skipTraceSingle', rateLimited('9'));
    await failure(client.lookup(address, { maxRetries: 0 }));
    await client.withOptions({ apiKey: 'pc_another' }).lookup(address);
    expect(clock.slept).toEqual([]);
  });
});

describe('request', () => {
  it('sends operations that this version does not know, with the key, a query and a body', async () => {
    const { client, server } = await setup();
    server.script('page', reply(200, { used: 3 }), reply(200, 'plain'));
    expect(
      await client.request('GET', '/api/v2/usage', { query: { month: '2026-11', all: undefined } }),
    ).toEqual({
      used: 3,
    });
    const { data, status } = await client.request('post', '/api/v2/notes', { body: { a: 1 } }).withResponse();
    expect([data, status]).toEqual(['plain', 200]);
    const [get, post] = server.requests;
    expect(get).toMatchObject({ method: 'GET', path: '/api/v2/usage?month=2026-11' });
    expect(get?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(post).toMatchObject({ method: 'POST', body: '{"a":1}' });
  });

  it('sends a list in the query as its name once for each value', async () => {
    const { client, server } = await setup();
    server.script('page', reply(200, {}));
    await client.request('GET', '/api/v2/usage', {
      query: { month: ['2026-11', '2026-12'], none: [], all: 1 },
    });
    expect(server.requests[0]?.path).toBe('/api/v2/usage?month=2026-11&month=2026-12&all=1');
  });

  it('repeats reads, and no other request that may have been carried out', async () => {
    const { client, server } = await setup();
    server.script('page', reset(), reply(200, {}), reset());
    await client.request('GET', '/api/v2/usage');
    expect(await failure(client.request('POST', '/api/v2/buy'))).toMatchObject({
      code: 'unknown_outcome',
      mayHaveBeenCharged: true,
    });
    expect(server.requests).toHaveLength(3);
  });

  it("treats an operation of the contract as the contract's", async () => {
    const { client, server } = await setup();
    await client.request('POST', '/api/v1/skip-trace', { body: { address } });
    expect(server.seen('skipTraceSingle')[0]?.headers).toHaveProperty('idempotency-key');
  });

  it.each(['api', '/a?b=c', '/a#b', '/a/../b', '/a/%2E%2e/b', '//../a', '/a\\b', '/a b', '/a\nb', ''])(
    'refuses the path %o',
    async (path) => {
      const { client, server } = await setup();
      expect(await failure(client.request('GET', path))).toMatchObject({ code: 'configuration' });
      expect(server.requests).toHaveLength(0);
    },
  );
});

describe('the id of a job', () => {
  const noIds = [
    '..',
    '.',
    '',
    'a/b',
    '%2e%2e',
    '018f6f2e',
    'x'.repeat(36),
    '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90/..',
  ];

  it.each(noIds)('is a UUID: %o sends nothing', async (id) => {
    const { client, server } = await setup();
    expect(await failure(client.jobs.get(id))).toMatchObject({ code: 'configuration' });
    expect(() => client.jobs.handle(id)).toThrow(expect.objectContaining({ code: 'configuration' }));
    const path = { jobId: id };
    const raw = client.raw.POST('/api/user/skip-trace/{jobId}/confirm', { params: { path } });
    expect(await failure(raw)).toMatchObject({ code: 'configuration' });
    expect(server.requests).toHaveLength(0);
  });
});

it('a call that cannot begin rejects, and never throws', async () => {
  const { client } = await setup();
  const nothing = undefined as unknown as string;
  for (const call of [
    client.lookup(nothing),
    client.bulk(nothing),
    client.jobs.get(nothing),
    client.request(nothing, nothing),
  ]) {
    expect(isSkipTraceError(await failure(call), 'configuration')).toBe(true);
  }
});

describe('raw', () => {
  it('lets middleware of openapi-fetch set headers, or answer a web request', async () => {
    const { client, server } = await setup();
    await client.raw.use({
      onRequest({ request }) {
        request.headers.set('x-trace', '1');
        return new Request(request.url, {
          headers: { ...Object.fromEntries(request.headers), 'x-web': '2' },
        });
      },
    });
    await client.raw.GET('/api/user/skip-trace');
    expect(server.requests[0]?.headers).toMatchObject({ 'x-trace': '1', 'x-web': '2' });
  });

  it('refuses an option it does not know, and a fetch of one call', async () => {
    const { client, server } = await setup();
    const call = { timeout: 1 };
    expect(await failure(client.raw.GET('/api/user/skip-trace', { call }))).toMatchObject({
      code: 'configuration',
    });
    const fetch = globalThis.fetch;
    expect(await failure(client.raw.GET('/api/user/skip-trace', { fetch }))).toMatchObject({
      code: 'configuration',
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('the log', () => {
  const stderr = () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    });
    return lines;
  };

  it('goes to standard error if SKIPTRACE_LOG asks for it, at its level', async () => {
    const lines = stderr();
    vi.stubEnv('SKIPTRACE_LOG', 'warn');
    const { client, server } = await setup();
    server.script('skipTraceSingle', rateLimited('1'));
    await client.lookup(address);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^skiptrace warn trying again \{"operation":"skipTraceSingle"/);
    vi.stubEnv('SKIPTRACE_LOG', 'loud');
    expect(() => new SkipTrace({ apiKey })).toThrow(/SKIPTRACE_LOG/);
  });

  it('is limited by logLevel, even if the logger accepts more', async () => {
    const debug = vi.fn();
    const warn = vi.fn();
    const { client, server } = await setup({ logger: { debug, warn }, logLevel: 'warn' });
    server.script('skipTraceSingle', rateLimited('1'));
    await client.lookup(address);
    expect(debug).not.toHaveBeenCalled();
    expect(warn).toHaveBeenCalledOnce();
  });
});
