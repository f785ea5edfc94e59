import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServiceStores } from '../../surfaces/service/engine.js';
import { engines } from '../../testing/engines.js';
import { administer, databaseOf } from '../../testing/postgres.js';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { systemClock } from '../clock.js';
import { randomIds } from '../ids.js';
import { itemAt } from '../lib/item-at.js';
import { silentLogger } from '../logger.js';
import type { QueueOptions, TaskHandler, TaskQueue } from './index.js';

let folder: Temporary<string>;
let stores: ServiceStores;
const queues: TaskQueue[] = [];
const buried: (() => void)[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  const engine = engines.find(({ name }) => name === 'PostgreSQL');
  if (engine === undefined) throw new Error('there is no PostgreSQL');
  stores = await engine.openStores(folder.value);
});
afterEach(async () => {
  for (const bury of buried.splice(0)) bury();
  for (const queue of queues.splice(0)) await queue.stop();
  await stores.database.close();
  await folder.remove();
});

const open = (options: Partial<QueueOptions> = {}): TaskQueue => {
  const queue = stores.openQueue({ clock: systemClock, ids: randomIds, logger: silentLogger }, options);
  queues.push(queue);
  return queue;
};
const gaveUp: TaskHandler['gaveUp'] = () => Promise.resolve();
const add = (subject: string) =>
  stores.database.write((tx) => open().enqueue(tx, { kind: 'work', subject, accountId: 'a', weight: 1 }));
/** Finds the connections that show workers as alive. */
const PRESENCES = `
  SELECT pid FROM pg_stat_activity WHERE datname = $1 AND application_name = 'skiptrace-server worker'`;
const backlog = () => stores.database.read.query<{ kind: string }[]>('SELECT kind FROM tasks');

/** Not a worker's number: those are above zero. */
const NO_WORKER = 0;

it('takes over the task of a dead worker, long before its lease ends', async () => {
  await add('a');
  // Leftover of a killed process: its lease.
  await stores.database.write(async (tx) => {
    await tx.query('UPDATE tasks SET lease_token = $1, lease_until = $2', [
      `${NO_WORKER}:token`,
      systemClock.now() + 3_600_000,
    ]);
  });
  const run = vi.fn(() => Promise.resolve());
  await open({ pollMs: 50, laneMaxWeights: [1] }).work({ work: { run, gaveUp } });
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), { timeout: 5_000 });
  await vi.waitFor(async () => expect(await backlog()).toEqual([]), { timeout: 5_000 });
});

it('does not take over the task of a worker that has reconnected', async () => {
  const started = vi.fn(() => new Promise<void>((resolve) => buried.push(resolve)));
  await add('a');
  await open({ laneMaxWeights: [1] }).work({ work: { run: started, gaveUp } });
  await vi.waitFor(() => expect(started).toHaveBeenCalled(), { timeout: 5_000 });
  const { pathname } = new URL(await databaseOf(folder.value));
  const presences = (client: pg.Client) =>
    client.query<{ pid: number }>(PRESENCES, [pathname.slice(1)]).then(({ rows }) => rows);
  await administer(async (client) => {
    const { pid } = itemAt(await presences(client), 0);
    await client.query('SELECT pg_terminate_backend($1)', [pid]);
    await vi.waitFor(async () => {
      const now = await presences(client);
      expect(now.map((row) => row.pid !== pid)).toEqual([true]);
    });
  });
  for (const bury of buried.splice(0)) bury();
  await vi.waitFor(async () => expect(await backlog()).toEqual([]), { timeout: 5_000 });
  expect(started).toHaveBeenCalledTimes(1);
});

it('is notified of a task by its commit, without polling', async () => {
  const run = vi.fn(() => Promise.resolve());
  await open({ pollMs: 3_600_000 }).work({ work: { run, gaveUp } });
  await add('a');
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), { timeout: 5_000 });
  await vi.waitFor(async () => expect(await backlog()).toEqual([]), { timeout: 5_000 });
});

it('stops while it is starting: at once, or after its first lane has run a task', async () => {
  const atOnce = open();
  const beginning = atOnce.work({ work: { run: () => Promise.resolve(), gaveUp } });
  await atOnce.stop();
  await beginning;
  await add('a');
  // Enough lanes that others still connect when the first task has run.
  const queue = open({ laneMaxWeights: Array.from({ length: 30 }, () => 1) });
  await new Promise<void>((resolve) => {
    void queue.work({ work: { run: () => Promise.resolve(resolve()), gaveUp } });
  });
  await queue.stop();
  const { pathname } = new URL(await databaseOf(folder.value));
  await administer(async (client) => {
    const left = async () => (await client.query(PRESENCES, [pathname.slice(1)])).rows;
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 5_000 });
  });
});
