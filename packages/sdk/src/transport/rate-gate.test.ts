import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isSkipTraceError, SkipTrace } from '../index.js';
import { apiKey, failure, setup, until, request } from '../testing/harness.js';
import { FakeClock, rateLimited, reset } from '../testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

describe('the gate of a rate limit', () => {
  it('holds back other calls under the refused limit, and only those', async () => {
    const clock = new FakeClock({ manual: true });
    const { client, server } = await setup({ clock });
    server.script('skipTraceSingle', rateLimited('20'));
    const first = client.lookup(address);
    first.catch(() => {});
    await until(() => clock.sleeping === 1);
    const second = client.lookup(address);
    second.catch(() => {});
    await client.raw.GET('/api/user/skip-trace');
    expect(server.seen('skipTraceSingle')).toHaveLength(1);
    clock.advance(20_000);
    await Promise.all([first, second]);
    expect(server.seen('skipTraceSingle')).toHaveLength(3);
  });

  it('closes the limit also if the refused call does not retry', async () => {
    const { client, server, clock } = await setup();
    server.script('skipTraceSingle', rateLimited('9'));
    expect(await failure(client.lookup(address, { maxRetries: 0 }))).toMatchObject({ code: 'rate_limited' });
    await client.lookup(address);
    expect(clock.slept).toEqual([9_000]);
    expect(server.requests).toHaveLength(2);
  });

  it('lets the calls through that make room if another one was refused for a share of its account', async () => {
    const clock = new FakeClock({ manual: true });
    const { client, server } = await setup({ clock });
    const job = await client.jobs.create(request);
    const full = { ...rateLimited('5'), headers: { 'retry-after': '5', 'ratelimit-remaining': '2990' } };
    server.script('createSkipTraceJob', full);
    const another = client.jobs.create(request);
    another.catch(() => {});
    await until(() => clock.sleeping === 1);
    expect(await job.cancel()).toMatchObject({ status: 'cancelled' });
    clock.advance(5_000);
    await another;
    expect(server.seen('createSkipTraceJob')).toHaveLength(3);
  });

  it('fails a call at once if its deadline would pass before it opens', async () => {
    const clock = new FakeClock({ manual: true });
    const { client, server } = await setup({ clock });
    server.script('skipTraceSingle', rateLimited('20'));
    const first = client.lookup(address);
    await until(() => clock.sleeping === 1);
    const error = await failure(client.lookup(address, { deadlineMs: 5_000 }));
    expect(error).toMatchObject({ code: 'rate_limited', attempts: 0, mayHaveBeenCharged: false });
    expect(isSkipTraceError(error, 'rate_limited') && error.retryAt?.getTime()).toBe(clock.now() + 20_000);
    expect(server.requests).toHaveLength(1);
    clock.advance(20_000);
    await first;
  });

  it('does not drop a doubt if it closes between two attempts', async () => {
    const clock = new FakeClock({ manual: true });
    const { client, server } = await setup({ clock }, { honorsKeys: true });
    await client.lookup(address);
    server.script('skipTraceSingle', reset());
    const doubtful = failure(client.lookup(address, { deadlineMs: 10_000 }));
    await until(() => clock.sleeping === 1);
    server.script('skipTraceSingle', rateLimited('30'));
    const other = client.lookup(address);
    await until(() => clock.sleeping === 2);
    clock.advance(1_000);
    expect(await doubtful).toMatchObject({
      code: 'unknown_outcome',
      mayHaveBeenCharged: true,
      cause: { code: 'rate_limited' },
    });
    clock.advance(30_000);
    await other;
  });

  it('ends a call that waits in its queue at its signal, and lets the others continue', async () => {
    const clock = new FakeClock({ manual: true });
    const { client, server } = await setup({ clock });
    server.script('skipTraceSingle', rateLimited('20'));
    const first = client.lookup(address);
    await until(() => clock.sleeping === 1);
    const controller = new AbortController();
    const second = failure(client.lookup(address, { signal: controller.signal }));
    const third = client.lookup(address);
    controller.abort();
    expect(await second).toMatchObject({ code: 'aborted', attempts: 0 });
    clock.advance(20_000);
    await Promise.all([first, third]);
    expect(server.requests).toHaveLength(3);
  });

  it('continues to wait as long as some calls get through, and gives up if none do', async () => {
    const { client, server, clock } = await setup();
    server.script('skipTraceSingle', ...Array.from({ length: 9 }, () => rateLimited('20')));
    const error = await failure(client.lookup(address));
    // More often than maxRetries (4), and for longer than maxRetryAfterMs (60 s).
    expect(error).toMatchObject({ code: 'rate_limited', attempts: 5 });
    expect(clock.slept).toEqual([20_000, 20_000, 20_000, 20_000]);
  });
});

/** A service that accepts a number of requests in each one-second window, on the client's own clock. */
async function limitedService(clock: FakeClock, { limit, headers }: { limit: number; headers: boolean }) {
  const seen = { taken: 0, refused: 0 };
  const windows = new Map<number, number>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const now = clock.monotonic();
      const window = Math.floor(now / 1_000);
      const used = (windows.get(window) ?? 0) + 1;
      windows.set(window, used);
      const rateHeaders = headers && {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(Math.max(0, limit - used)),
        'ratelimit-reset': String(Math.ceil(window + 1 - now / 1_000)),
      };
      const json = { 'content-type': 'application/json', ...rateHeaders };
      if (used > limit) {
        seen.refused += 1;
        response.writeHead(429, { ...json, 'retry-after': '1' }).end('{"error":"Too many requests"}');
      } else {
        seen.taken += 1;
        response.writeHead(200, json).end('{"success":true,"found":false,"contact":null}');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new SkipTrace({
    apiKey,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clock,
  });
  const close = async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { client, seen, close };
}

describe.each([
  ['that says what remains', { limit: 20, headers: true }, 200],
  ['that does not', { limit: 20, headers: false }, 900],
])('200 lookups at once under a limit of 20 a second %s', (_, service, mostRefused) => {
  it('are all answered', async () => {
    const { client, seen } = await limitedService(new FakeClock(), service);
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.lookup(address)));
    expect(answers.filter(({ found }) => !found)).toHaveLength(200);
    expect(seen.taken).toBe(200);
    // The 180 refused at first, and hardly any after that if the server says how many remain.
    expect(seen.refused).toBeLessThanOrEqual(mostRefused);
  });
});

it('with any limit, and even if some calls give up, all others are answered', async () => {
  const runs = fc.record({
    limit: fc.integer({ min: 1, max: 30 }),
    headers: fc.boolean(),
    calls: fc.integer({ min: 1, max: 60 }),
    givesUp: fc.func(fc.boolean()),
  });
  await fc.assert(
    fc.asyncProperty(runs, async ({ limit, headers, calls, givesUp }) => {
      const { client, seen, close } = await limitedService(new FakeClock(), { limit, headers });
      const outcomes = await Promise.all(
        Array.from({ length: calls }, async (_each, nth) => {
          const controller = new AbortController();
          const call = client.lookup(address, { signal: controller.signal });
          if (givesUp(nth)) setImmediate(() => controller.abort());
          return call.then(
            () => 'answered',
            (error: unknown) => (givesUp(nth) && isSkipTraceError(error) ? 'gave up' : String(error)),
          );
        }),
      );
      expect(outcomes.filter((outcome) => outcome !== 'answered' && outcome !== 'gave up')).toEqual([]);
      expect(seen.taken).toBeGreaterThanOrEqual(outcomes.filter((outcome) => outcome === 'answered').length);
      await close();
    }),
    { numRuns: 25 },
  );
});
