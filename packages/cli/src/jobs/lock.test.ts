import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type FakeHost, hostsOfThisFile } from '../testing/fake-host.js';
import { takeLock } from './lock.js';

const newHost = hostsOfThisFile();

/** Makes a lock that `holder` has, and last renewed `secondsAgo`. */
function heldBy(host: FakeHost, holder: { pid: number; hostname: string }, secondsAgo = 0): string {
  const lock = path.join(host.cwd, 'x.lock');
  const time = Date.now() / 1000 - secondsAgo;
  writeFileSync(`${lock}.7`, JSON.stringify(holder));
  utimesSync(`${lock}.7`, time, time);
  return lock;
}

describe('a lock', () => {
  it('is held by one process at a time', async () => {
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    const { release } = await takeLock(lock, host);
    await expect(takeLock(lock, host)).rejects.toMatchObject({ code: 'busy', retryable: true });
    await release();
    await (await takeLock(lock, host)).release();
    expect(readdirSync(host.cwd)).toEqual(['x.lock.2']);
  });

  it('is held while its holder renews it, also on another machine, where the process id means nothing', async () => {
    const host = newHost();
    const lock = heldBy(host, { pid: 999_999, hostname: 'elsewhere' });
    await expect(takeLock(lock, host)).rejects.toMatchObject({ code: 'busy' });
    heldBy(host, { pid: 999_999, hostname: 'elsewhere' }, 60);
    await expect(takeLock(lock, host)).resolves.toBeDefined();
  });

  it('of a killed process is taken over at once, or after a day if another has its id by now', async () => {
    const host = newHost();
    const { hostname, pid } = host;
    await (await takeLock(heldBy(host, { pid: 999_999, hostname }), host)).release();
    expect(readdirSync(host.cwd)).toEqual(['x.lock.8']);
    const other = newHost();
    await expect(takeLock(heldBy(other, { pid, hostname }, 25 * 60 * 60), other)).resolves.toBeDefined();
  });

  it('stays held for as long as the holder lives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    const { release } = await takeLock(lock, host);
    utimesSync(`${lock}.1`, 0, 0);
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(takeLock(lock, host)).rejects.toMatchObject({ code: 'busy' }));
    await release();
  });

  it('of a stopped process of this machine stays held, however long it was not renewed', async () => {
    const host = newHost();
    const { hostname, pid } = host;
    await expect(takeLock(heldBy(host, { pid, hostname }, 60), host)).rejects.toMatchObject({ code: 'busy' });
  });

  it('is no longer held by a process from which another took it', async () => {
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    const first = await takeLock(lock, Object.create(host, { hostname: { value: 'elsewhere' } }) as FakeHost);
    expect(await first.isHeld()).toBe(true);
    utimesSync(`${lock}.1`, 0, 0);
    const second = await takeLock(lock, host);
    expect([await first.isHeld(), await second.isHeld()]).toEqual([false, true]);
    await second.release();
    await first.release();
  });

  it('of a dead process goes to exactly one of several that want it', async () => {
    const host = newHost();
    const lock = heldBy(host, { pid: 999_999, hostname: host.hostname });
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(lock, host)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
