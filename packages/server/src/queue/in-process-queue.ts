import type { EntityManager } from 'typeorm';
import { MS_PER_SECOND, type Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { faultForLog } from '../fault-for-log.js';
import type { Ids } from '../ids.js';
import type { Logger } from '../logger.js';
import { Bell } from './bell.js';
import {
  TaskOverrunError,
  TaskPostponedError,
  type NewTask,
  type Task,
  type TaskHandler,
  type TaskHandlers,
  type TaskQueue,
} from './task-queue.js';
import { TaskStore, type Claim, type Wanted } from './task-store.js';

export interface QueueOptions {
  /**
   * How long a task belongs to a worker that says nothing: after a kill the task waits at most this long. Safe at any
   * value, because whoever lost a lease can change nothing any more.
   */
  leaseMs: number;
  /** How often a worker extends its lease. */
  heartbeatMs: number;
  /** How often to look for tasks of other processes, and for those whose time has come. */
  pollMs: number;
  /** The heaviest task each lane takes; as many tasks run at once as there are lanes. */
  laneMaxWeights: readonly number[];
  /** Tasks of one account that run at the same time, over all processes. */
  atOncePerAccount: number;
}

/** A file of some 25,000 rows. */
const SMALL_BYTES = 5_000_000;

/** So many tasks at once: the last lane is for small ones alone, so that they do not wait behind large ones. */
export const lanes = (atOnce: number): number[] =>
  Array.from({ length: atOnce }, (_, lane) =>
    lane > 0 && lane === atOnce - 1 ? SMALL_BYTES : Number.MAX_SAFE_INTEGER,
  );

const DEFAULTS: QueueOptions = {
  leaseMs: 6 * MS_PER_SECOND,
  heartbeatMs: 2 * MS_PER_SECOND,
  pollMs: MS_PER_SECOND,
  laneMaxWeights: lanes(2),
  atOncePerAccount: 1,
};

/** Tasks in the service's own database, run by this process; several processes may work on one database. */
export class InProcessTaskQueue implements TaskQueue {
  readonly #tasks: TaskStore;
  readonly #options: QueueOptions;
  readonly #stopping = new AbortController();
  readonly #lanes: { bell: Bell; done: Promise<void> }[] = [];

  constructor(
    database: Database,
    clock: Clock,
    ids: Ids,
    private readonly logger: Logger,
    options: Partial<QueueOptions> = {},
  ) {
    this.#options = { ...DEFAULTS, ...options };
    this.#tasks = new TaskStore(database, clock, ids, this.#options.leaseMs);
  }

  async enqueue(tx: EntityManager, task: NewTask): Promise<void> {
    await this.#tasks.enqueue(tx, task);
    // A claim is a unit of work itself and so comes after the commit of this one.
    for (const { bell } of this.#lanes) bell.ring();
  }

  takeOver(): Promise<void> {
    return this.#tasks.endLeases();
  }

  work(handlers: TaskHandlers): void {
    const { laneMaxWeights, atOncePerAccount } = this.#options;
    const kinds = Object.keys(handlers);
    for (const maxWeight of laneMaxWeights) {
      const bell = new Bell();
      bell.ring();
      this.#lanes.push({
        bell,
        done: this.#serve({ kinds, maxWeight, atOncePerAccount }, bell, handlers),
      });
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The worker stops.'));
    for (const { bell } of this.#lanes) bell.ring();
    await Promise.all(this.#lanes.map(({ done }) => done));
  }

  async #serve(wanted: Wanted, bell: Bell, handlers: TaskHandlers): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const rung = await bell.wait(this.#options.pollMs);
      try {
        if (!rung && !(await this.#tasks.anyDue(wanted))) continue;
        let claim: Claim | null;
        while (!this.#stopping.signal.aborted && (claim = await this.#tasks.claim(wanted)) !== null) {
          await this.#run(claim, handlers);
        }
      } catch (error) {
        // The database cannot be written to (a full disk): leases run out by themselves, and the next look tries again.
        this.logger.error(faultForLog(error), 'the queue could not reach its tasks');
        await bell.wait(this.#options.pollMs);
      }
    }
  }

  async #run(claim: Claim, handlers: TaskHandlers): Promise<void> {
    const { task, exhausted } = claim;
    const handler = handlers[task.kind];
    if (handler === undefined) throw new Error(`There is no handler for tasks of the kind ${task.kind}.`);
    const lease = this.#holdLease(claim);
    const left = AbortSignal.any([this.#stopping.signal, lease.lost]);
    const overrun = limitOf(handler, task);
    const signal = AbortSignal.any([left, overrun.signal]);
    const about = { kind: task.kind, subject: task.subject, failures: task.failures };
    try {
      await (exhausted ? handler.gaveUp(task) : handler.run(task, signal));
      await this.#tasks.complete(claim);
      this.logger.info(about, exhausted ? 'task given up' : 'task done');
    } catch (error) {
      if (left.aborted) {
        this.logger.info(
          about,
          lease.lost.aborted ? 'task taken over by another worker' : 'task left for later',
        );
        await this.#tasks.release(claim);
      } else if (error instanceof TaskPostponedError) {
        this.logger.warn({ ...about, ...faultForLog(error.cause), delayMs: error.delayMs }, 'task postponed');
        await this.#tasks.postpone(claim, error.delayMs);
      } else {
        this.logger.error({ ...about, ...faultForLog(error) }, 'task failed');
        await this.#tasks.fail(claim);
      }
    } finally {
      overrun.drop();
      lease.drop();
    }
  }

  /** Extends the lease for as long as the task runs; `lost` tells when somebody else has it. */
  #holdLease(claim: Claim): { lost: AbortSignal; drop(): void } {
    const lost = new AbortController();
    const heartbeat = setInterval(() => {
      this.#tasks.extend(claim).then(
        (held) => {
          if (!held) lost.abort(new Error('The lease is lost.'));
        },
        (error: unknown) => this.logger.warn(faultForLog(error), 'the lease could not be extended'),
      );
    }, this.#options.heartbeatMs);
    return { lost: lost.signal, drop: () => clearInterval(heartbeat) };
  }
}

/** Tells when a run takes too long. */
function limitOf(handler: TaskHandler, task: Task): { signal: AbortSignal; drop(): void } {
  const overrun = new AbortController();
  const maxRunMs = handler.maxRunMs?.(task);
  if (maxRunMs === undefined) return { signal: overrun.signal, drop: () => undefined };
  const timer = setTimeout(() => overrun.abort(new TaskOverrunError(maxRunMs)), maxRunMs);
  return { signal: overrun.signal, drop: () => clearTimeout(timer) };
}
