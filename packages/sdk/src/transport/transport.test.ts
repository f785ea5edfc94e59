import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { isSkipTraceError, SkipTrace } from '../index.js';
import { apiKey, failure, setup, message } from '../testing/harness.js';
import { FakeClock, htmlPage, reply, reset, serverError, stall } from '../testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
const jobId = '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe('a failure before anything was sent', () => {
  it('is retried, also for a lookup, and costs nothing', async () => {
    const { client, clock, server } = await setup();
    await client.lookup(address);
    await server.close();
    const error = await failure(client.lookup(address));
    expect(error).toMatchObject({
      code: 'connection',
      attempts: 5,
      retryable: true,
      mayHaveBeenCharged: false,
      message: `Can't reach ${server.url} (ECONNREFUSED). Nothing was sent or charged.`,
    });
    expect(clock.slept).toHaveLength(4);
  });

  it('ends after 2 s, and asks about baseUrl, if nothing was ever reached', async () => {
    for (const [baseUrl, reason] of [
      ['http://127.0.0.1:1', 'ECONNREFUSED'],
      ['http://no-such-host.invalid', 'ENOTFOUND|EAI_AGAIN'],
    ] as const) {
      const clock = new FakeClock();
      const began = clock.now();
      const client = new SkipTrace({ apiKey, baseUrl, clock });
      open.push(client);
      const error = await failure(client.lookup(address));
      expect(error.message).toMatch(
        new RegExp(
          `^Can't reach ${baseUrl} \\((${reason})\\)\\. Nothing was sent or charged\\. Is baseUrl right\\?$`,
        ),
      );
      expect(clock.now() - began).toBeLessThanOrEqual(2_000);
      const waited = failure(client.jobs.handle(jobId).waitForPreview());
      expect(await waited).toMatchObject({ code: 'connection' });
      expect(clock.now() - began).toBeLessThanOrEqual(4_000);
      await failure(client.lookup(address, { deadlineMs: 60_000 }));
      expect(clock.now() - began).toBeGreaterThan(6_000);
    }
  });

  it('is never reported for a request that an earlier attempt sent', async () => {
    const { client, server } = await setup({}, { honorsKeys: true });
    await client.lookup(address);
    server.script('skipTraceSingle', (response) => {
      response.socket?.resetAndDestroy();
      void server.close();
    });
    const error = await failure(client.lookup(address));
    expect(error).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
    expect(error.message).toMatch(
      /^The connection to http:\/\/127\.0\.0\.1:\d+ broke after the lookup was sent \([A-Z_]+\)\. The lookup may have been charged; retry with the same idempotencyKey: a server that supports keys doesn't charge twice\.$/,
    );
  });

  it('stays free if the connection is still being made at the timeout', async () => {
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
    const { client, server } = await setup({ timeoutMs: 1_000 });
    server.script('listSkipTraceJobs', reset(), htmlPage(502), stall(), serverError());
    const { data } = await client.raw.GET('/api/user/skip-trace');
    expect(data).toEqual({ jobs: [] });
    expect(server.requests).toHaveLength(5);
  });

  it('that is told to come back in an hour reports the time, without waiting', async () => {
    const { client, server, clock } = await setup();
    server.script('listSkipTraceJobs', reply(503, { error: 'Maintenance' }, { 'retry-after': '3600' }));
    const error = await failure(client.jobs.list());
    expect(error).toMatchObject({ code: 'server_error', status: 503, retryable: true });
    expect(isSkipTraceError(error, 'server_error') && error.retryAt?.getTime()).toBe(clock.now() + 3_600_000);
    expect(server.requests).toHaveLength(1);
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

  it.each([
    'The job is generating, which does not allow this',
    'Generating jobs cannot be cancelled; only pending, uploaded and preview jobs can',
  ])('names the status in a conflict: %s', async (sentence) => {
    const { client, server } = await setup();
    server.script('cancelSkipTraceJob', reply(409, { error: sentence }));
    const cancel = client.raw.POST('/api/user/skip-trace/{jobId}/cancel', { params: { path: { jobId } } });
    expect(await failure(cancel)).toMatchObject({ code: 'conflict', currentStatus: 'generating' });
  });
});

describe('a lookup through the raw client', () => {
  it('names its key and addresses as well if its answer is lost', async () => {
    const { client, server } = await setup();
    const addresses = [{ address: '1 Sandbox Match St' }, { address: '2 Sandbox Miss Blvd' }];
    server.script('skipTraceBulk', reset());
    const error = await failure(client.raw.POST('/api/v1/skip-trace-bulk', { body: { addresses } }));
    expect(isSkipTraceError(error, 'unknown_outcome') && error.addresses).toEqual(addresses);
    expect(error).toMatchObject({ idempotencyKey: server.requests[0]?.headers['idempotency-key'] });
  });
});

describe('a message to support', () => {
  it('is sent without a key', async () => {
    const { client, server } = await setup();
    expect(await client.contact(message)).toEqual({ success: true });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('is not sent twice if its outcome is unclear', async () => {
    const { client, server } = await setup();
    server.script('sendContactMessage', reset());
    expect(await failure(client.contact(message))).toMatchObject({
      code: 'unknown_outcome',
      mayHaveBeenCharged: false,
    });
    expect(server.requests).toHaveLength(1);
  });
});
