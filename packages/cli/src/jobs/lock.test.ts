import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostsOfThisFile } from '../testing/fake-host.js';
import { takeLock } from './lock.js';

const newHost = hostsOfThisFile();

/** A process that has a heartbeat and does nothing else. */
async function otherProcess(socket: string) {
  const program = `require('net').createServer((asking) => asking.destroy()).listen(process.argv[1], () => console.log(1))`;
  const child = spawn(process.execPath, ['-e', program, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

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
    expect(readdirSync(host.cwd)).toEqual(['x.lock.2']);
  });

  it("is held while its holder's heartbeat answers, even if another process has the holder's id by now", async () => {
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    const sign = '.0123456789ab.alive';
    const holder = await otherProcess(path.join(host.cwd, sign));
    // In another container the id means nothing here. In a restarted one it may be the id of this very process.
    writeFileSync(`${lock}.7`, `999999\n${sign}`);
    await expect(takeLock(lock, host)).rejects.toMatchObject({ code: 'busy' });
    writeFileSync(`${lock}.7`, `${host.pid}\n${sign}`);
    await expect(takeLock(lock, host)).rejects.toMatchObject({ code: 'busy' });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const release = await takeLock(lock, host);
    expect(readdirSync(host.cwd)).not.toContain(sign);
    await release();
    expect(readdirSync(host.cwd)).toEqual(['x.lock.8']);
  });

  it("is decided by the process id if the folder doesn't allow sockets", async () => {
    const host = newHost();
    const folder = path.join(host.cwd, 'long'.repeat(30));
    mkdirSync(folder);
    const lock = path.join(folder, 'x.lock');
    const release = await takeLock(lock, host);
    expect(readFileSync(`${lock}.1`, 'utf8')).toBe(String(host.pid));
    await expect(takeLock(lock, host)).rejects.toMatchObject({ code: 'busy' });
    await release();
  });

  it('of a killed process is taken over', async () => {
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    writeFileSync(`${lock}.7`, '999999');
    await expect(takeLock(lock, host)).resolves.toBeTypeOf('function');
  });

  it('removes the draft of a process that was killed while it waited for the lock', async () => {
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    writeFileSync(`${lock}.0b4d2f60-dead`, '999999');
    writeFileSync(`${lock}.0b4d2f60-alive`, String(host.pid));
    const release = await takeLock(lock, host);
    await release();
    expect(readdirSync(host.cwd).sort()).toEqual(['x.lock.0b4d2f60-alive', 'x.lock.1']);
  });

  it('of a dead process goes to exactly one of several that want it', async () => {
    const host = newHost();
    const lock = path.join(host.cwd, 'x.lock');
    writeFileSync(`${lock}.7`, '999999');
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(lock, host)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
