import { describe, expect, it } from 'vitest';
import { isSkipTraceError } from '../index.js';
import { apiKey, failure, setup } from '../testing/harness.js';
import {
  dailyMissLimit,
  htmlPage,
  insufficientBalance,
  rateLimited,
  reply,
  reset,
  resetInBody,
  serverError,
  slow,
  stall,
  stallInBody,
  unauthorized,
} from '../testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

describe('a lookup', () => {
  it('resolves with the data, and with the HTTP response if asked', async () => {
    const { client, server } = await setup();
    expect(await client.lookup(address)).toMatchObject({ found: true, chargedCents: 4 });
    const full = await client.lookup('404 Sandbox Miss Blvd, Reno, NV').withResponse();
    expect(full).toMatchObject({
      data: { found: false, contact: null, chargedCents: 0 },
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

  it.each([
    { success: true, found: true },
    { success: true, found: true, contact: null, charged: 4, phones: [], emails: [] },
    { success: true, found: 'yes' },
  ])('does not take %j for an owner', async (body) => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', reply(200, body));
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'response_format',
      mayHaveBeenCharged: true,
    });
  });

  it('backs off if a 429 has no time or an invalid one', async () => {
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

  it('gives up a wait that would exceed the deadline before it begins', async () => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', rateLimited('30'));
    const error = await failure(client.lookup(address, { deadlineMs: 10_000 }));
    expect(error).toMatchObject({ code: 'rate_limited', mayHaveBeenCharged: false });
    expect(server.requests).toHaveLength(1);
  });

  it('treats the daily cap on misses as a quota', async () => {
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

  it('ends with the error if every attempt was a JSON 500', async () => {
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
    ["a gateway's own JSON about a 500", reply(500, { message: 'Internal server error' })],
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
    const { client, server } = await setup({ timeoutMs: 500 });
    server.script('skipTraceSingle', step);
    const error = await failure(client.lookup(address));
    expect(error).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
    expect(error.cause).toMatchObject({ code: 'timeout', limit: 'timeoutMs' });
    expect(server.requests).toHaveLength(1);
  });

  it('is sent again with the same key if the server has shown that it honors keys', async () => {
    const { client, server } = await setup({}, { honorsKeys: true });
    await client.lookup(address);
    server.script('skipTraceSingle', reset(), htmlPage(502), reply(200, 'not JSON'));
    const { attempts } = await client.lookup(address).withResponse();
    expect(attempts).toBe(4);
    const keys = server.requests.slice(1).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('stays in doubt if a later attempt is refused before the server could look for the key', async () => {
    const { client, server } = await setup({}, { honorsKeys: true });
    await client.lookup(address);
    server.script('skipTraceSingle', reset(), unauthorized());
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'unknown_outcome',
      mayHaveBeenCharged: true,
    });
  });

  it('is out of doubt if a later attempt with the same key got as far as the balance', async () => {
    const { client, server } = await setup({}, { honorsKeys: true });
    await client.lookup(address);
    server.script('skipTraceSingle', reset(), insufficientBalance(4));
    expect(await failure(client.lookup(address))).toMatchObject({
      code: 'insufficient_balance',
      balanceRequiredCents: 4,
      mayHaveBeenCharged: false,
    });
  });

  it.each([
    ['text', reply(200, 'hello')],
    ['a JSON that is not the contract', reply(200, { hello: 'world' })],
  ])('tells an answer that is %s from the contract', async (_, step) => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', step);
    const error = await failure(client.lookup(address, { idempotencyKey: 'mine-2' }));
    expect(error).toMatchObject({
      code: 'response_format',
      mayHaveBeenCharged: true,
      idempotencyKey: 'mine-2',
    });
    expect(isSkipTraceError(error, 'response_format') && error.addresses).toEqual([address]);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [reply(301, '', { location: 'http://127.0.0.1:9/' }), { code: 'response_format', status: 301 }],
    [htmlPage(404), { code: 'not_found', status: 404 }],
    [htmlPage(405), { code: 'response_format', status: 405 }],
  ])('throws a typed error for an answer that the contract does not have', async (step, expected) => {
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

it('a slow answer within the timeout is waited for', async () => {
  const { client, server } = await setup({ timeoutMs: 2_000 });
  server.script('skipTraceSingle', slow(100, reply(200, { success: true, found: false, contact: null })));
  expect(await client.lookup(address)).toMatchObject({ found: false });
});

it('a failed lookup is told nothing of jobs, which have a status to check', async () => {
  const { client, server } = await setup({ maxRetries: 0 });
  const said =
    'Server error. Failed lookups are never charged; for a job, check its status. Contact support.';
  server.script('lookup', reply(500, { error: said }));
  const error = await failure(client.lookup('1 Main St'));
  expect(error.message).toBe('Server error. Failed lookups are never charged. Contact support.');
});
