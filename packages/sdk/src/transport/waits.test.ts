import { describe, expect, it } from 'vitest';

import { isSkipTraceError } from '../index.js';
import { failure, setup, until } from '../testing/harness.js';
import { FakeClock, rateLimited, reset } from '../testing/index.js';

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

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

  it('closes the limit also when the call that was refused does not try again itself', async () => {
    const { client, server, clock } = await setup();
    server.script('skipTraceSingle', rateLimited('9'));
    expect(await failure(client.lookup(address, { maxRetries: 0 }))).toMatchObject({ code: 'rate_limited' });
    await client.lookup(address);
    expect(clock.slept).toEqual([9_000]);
    expect(server.requests).toHaveLength(2);
  });

  it('fails a call at once whose deadline would pass before it opens', async () => {
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

  it('does not let a doubt be forgotten when it closes between two attempts', async () => {
    const clock = new FakeClock({ manual: true });
    const { client, server } = await setup({ clock }, { honoursKeys: true });
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
});
