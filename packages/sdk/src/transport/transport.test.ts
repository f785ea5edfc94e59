import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';

import { SkipTrace } from '../client.js';
import { isSkipTraceError } from '../errors/index.js';
import { apiKey, failure, setup, until } from '../testing/harness.js';
import {
  badRequest,
  conflict,
  dailyMissLimit,
  deprecated,
  FakeClock,
  htmlPage,
  insufficientBalance,
  rateLimited,
  reply,
  reset,
  resetInBody,
  ScenarioServer,
  serverError,
  slow,
  stall,
  stallInBody,
  unauthorized,
} from '../testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
const jobId = '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe('a lookup', () => {
  it('resolves with the data, and with what came around it when asked', async () => {
    const { client, server } = await setup();
    expect(await client.lookup(address)).toMatchObject({ found: true, charged: 4 });
    const full = await client.lookup('404 Sandbox Miss Blvd, Reno, NV').withResponse();
    expect(full).toMatchObject({
      data: { found: false, contact: null },
      status: 200,
      requestId: 'req-2',
      attempts: 1,
    });
    expect(full.headers.get('content-type')).toBe('application/json');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(address);
    expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({
      address: '404 Sandbox Miss Blvd, Reno, NV',
    });
  });

  it('waits as long as Retry-After says, then sends the same request with the same key', async () => {
    const { client, server, clock } = await setup();
    server.script('skipTraceSingle', rateLimited('7'), rateLimited('2'));
    const { attempts } = await client.lookup(address).withResponse();
    expect(attempts).toBe(3);
    expect(clock.slept).toEqual([7_000, 2_000]);
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(server.requests.map(({ body }) => body)).size).toBe(1);
  });

  it('backs off where a 429 says no time or nonsense', async () => {
    const { client, server, clock } = await setup();
    server.script('skipTraceSingle', rateLimited(), rateLimited('soon'), rateLimited('0'));
    await client.lookup(address);
    expect(clock.slept).toEqual([500, 1_000, 2_000]);
  });

  it.each(['3600', '2592000', '99999999999999999999'])(
    'does not wait for a Retry-After of %s s but says when it would be over',
    async (seconds) => {
      const { client, server, clock } = await setup();
      server.script('skipTraceSingle', rateLimited(seconds));
      const error = await failure(client.lookup(address));
      expect(error).toMatchObject({ code: 'rate_limited', status: 429, attempts: 1, retryable: true });
      const retryAt = isSkipTraceError(error, 'rate_limited') ? error.retryAt?.getTime() : undefined;
      expect(retryAt).toBe(Math.min(clock.now() + Number(seconds) * 1_000, 8.64e15));
      expect(server.requests).toHaveLength(1);
      expect(clock.slept).toEqual([]);
    },
  );

  it('gives up a wait that would pass the deadline before it begins', async () => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', rateLimited('30'));
    const error = await failure(client.lookup(address, { deadlineMs: 10_000 }));
    expect(error).toMatchObject({ code: 'rate_limited', mayHaveBeenCharged: false });
    expect(server.requests).toHaveLength(1);
  });

  it('takes the daily cap on misses for the quota it is', async () => {
    const { client, server, clock } = await setup();
    server.script('skipTraceSingle', dailyMissLimit(250));
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'daily_miss_limit',
      dailyMissLimit: 250,
    });
    expect(server.requests).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });

  it('is sent again after a JSON 500, which never charged', async () => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', serverError(), serverError());
    expect(await client.lookup(address)).toMatchObject({ found: true });
    expect(server.requests).toHaveLength(3);
  });

  it('ends with the error when every attempt was a JSON 500', async () => {
    const { client, server } = await setup({ maxRetries: 2 });
    const error = await failure(client.lookup('500 Sandbox Failure Way, Tulsa, OK'));
    expect(error).toMatchObject({
      code: 'server_error',
      attempts: 3,
      retryable: true,
      mayHaveBeenCharged: false,
    });
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['a reset after the request was read', reset()],
    ['a reset in the answer', resetInBody()],
    ['an HTML 502', htmlPage(502)],
    ['an HTML 500', htmlPage(500)],
    ['a JSON 503', reply(503, { error: 'busy' })],
  ])('is not sent again after %s, because it may have been charged', async (_, step) => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', step);
    const error = await failure(client.lookup(address, { idempotencyKey: 'mine-1' }));
    expect(error).toMatchObject({
      code: 'unknown_outcome',
      mayHaveBeenCharged: true,
      idempotencyKey: 'mine-1',
    });
    expect(isSkipTraceError(error, 'unknown_outcome') && error.addresses).toEqual([address]);
    expect(server.requests).toHaveLength(1);
    expect(error.message).not.toContain('<');
    expect(JSON.stringify(error)).not.toContain('Sandbox');
  });

  it.each([
    ['headers that never come', stall()],
    ['a body that stops', stallInBody()],
  ])('times out on %s without being sent again', async (_, step) => {
    const { client, server } = await setup({ timeoutMs: 80 });
    server.script('skipTraceSingle', step);
    const error = await failure(client.lookup(address));
    expect(error).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
    expect(error.cause).toMatchObject({ code: 'timeout', limit: 'timeoutMs' });
    expect(server.requests).toHaveLength(1);
  });

  it('is sent again with the same key where the server has shown that it honours keys', async () => {
    const { client, server } = await setup({}, { honoursKeys: true });
    await client.lookup(address);
    server.script('skipTraceSingle', reset(), htmlPage(502), reply(200, 'not JSON'));
    const { attempts } = await client.lookup(address).withResponse();
    expect(attempts).toBe(4);
    const keys = server.requests.slice(1).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('stays in doubt when a later attempt is refused before the server could look for the key', async () => {
    const { client, server } = await setup({}, { honoursKeys: true });
    await client.lookup(address);
    server.script('skipTraceSingle', reset(), unauthorized());
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'unknown_outcome',
      mayHaveBeenCharged: true,
    });
  });

  it('is out of doubt when a later attempt with the same key got as far as the balance', async () => {
    const { client, server } = await setup({}, { honoursKeys: true });
    await client.lookup(address);
    server.script('skipTraceSingle', reset(), insufficientBalance(4));
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'insufficient_balance',
      balanceRequired: 4,
      mayHaveBeenCharged: false,
    });
  });

  it.each([
    ['text', reply(200, 'hello')],
    ['a JSON that is not the contract', reply(200, { hello: 'world' })],
  ])('tells an answer that is %s from the contract', async (_, step) => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', step);
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'response_format',
      mayHaveBeenCharged: true,
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [
      badRequest('zip must be 5 digits'),
      { code: 'bad_request', status: 400, message: 'zip must be 5 digits' },
    ],
    [unauthorized(), { code: 'unauthorized', status: 401 }],
    [insufficientBalance(4), { code: 'insufficient_balance', status: 402, balanceRequired: 4 }],
    [reply(301, '', { location: 'http://127.0.0.1:9/' }), { code: 'response_format', status: 301 }],
    [htmlPage(404), { code: 'not_found', status: 404 }],
    [htmlPage(405), { code: 'response_format', status: 405 }],
  ])('throws the typed error of the first refusal', async (step, expected) => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', step);
    const error = await failure(client.lookup(address));
    expect(error).toMatchObject({
      ...expected,
      requestId: 'req-1',
      operation: 'skipTraceSingle',
      attempts: 1,
    });
    expect(error).toMatchObject({ retryable: false, mayHaveBeenCharged: false });
    expect(error.message).not.toContain('<html');
    expect(server.requests).toHaveLength(1);
  });
});

describe('a failure before anything was sent', () => {
  it('is tried again, also for a lookup, and costs nothing', async () => {
    const clock = new FakeClock();
    const client = new SkipTrace({ apiKey, baseUrl: 'http://127.0.0.1:1', clock });
    open.push(client);
    const error = await failure(client.lookup(address));
    expect(error).toMatchObject({
      code: 'connection',
      attempts: 5,
      retryable: true,
      mayHaveBeenCharged: false,
    });
    expect(clock.slept).toHaveLength(4);
  });

  it('stays free when the connection is still being made at the timeout', async () => {
    // The socket connects, and the TLS handshake is never answered.
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const client = new SkipTrace({
      apiKey,
      baseUrl: `https://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      timeoutMs: 100,
      maxRetries: 0,
    });
    open.push(client);
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'timeout',
      mayHaveBeenCharged: false,
    });
  });
});

describe('a read', () => {
  it('is sent again after 5xx, resets and timeouts', async () => {
    const { client, server } = await setup({ timeoutMs: 100 });
    server.script('listSkipTraceJobs', reset(), htmlPage(502), stall(), serverError());
    const { data } = await client.raw.GET('/api/user/skip-trace');
    expect(data).toEqual({ jobs: [] });
    expect(server.requests).toHaveLength(5);
  });

  it('throws typed errors through the raw client as well', async () => {
    const { client } = await setup();
    const read = client.raw.GET('/api/user/skip-trace/{jobId}', { params: { path: { jobId } } });
    expect(await failure(read)).toMatchObject({ code: 'not_found', status: 404 });
  });
});

describe("a job's action through the raw client", () => {
  it.each([
    ['a reset', reset()],
    ['a JSON 500', serverError()],
  ])('is not sent again after %s', async (_, step) => {
    const { client, server } = await setup();
    server.script('confirmSkipTraceJob', step);
    const confirm = client.raw.POST('/api/user/skip-trace/{jobId}/confirm', { params: { path: { jobId } } });
    expect(await failure(confirm)).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
    expect(server.requests).toHaveLength(1);
  });

  it('names the status in a conflict', async () => {
    const { client, server } = await setup();
    server.script('cancelSkipTraceJob', conflict('generating'));
    const cancel = client.raw.POST('/api/user/skip-trace/{jobId}/cancel', { params: { path: { jobId } } });
    expect(await failure(cancel)).toMatchObject({ code: 'conflict', currentStatus: 'generating' });
  });
});

describe('a message to support', () => {
  const message = {
    fullName: 'Robin Example',
    email: 'robin@example.com',
    phone: '(512) 555-0142',
    reason: 'General',
    message: 'How long are files kept?',
  } as const;

  it('is sent without a key', async () => {
    const { client, server } = await setup();
    expect(await client.contact(message)).toEqual({ success: true });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('is not sent twice when its outcome is unclear', async () => {
    const { client, server } = await setup();
    server.script('sendContactMessage', reset());
    expect(await failure(client.contact(message))).toMatchObject({
      code: 'unknown_outcome',
      mayHaveBeenCharged: false,
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('aborting', () => {
  it('interrupts a wait at once and leaves no listener', async () => {
    const clock = new FakeClock({ manual: true });
    const { client, server } = await setup({ clock });
    server.script('skipTraceSingle', rateLimited('30'));
    const controller = new AbortController();
    const call = failure(client.lookup(address, { signal: controller.signal }));
    await until(() => clock.sleeping === 1);
    controller.abort(new Error('enough'));
    const error = await call;
    expect(error).toMatchObject({ code: 'aborted', name: 'AbortError', mayHaveBeenCharged: false });
    expect(error.cause).toBe(controller.signal.reason);
    expect(clock.sleeping).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  it('of a lookup that went out says that it may have been charged', async () => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', stall());
    const controller = new AbortController();
    const call = failure(client.lookup(address, { signal: controller.signal }));
    await until(() => server.requests.length === 1);
    controller.abort();
    expect(await call).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
  });

  it('before the call sends nothing', async () => {
    const { client, server } = await setup();
    expect(await failure(client.lookup(address, { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'aborted',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('leaves no listener on a signal that outlives many calls', async () => {
    const { client } = await setup();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => ((listeners += 1), add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => ((listeners -= 1), remove(...args));
    for (let i = 0; i < 20; i++) await client.lookup(address, { signal });
    expect(listeners).toBe(0);
  });
});

describe('a deadline', () => {
  it('covers all attempts of a call', async () => {
    const { client, server } = await setup({ timeoutMs: 1_000 });
    server.script('listSkipTraceJobs', stall());
    const startedAt = Date.now();
    const error = await failure(client.raw.GET('/api/user/skip-trace', { call: { deadlineMs: 120 } }));
    expect(error).toMatchObject({ code: 'timeout', limit: 'deadlineMs' });
    expect(Date.now() - startedAt).toBeLessThan(900);
  });
});

describe('the pause gate', () => {
  it('holds back other calls under the limit that one was told to wait for, and only those', async () => {
    const clock = new FakeClock({ manual: true });
    const { client, server } = await setup({ clock });
    server.script('skipTraceSingle', rateLimited('20'));
    const first = client.lookup(address);
    first.catch(() => {});
    await until(() => clock.sleeping === 1);
    const second = client.lookup(address);
    second.catch(() => {});
    await until(() => clock.sleeping === 2);
    await client.raw.GET('/api/user/skip-trace');
    expect(server.seen('skipTraceSingle')).toHaveLength(1);
    clock.advance(20_000);
    await Promise.all([first, second]);
    expect(server.seen('skipTraceSingle')).toHaveLength(3);
  });
});

describe('what surrounds a call', () => {
  it('tells onRetry before each wait', async () => {
    const events: object[] = [];
    const { client, server } = await setup({ onRetry: (event) => events.push(event) });
    server.script('skipTraceSingle', rateLimited('3'));
    await client.lookup(address);
    expect(events).toMatchObject([
      { operation: 'skipTraceSingle', attempt: 1, waitMs: 3_000, error: { code: 'rate_limited' } },
    ]);
  });

  it('tells onDeprecation on every answer and warns the process once', async () => {
    const seen: object[] = [];
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const { client, server } = await setup({ onDeprecation: (deprecation) => seen.push(deprecation) });
    const miss = reply(200, { success: true, found: false, contact: null });
    server.script('skipTraceSingle', deprecated(miss), deprecated(miss));
    await client.lookup(address);
    await client.lookup(address);
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toHaveLength(2);
    expect(seen[0]).toEqual({
      operation: 'skipTraceSingle',
      deprecatedAt: new Date('2026-01-01T00:00:00Z'),
      sunsetAt: new Date('2026-07-01T00:00:00Z'),
      link: 'https://example.com/v2',
    });
    expect(warnings.filter(({ message }) => message.includes('skipTraceSingle'))).toHaveLength(1);
  });

  it('runs middleware around every attempt, in order, without showing the key', async () => {
    const seen: string[] = [];
    const { client, server } = await setup({
      middleware: [
        async (request, next) => {
          seen.push(`outer ${request.attempt} ${Object.keys(request.headers).includes('authorization')}`);
          return next({ ...request, headers: { ...request.headers, 'x-trace': 'abc' } });
        },
        async (request, next) => {
          const answer = await next(request);
          seen.push(`inner ${answer.status} ${request.headers['x-trace']}`);
          return answer;
        },
      ],
    });
    server.script('skipTraceSingle', rateLimited('1'));
    await client.lookup(address);
    expect(seen).toEqual(['outer 1 false', 'inner 429 abc', 'outer 2 false', 'inner 200 abc']);
    expect(server.requests.every(({ headers }) => headers['x-trace'] === 'abc')).toBe(true);
  });

  it('does not send the key where middleware moved the request to another server', async () => {
    const other = await ScenarioServer.start();
    open.push(other);
    const { client } = await setup({
      middleware: [(request, next) => next({ ...request, url: `${other.url}/api/v1/skip-trace` })],
    });
    await client.lookup(address);
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('passes on what middleware throws', async () => {
    const { client, server } = await setup({
      middleware: [() => Promise.reject(new RangeError('mine'))],
    });
    await expect(client.lookup(address)).rejects.toThrow(new RangeError('mine'));
    expect(server.requests).toHaveLength(0);
  });

  it('logs only what is on the list, and never the key', async () => {
    const lines: string[] = [];
    const log = (message: string, fields: object) => void lines.push(`${message} ${JSON.stringify(fields)}`);
    const { client, server } = await setup({ logger: { debug: log, warn: log } });
    server.script('skipTraceSingle', rateLimited('1'));
    server.script(
      'skipTraceSingle',
      reply(200, { success: true, found: false, contact: null }, { 'set-cookie': 'a=secret' }),
    );
    await client.lookup(address);
    expect(lines.some((line) => line.includes('"retry-after":"1"'))).toBe(true);
    expect(lines.join('\n')).not.toMatch(/secret|pc_|Sandbox/);
  });
});

describe('the API key', () => {
  it('shows in no inspection, JSON or error', async () => {
    const { inspect } = await import('node:util');
    const { client, server } = await setup();
    server.script('skipTraceSingle', badRequest(`what is ${apiKey}?`));
    const error = await failure(client.lookup(address));
    const shown = [
      inspect(client, { depth: 20, showHidden: true }),
      JSON.stringify(client),
      inspect(error, { depth: 20, showHidden: true }),
      JSON.stringify(error),
    ];
    for (const text of shown) expect(text).not.toContain(apiKey);
  });

  it('comes from the environment unless given, and an empty one is a mistake', async () => {
    const server = await ScenarioServer.start();
    open.push(server);
    const before = { ...process.env };
    onTestFinished(() => {
      process.env = before;
    });
    process.env['SKIPTRACE_API_KEY'] = 'pc_from_environment';
    process.env['SKIPTRACE_BASE_URL'] = server.url;
    const fromEnvironment = new SkipTrace();
    const explicit = new SkipTrace({ apiKey });
    open.push(fromEnvironment, explicit);
    await fromEnvironment.lookup(address);
    await explicit.lookup(address);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer pc_from_environment',
      `Bearer ${apiKey}`,
    ]);
    expect(() => new SkipTrace({ apiKey: '' })).toThrow(/empty/);
    process.env['SKIPTRACE_API_KEY'] = '';
    expect(() => new SkipTrace()).toThrow(/empty/);
  });

  it('is asked for when a call needs it', async () => {
    const { server } = await setup();
    const before = process.env['SKIPTRACE_API_KEY'];
    delete process.env['SKIPTRACE_API_KEY'];
    onTestFinished(() => {
      if (before !== undefined) process.env['SKIPTRACE_API_KEY'] = before;
    });
    const client = new SkipTrace({ baseUrl: server.url });
    expect(await failure(client.lookup(address))).toMatchObject({ code: 'configuration' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('options that cannot work', () => {
  it.each([
    { baseUrl: 'ftp://127.0.0.1' },
    { baseUrl: 'http://user:secret@127.0.0.1' },
    { baseUrl: '' },
    { baseUrl: 'http://127.0.0.1/?a=b' },
    { apiKey: 'pc_a\r\nX-Other: 1' },
    { timeoutMs: 0 },
    { timeoutMs: NaN },
    { deadlineMs: -1 },
  ])('%o', (options) => {
    expect(() => new SkipTrace({ apiKey, ...options })).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    );
  });
});

describe("a caller's own fetch", () => {
  it('takes the place of undici, with the same rules', async () => {
    const { server, client } = await setup({ fetch: globalThis.fetch });
    server.script('skipTraceSingle', rateLimited('1'), serverError());
    const { attempts } = await client.lookup(address).withResponse();
    expect(attempts).toBe(3);
    server.script('skipTraceSingle', reset());
    expect(await failure(client.lookup(address))).toMatchObject({ code: 'unknown_outcome' });
    const gone = await ScenarioServer.start();
    await gone.close();
    const refused = new SkipTrace({
      apiKey,
      baseUrl: gone.url,
      fetch: globalThis.fetch,
      clock: new FakeClock(),
    });
    expect(await failure(refused.lookup(address))).toMatchObject({ code: 'connection', attempts: 5 });
  });
});

describe('close', () => {
  it('lets go of every socket', async () => {
    const { server, client } = await setup();
    await Promise.all([client.lookup(address), client.lookup(address), client.lookup(address)]);
    expect(await server.connections()).toBeGreaterThan(0);
    await client.close();
    await until(async () => (await server.connections()) === 0);
  });

  it('happens by itself at the end of an await using block', async () => {
    const { server } = await setup();
    const client = new SkipTrace({ apiKey, baseUrl: server.url });
    await client.lookup(address);
    await client[Symbol.asyncDispose]();
    await until(async () => (await server.connections()) === 0);
  });
});

it('a slow answer within the timeout is waited for', async () => {
  const { client, server } = await setup({ timeoutMs: 2_000 });
  server.script('skipTraceSingle', slow(100, reply(200, { success: true, found: false, contact: null })));
  expect(await client.lookup(address)).toMatchObject({ found: false });
});
