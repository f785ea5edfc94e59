import net from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { snatch, administer, databaseOf } from '../../../testing/postgres.js';
import { temporaryFolder, type Temporary } from '../../../testing/temporary.js';
import type { HeldLock, LockEvent } from '../../lib/locks.js';
import { advisoryLocks } from './advisory-locks.js';

let folder: Temporary<string>;
let url: string;
let database: string;
let events: LockEvent[];
const held: HeldLock[] = [];
beforeEach(async () => {
  folder = await temporaryFolder();
  url = await databaseOf(folder.value);
  database = new URL(url).pathname.slice(1);
  events = [];
});
afterEach(async () => {
  await Promise.all(held.splice(0).map((lock) => lock.release()));
  await folder.remove();
});

const onChange = (event: LockEvent) => void events.push(event);
const use = async (at = url): Promise<HeldLock> => {
  const lock = await advisoryLocks(at).hold('sandbox', 'shared', { onChange });
  if (lock === null) throw new Error('nobody else holds it');
  held.push(lock);
  return lock;
};
const remove = () => advisoryLocks(url).hold('sandbox', 'exclusive');

/** Ends all connections, as PostgreSQL does when it stops. */
const endConnections = () =>
  administer((client) =>
    client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'skiptrace%'",
      [database],
    ),
  );
const allowConnections = (allowed: boolean) =>
  administer((client) => client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS ${allowed}`));

it('a lock that loses its connection is taken again, and keeps others out as before', async () => {
  const lock = await use();
  await endConnections();
  await expect.poll(() => events).toEqual(['lost', 'held']);
  expect(lock.isHeld()).toBe(true);
  expect(await remove()).toBeNull();
});

it('a lock is not held while PostgreSQL is away, and is taken again once it is back', async () => {
  const lock = await use();
  await allowConnections(false);
  await endConnections();
  await expect.poll(() => lock.isHeld()).toBe(false);
  await allowConnections(true);
  await expect.poll(() => lock.isHeld()).toBe(true);
  expect(events).toEqual(['lost', 'held']);
});

it('a holder is told that others took the lock in between, and has it back when they release it', async () => {
  const lock = await use();
  const giveUp = await snatch(url, 'sandbox');
  await expect.poll(() => events).toEqual(['lost', 'taken']);
  expect(lock.isHeld()).toBe(false);
  await giveUp();
  await expect.poll(() => events).toEqual(['lost', 'taken', 'held']);
});

it('a lock is lost when PostgreSQL stops answering', async () => {
  const at = new URL(url);
  const port = Number(at.port);
  const sockets: net.Socket[] = [];
  const silent = net.createServer((client) => {
    const upstream = net.connect(port, at.hostname);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    sockets.push(client, upstream);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  at.port = String(typeof address === 'object' ? address?.port : '');
  const lock = await use(at.href);
  for (const socket of sockets) socket.unpipe().pause();
  await expect.poll(() => events, { timeout: 25_000 }).toEqual(['lost', 'held']);
  expect(lock.isHeld()).toBe(true);
  await lock.release();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
}, 30_000);

it('a released lock is not taken again', async () => {
  const lock = await use();
  await lock.release();
  const other = await remove();
  expect([lock.isHeld(), other?.isHeld(), events]).toEqual([false, true, []]);
  await other?.release();
});
