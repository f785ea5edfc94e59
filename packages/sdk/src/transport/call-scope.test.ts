import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SkipTrace } from '../index.js';
import { apiKey, failure, setup, until } from '../testing/harness.js';
import { FakeClock, rateLimited, reply, ScenarioServer, serverError, stall } from '../testing/index.js';
import { CallScope, Ending } from './call-scope.js';

const address = '100 Sandbox Match St';

describe('close()', () => {
  it('ends waiting calls, and sends nothing for them afterwards', async () => {
    const clock = new FakeClock({ manual: true });
    const { client, server } = await setup({ clock });
    server.script('skipTraceSingle', rateLimited('20'));
    server.script('listSkipTraceJobs', serverError());
    const rateLimitedCall = failure(client.lookup(address));
    await until(() => clock.sleeping === 1);
    const gated = failure(client.lookup(address));
    const backedOff = failure(client.jobs.list());
    await until(() => clock.sleeping === 2);
    const sent = server.requests.length;
    await client.close();
    for (const call of [rateLimitedCall, gated, backedOff]) {
      expect(await call).toMatchObject({ code: 'aborted', mayHaveBeenCharged: false });
    }
    // Nothing waits that could send more.
    expect(clock.sleeping).toBe(0);
    expect(server.requests).toHaveLength(sent);
  });

  it('ends a pending call, and says that a lookup may have been charged', async () => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', stall());
    server.script('listSkipTraceJobs', stall());
    const lookup = failure(client.lookup(address));
    const list = failure(client.jobs.list());
    await until(() => server.requests.length === 2);
    await client.close();
    expect(await lookup).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true });
    expect(await list).toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('closed') as string,
    });
    expect(server.requests).toHaveLength(2);
  });

  it('can be called twice', async () => {
    const { client } = await setup();
    await client.lookup(address);
    await client.close();
    await expect(client.close()).resolves.toBeUndefined();
  });
});

describe('a scope', () => {
  const scope = (clock: FakeClock, deadlineMs: number, signal?: AbortSignal) =>
    new CallScope(clock, new Ending(), { deadlineAt: clock.monotonic() + deadlineMs, deadlineMs, signal });

  it('ends a wait at the deadline of the whole call', async () => {
    const clock = new FakeClock();
    const call = scope(clock, 1_000);
    await call.sleep(600);
    expect(await failure(call.sleep(600))).toMatchObject({ code: 'timeout', limit: 'deadlineMs' });
    expect(clock.slept).toEqual([600, 400]);
    expect(await failure(call.sleep(1))).toMatchObject({ code: 'timeout' });
  });

  it('gives a part of the call no more time than the call has', () => {
    const clock = new FakeClock();
    const call = scope(clock, 1_000);
    expect(call.within({ deadlineMs: 5_000, signal: undefined }).leftMs).toBe(1_000);
    expect(call.within({ deadlineMs: 200, signal: undefined }).leftMs).toBe(200);
  });
});

it('puts one listener on a signal that many calls share', async () => {
  const { client, server } = await setup();
  for (let i = 0; i < 11; i++) server.script('skipTraceSingle', stall());
  const controller = new AbortController();
  const calls = Array.from({ length: 11 }, () =>
    failure(client.lookup(address, { signal: controller.signal })),
  );
  await until(() => server.requests.length === 11);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort();
  await Promise.all(calls);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
});

it('waits the right time if the computer’s clock is changed during the wait', async () => {
  const server = await ScenarioServer.start();
  const clock = new FakeClock({ manual: true });
  const client = new SkipTrace({ apiKey, baseUrl: server.url, clock });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  server.script('listSkipTraceJobs', reply(503, '<p>', { 'retry-after': '20' }));
  const list = client.jobs.list({ deadlineMs: 30_000 });
  await until(() => clock.sleeping === 1);
  // Two hours forward: a deadline on the wall clock would be over.
  vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 7_200_000);
  clock.advance(20_000);
  await expect(list).resolves.toEqual([]);
  expect(clock.slept).toEqual([20_000]);
});
