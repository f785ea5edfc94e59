import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostsOfThisFile } from '../testing/with-host.js';
import { takeLock } from './lock.js';

const newHost = hostsOfThisFile();

describe('a lock', () => {
  it('is held by one process at a time', async () => {
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    const release = await takeLock(lock, host);
    await expect(takeLock(lock, host)).rejects.toMatchObject({ code: 'busy', retryable: true });
    await release();
    await (
      await takeLock(lock, host)
    )();
    expect(readdirSync(host.cwd).filter((name) => name.startsWith('x.lock'))).toEqual(['x.lock.2']);
  });

  it('of a killed process is taken over', async () => {
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    writeFileSync(`${lock}.7`, '999999');
    await expect(takeLock(lock, host)).resolves.toBeTypeOf('function');
  });

  it('leaves no draft of a process that was killed while it wanted it', async () => {
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    writeFileSync(`${lock}.0b4d2f60-dead`, '999999');
    writeFileSync(`${lock}.0b4d2f60-alive`, String(host.pid));
    await takeLock(lock, host);
    expect(readdirSync(host.cwd).sort()).toEqual(['x.lock.0b4d2f60-alive', 'x.lock.1']);
  });

  it('goes to exactly one of many that want a dead one’s', async () => {
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    writeFileSync(`${lock}.7`, '999999');
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(lock, host)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
