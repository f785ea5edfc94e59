import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceStores } from '../../surfaces/service/engine.js';
import { engines } from '../../testing/engines.js';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import type { Database } from '../database/index.js';
import { randomIds } from '../ids.js';
import { silentLogger } from '../logger.js';
import {
  TaskPostponedError,
  type QueueEvent,
  type QueueOptions,
  type Task,
  type TaskHandler,
  type TaskQueue,
} from './index.js';

const clock = { time: 1_000_000, now: () => clock.time };
const SOON = { timeout: 45_000, interval: 5 };
const QUICK = { pollMs: 5, heartbeatMs: 100 };

const task = (subject: string, weight = 1, accountId = subject) => ({
  kind: 'work',
  subject,
  accountId,
  weight,
});
const silent: TaskHandler = { run: () => Promise.resolve(), gaveUp: () => Promise.resolve() };

describe.each(engines)('the task queue on $name', ({ openStores }) => {
  let folder: Temporary<string>;
  let stores: ServiceStores;
  let database: Database;
  const queues: TaskQueue[] = [];
  /** Cleanup functions that end killed workers after the test. */
  const buried: (() => void)[] = [];

  beforeEach(async () => {
    folder = await temporaryFolder();
    stores = await openStores(folder.value);
    ({ database } = stores);
  });
  afterEach(async () => {
    for (const bury of buried.splice(0)) bury();
    for (const queue of queues.splice(0)) await queue.stop();
    await database.close();
    await folder.remove();
  });

  const open = (options: Partial<QueueOptions>): TaskQueue =>
    stores.openQueue({ clock, ids: randomIds, logger: silentLogger }, options);
  const left = async () => (await open({}).backlog()).reduce((tasks, { tasks: ofKind }) => tasks + ofKind, 0);
  const done = () => vi.waitFor(async () => expect(await left()).toBe(0), SOON);
  /** Number of events by worker. */
  const events = new WeakMap<TaskQueue, Record<QueueEvent, number>>();
  /** Resolves after two more events of this kind, because the first may have begun earlier. */
  const twiceMore = async (queue: TaskQueue, event: QueueEvent) => {
    const counted = events.get(queue);
    if (counted === undefined) throw new Error('this is no worker of the test');
    const before = counted[event];
    await vi.waitFor(() => expect(counted[event]).toBeGreaterThanOrEqual(before + 2), SOON);
  };
  const worker = (
    run: TaskHandler['run'],
    { gaveUp = silent.gaveUp, ...options }: Partial<QueueOptions & TaskHandler> = {},
  ) => {
    const counted = { idle: 0, extended: 0 };
    const queue = open({ ...QUICK, onEvent: (event) => (counted[event] += 1), ...options });
    events.set(queue, counted);
    queues.push(queue);
    void queue.work({ work: { run, gaveUp } });
    return queue;
  };
  /** A worker that is killed with the first task it gets. */
  const killed = async (options: Partial<QueueOptions> = {}) => {
    const started = vi.fn(() => new Promise<void>((resolve) => buried.push(resolve)));
    // One lane: another would still be alive and could take the task itself.
    const dead = open({ ...QUICK, heartbeatMs: 1_000_000, laneMaxWeights: [1], ...options });
    queues.push(dead);
    void dead.work({ work: { run: started, gaveUp: silent.gaveUp } });
    await vi.waitFor(() => expect(started).toHaveBeenCalled(), SOON);
  };
  const add = (...tasks: ReturnType<typeof task>[]) =>
    database.write(async (tx) => {
      for (const each of tasks) await open({}).enqueue(tx, each);
    });

  it('runs a task and removes it', async () => {
    const seen: string[] = [];
    const queue = worker(({ subject }) => Promise.resolve(void seen.push(subject)));
    await database.write((tx) => queue.enqueue(tx, task('a')));
    await done();
    expect(seen).toEqual(['a']);
  });

  it('starts a task added in this process without waiting for a poll', async () => {
    const started = vi.fn(() => Promise.resolve());
    const queue = worker(started, { pollMs: 60_000, laneMaxWeights: [1, 1] });
    await twiceMore(queue, 'idle');
    await database.write(async (tx) => {
      await queue.enqueue(tx, task('a'));
      // The commit of a slow disk comes later than a look at what is committed.
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await vi.waitFor(() => expect(started).toHaveBeenCalled(), { timeout: 1_000, interval: 2 });
    await done();
  });

  it('finds tasks that another process added, oldest first', async () => {
    const seen: string[] = [];
    await add(task('a'));
    clock.time += 1;
    await add(task('b'), task('c'));
    worker(({ subject }) => Promise.resolve(void seen.push(subject)), { laneMaxWeights: [1] });
    await done();
    expect(seen[0]).toBe('a');
    expect(seen.sort()).toEqual(['a', 'b', 'c']);
  });

  it('runs task kinds with separate lanes only there, and no others there', async () => {
    const seen: string[] = [];
    const slow = vi.fn(() => new Promise<void>((resolve) => buried.push(resolve)));
    const queue = open({ ...QUICK, laneMaxWeights: [1], apart: { slow: 2 } });
    queues.push(queue);
    void queue.work({
      slow: { run: slow, gaveUp: silent.gaveUp },
      work: { run: ({ subject }) => Promise.resolve(void seen.push(subject)), gaveUp: silent.gaveUp },
    });
    await add(...['s1', 's2', 's3'].map((subject) => ({ ...task(subject), kind: 'slow' })));
    await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(2), SOON);
    await add(task('a'), task('b'));
    await vi.waitFor(() => expect(seen.sort()).toEqual(['a', 'b']), SOON);
    expect(slow).toHaveBeenCalledTimes(2);
  });

  it('adds nothing when the unit of work fails', async () => {
    const queue = open({});
    const failing = database.write(async (tx) => {
      await queue.enqueue(tx, task('a'));
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await left()).toBe(0);
  });

  it('holds one task of a kind and subject at a time', async () => {
    await add(task('a'), task('a'));
    await add(task('a'));
    expect(await left()).toBe(1);
  });

  it('gives a task to one of many workers', async () => {
    const seen: string[] = [];
    const subjects = Array.from({ length: 30 }, (__, index) => `s${index}`);
    await add(...subjects.map((subject) => task(subject)));
    for (let count = 0; count < 4; count++) worker(({ subject }) => Promise.resolve(void seen.push(subject)));
    await done();
    expect(seen.sort()).toEqual(subjects.sort());
  });

  it('tries again after a failure, later and later, and gives up after three', async () => {
    const tries: number[] = [];
    const gaveUp = vi.fn(() => Promise.resolve());
    const fail = () => {
      tries.push(clock.time);
      return Promise.reject(new Error('broken'));
    };
    const start = clock.time;
    await add(task('a'));
    const queue = worker(fail, { gaveUp, laneMaxWeights: [1] });
    await vi.waitFor(() => expect(tries).toHaveLength(1), SOON);
    await twiceMore(queue, 'idle');
    expect(tries).toHaveLength(1);
    while (tries.length < 3) {
      clock.time += 100;
      await twiceMore(queue, 'idle');
    }
    await done();
    const [, second = 0, third = 0] = tries.map((time) => time - start);
    expect(second).toBeGreaterThanOrEqual(1_000);
    expect(third - second).toBeGreaterThanOrEqual(4_000);
    expect(gaveUp).toHaveBeenCalledTimes(1);
    expect(tries).toHaveLength(3);
  });

  it('repeats giving up until that succeeds', async () => {
    let refusals = 3;
    const gaveUp = vi.fn(() => (refusals-- > 0 ? Promise.reject(new Error('disk full')) : Promise.resolve()));
    await add(task('a'));
    const passing = setInterval(() => (clock.time += 10_000), 5);
    // One lane: on this racing clock a second one would find the first one's lease run out.
    worker(() => Promise.reject(new Error('broken')), { gaveUp, laneMaxWeights: [1] });
    await done();
    clearInterval(passing);
    expect(gaveUp).toHaveBeenCalledTimes(4);
  });

  it('counts no failure when a task has to wait', async () => {
    let waits = 10;
    const gaveUp = vi.fn(() => Promise.resolve());
    await add(task('a'));
    const passing = setInterval(() => (clock.time += 1_000), 5);
    worker(() => (waits-- > 0 ? Promise.reject(new TaskPostponedError(5_000)) : Promise.resolve()), {
      gaveUp,
      laneMaxWeights: [1],
    });
    await done();
    clearInterval(passing);
    expect(waits).toBe(-1);
    expect(gaveUp).not.toHaveBeenCalled();
  });

  it('takes over the task of a killed worker when its lease ends, not before', async () => {
    await add(task('a'));
    await killed({ leaseMs: 6_000 });
    const successor = vi.fn(() => Promise.resolve());
    const next = worker(successor, { laneMaxWeights: [1] });
    clock.time += 5_999;
    await twiceMore(next, 'idle');
    expect(successor).not.toHaveBeenCalled();
    clock.time += 1;
    await done();
    expect(successor).toHaveBeenCalledTimes(1);
  });

  it('never takes over the task of a living worker, however long it takes', async () => {
    await add(task('a'));
    let finish: () => void = () => undefined;
    const slow = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const thief = vi.fn(() => Promise.resolve());
    // Slow enough that each extension ends before the next begins, so that events are counted in order.
    const living = worker(slow, { leaseMs: 6_000, heartbeatMs: 100 });
    await vi.waitFor(() => expect(slow).toHaveBeenCalled(), SOON);
    const other = worker(thief, { laneMaxWeights: [1] });
    for (let step = 0; step < 10; step++) {
      clock.time += 3_000;
      await twiceMore(living, 'extended');
    }
    await twiceMore(other, 'idle');
    finish();
    await done();
    expect(thief).not.toHaveBeenCalled();
  });

  it('extends its lease with one request at a time, however slow the database is', async () => {
    await add(task('a'));
    let finish: () => void = () => undefined;
    const slow = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    worker(slow, { leaseMs: 6_000, heartbeatMs: 5, laneMaxWeights: [1] });
    await vi.waitFor(() => expect(slow).toHaveBeenCalled(), SOON);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const write = database.write.bind(database);
    const asked = vi.spyOn(database, 'write').mockImplementation(async (work) => {
      await answered;
      return write(work);
    });
    const goOn = () => {
      answer();
      asked.mockRestore();
      finish();
    };
    buried.push(goOn);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), SOON);
    let beats = 0;
    const beating = setInterval(() => (beats += 1), 5);
    await vi.waitFor(() => expect(beats).toBeGreaterThan(20), SOON);
    clearInterval(beating);
    expect(asked).toHaveBeenCalledTimes(1);
    goOn();
    await done();
  });

  it('aborts the task of a worker that has lost its lease, and does not count that as a failure', async () => {
    await add(task('a'));
    const [started, lost] = [vi.fn(), vi.fn()];
    const stunned = worker(
      async (_task, signal) => {
        started();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        lost();
        signal.throwIfAborted();
      },
      { heartbeatMs: 60, leaseMs: 1, laneMaxWeights: [1] },
    );
    await vi.waitFor(() => expect(started).toHaveBeenCalled(), SOON);
    const passing = setInterval(() => (clock.time += 2), 5);
    const seen: Task[] = [];
    worker((each) => Promise.resolve(void seen.push(each)), { leaseMs: 60_000 });
    await done();
    clearInterval(passing);
    await vi.waitFor(() => expect(lost).toHaveBeenCalled(), SOON);
    await stunned.stop();
    expect(seen.map(({ failures }) => failures)).toEqual([0]);
  });

  it('leaves a task in hand to the next worker when it is stopped', async () => {
    await add(task('a'));
    const started = vi.fn();
    const queue = worker(async (_task, signal) => {
      started();
      while (!signal.aborted) await sleep(2);
      signal.throwIfAborted();
    });
    await vi.waitFor(() => expect(started).toHaveBeenCalled(), SOON);
    await queue.stop();
    expect(await left()).toBe(1);
    const seen: Task[] = [];
    worker((each) => Promise.resolve(void seen.push(each)));
    await done();
    expect(seen.map(({ failures }) => failures)).toEqual([0]);
  });

  it('does not let a small task wait behind a large one', async () => {
    const seen: string[] = [];
    let finish: () => void = () => undefined;
    await add(task('large', 1_000));
    clock.time += 1;
    await add(task('larger', 2_000), task('small', 10));
    worker(
      async ({ subject, weight }) => {
        seen.push(subject);
        if (weight >= 1_000) await new Promise<void>((resolve) => (finish = resolve));
      },
      { laneMaxWeights: [1_000_000, 100] },
    );
    await vi.waitFor(() => expect(seen).toEqual(expect.arrayContaining(['large', 'small'])), SOON);
    expect(seen).toHaveLength(2);
    finish();
    await vi.waitFor(() => expect(seen).toHaveLength(3), SOON);
    finish();
    await done();
  });

  it('gives each account its share of the workers and no more', async () => {
    const running = new Set<string>();
    const finish = new Map<string, () => void>();
    const work: TaskHandler['run'] = async ({ subject }) => {
      running.add(subject);
      await new Promise<void>((resolve) => finish.set(subject, resolve));
      running.delete(subject);
    };
    await add(task('a1', 1, 'a'), task('a2', 1, 'a'), task('a3', 1, 'a'));
    clock.time += 1;
    await add(task('b1', 1, 'b'));
    const queue = worker(work, { laneMaxWeights: [1, 1, 1, 1], atOncePerAccount: 2 });
    await vi.waitFor(() => expect(running.size).toBe(3), { timeout: 5_000 });
    // Four could run, but the third of `a` is over its share.
    await twiceMore(queue, 'idle');
    const ofA = [...running].filter((subject) => subject.startsWith('a'));
    expect([ofA.length, running.has('b1')]).toEqual([2, true]);
    finish.get(ofA[0] ?? '')?.();
    const third = ['a1', 'a2', 'a3'].find((subject) => !ofA.includes(subject)) ?? '';
    await vi.waitFor(() => expect(running).toContain(third), { timeout: 5_000 });
    for (const end of finish.values()) end();
    await done();
  });

  it('prefers the account with the fewest running tasks', async () => {
    const seen: string[] = [];
    const finish: (() => void)[] = [];
    await add(task('a1', 1, 'a'), task('a2', 1, 'a'));
    clock.time += 1;
    await add(task('b1', 1, 'b'));
    worker(
      async ({ subject }) => {
        seen.push(subject);
        await new Promise<void>((resolve) => finish.push(resolve));
      },
      { laneMaxWeights: [1, 1] },
    );
    await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 5_000 });
    expect(seen).toContain('b1');
    for (const end of finish) end();
    await vi.waitFor(() => expect(seen).toHaveLength(3), { timeout: 5_000 });
    finish.at(-1)?.();
    await done();
  });

  it('serves accounts in turn, with one lane too: no account waits for all tasks that another has queued', async () => {
    const seen: string[] = [];
    await add(...['a1', 'a2', 'a3', 'a4', 'a5'].map((subject) => task(subject, 1, 'a')));
    clock.time += 1;
    await add(task('b1', 1, 'b'), task('b2', 1, 'b'), task('c1', 1, 'c'));
    worker(
      ({ subject }) => {
        clock.time += 1;
        seen.push(subject.slice(0, 1));
        return Promise.resolve();
      },
      { laneMaxWeights: [1] },
    );
    await done();
    expect(seen.join('')).toBe('abcabaaa');
  });

  it('aborts a task that takes too long, counts that as a failure, and serves others meanwhile', async () => {
    const seen: string[] = [];
    const gaveUp = vi.fn(() => Promise.resolve());
    const queue = open({ ...QUICK, laneMaxWeights: [1] });
    queues.push(queue);
    await add(task('endless', 1, 'a'));
    clock.time += 1;
    await add(task('next', 1, 'b'));
    void queue.work({
      work: {
        run: async ({ subject, failures }, signal) => {
          seen.push(`${subject} ${failures}`);
          if (subject !== 'endless') return;
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          signal.throwIfAborted();
        },
        maxRunMs: () => 20,
        gaveUp,
      },
    });
    await vi.waitFor(() => expect(seen).toEqual(['endless 0', 'next 0']), { timeout: 5_000 });
    const passing = setInterval(() => (clock.time += 1_000), 5);
    await done();
    clearInterval(passing);
    expect(seen).toEqual(['endless 0', 'next 0', 'endless 1', 'endless 2']);
    expect(gaveUp).toHaveBeenCalledTimes(1);
  });

  it('gives up a task after too many lost workers', async () => {
    await add(task('deadly'));
    for (let kills = 0; kills < 21; kills++) {
      await killed({ leaseMs: 6_000 });
      clock.time += 6_000;
    }
    const run = vi.fn(() => Promise.resolve());
    const gaveUp = vi.fn(() => Promise.resolve());
    worker(run, { gaveUp });
    await done();
    expect(run).not.toHaveBeenCalled();
    expect(gaveUp).toHaveBeenCalledTimes(1);
  });

  it('takes over the tasks of killed workers at once as the sole worker', async () => {
    await add(task('a'));
    await killed();
    const successor = vi.fn(() => Promise.resolve());
    worker(successor, { soleWorker: true });
    await done();
    expect(successor).toHaveBeenCalledTimes(1);
  });
});
