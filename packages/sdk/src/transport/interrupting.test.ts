import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure, setup, until } from '../testing/harness.js';
import { FakeClock, rateLimited, stall, stallInBody } from '../testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

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
    await client.jobs.list(); // Loads undici and connects, which may take longer than the deadline.
    server.script('listSkipTraceJobs', stall());
    const error = await failure(client.jobs.list({ deadlineMs: 120 }));
    expect(error).toMatchObject({ code: 'timeout', limit: 'deadlineMs' });
    // With a deadline for each attempt, the next one would have been sent.
    expect(server.seen('listSkipTraceJobs')).toHaveLength(2);
  });
});

describe('an interrupted call', () => {
  const signalled = () => {
    const controller = new AbortController();
    return { controller, listeners: () => getEventListeners(controller.signal, 'abort').length };
  };
  /** True once the headers of an answer have come, as undici reports through its diagnostics channel. */
  const headersCome = () => {
    let have = false;
    const note = () => void (have = true);
    subscribe('undici:request:headers', note);
    onTestFinished(() => void unsubscribe('undici:request:headers', note));
    return () => have;
  };
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

  it.each([
    ['before the headers', stall()],
    ['in the body', stallInBody()],
  ])('%s ends at once and leaves no listener, timer or socket', async (where, step) => {
    const { client, server } = await setup();
    const headers = headersCome();
    const before = timers();
    server.script('listSkipTraceJobs', step);
    const { controller, listeners } = signalled();
    const call = failure(client.jobs.list({ signal: controller.signal }));
    await until(() => server.requests.length === 1);
    await until(() => listeners() === 1);
    if (where === 'in the body') await until(headers);
    controller.abort();
    expect(await call).toMatchObject({ code: 'aborted', mayHaveBeenCharged: false, attempts: 1 });
    expect(listeners()).toBe(0);
    await until(async () => (await server.connections()) === 0);
    await client.close();
    await until(() => timers() <= before);
  });

  it('in a real wait leaves no listener and no timer', async () => {
    const { client, server } = await setup({ clock: undefined });
    const before = timers();
    server.script('skipTraceSingle', rateLimited('30'));
    const { controller, listeners } = signalled();
    const call = failure(client.lookup(address, { signal: controller.signal }));
    await until(() => server.requests.length === 1);
    setTimeout(() => controller.abort(), 30);
    expect(await call).toMatchObject({ code: 'aborted', mayHaveBeenCharged: false });
    expect(listeners()).toBe(0);
    await client.close();
    await until(() => timers() <= before);
  });

  it("after a lookup's answer began says that it may have been charged", async () => {
    const { client, server } = await setup();
    server.script('skipTraceSingle', stallInBody());
    const { controller, listeners } = signalled();
    const call = failure(client.lookup(address, { signal: controller.signal }));
    await until(() => server.requests.length === 1);
    controller.abort();
    expect(await call).toMatchObject({ code: 'unknown_outcome', cause: { code: 'aborted' } });
    expect(listeners()).toBe(0);
  });

  it('does so with the caller’s own fetch as well', async () => {
    const { client, server } = await setup({ fetch: globalThis.fetch });
    const headers = headersCome();
    server.script('listSkipTraceJobs', stallInBody());
    const { controller, listeners } = signalled();
    const call = failure(client.jobs.list({ signal: controller.signal }));
    await until(headers);
    controller.abort();
    expect(await call).toMatchObject({ code: 'aborted' });
    expect(listeners()).toBe(0);
    await until(async () => (await server.connections()) === 0);
  });

  it('that timed out in the body has released its socket', async () => {
    const { client, server } = await setup({ timeoutMs: 60, maxRetries: 0 });
    server.script('listSkipTraceJobs', stallInBody());
    expect(await failure(client.jobs.list())).toMatchObject({ code: 'timeout', limit: 'timeoutMs' });
    await until(async () => (await server.connections()) === 0);
  });
});
