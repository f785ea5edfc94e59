import { MS_PER_SECOND, type Clock } from '../clock.js';
import type { Tx } from '../database/index.js';
import { faultForLog } from '../fault-for-log.js';
import type { Ids } from '../ids.js';
import type { Logger } from '../logger.js';
import { Bell } from './bell.js';
import { Claims, type Claim } from './claims.js';
import {
  TaskOverrunError,
  TaskPostponedError,
  type Backlog,
  type NewTask,
  type Task,
  type TaskHandler,
  type TaskHandlers,
  type TaskQueue,
} from './task-queue.js';
import type { TaskStore, Wanted } from './task-store.js';

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
  /**
   * For the process that knows that no other worker is alive: when it starts, it takes over whatever is leased, so that
   * the tasks of a killed worker need not wait. One that is alive after all learns that its lease is lost, as always.
   */
  soleWorker: boolean;
  /** Told what tests wait for. */
  onEvent(event: QueueEvent): void;
}

/** `idle`: a lane looked for a task and found none. `extended`: a worker extended a lease. */
export type QueueEvent = 'idle' | 'extended';

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
  soleWorker: false,
  onEvent: () => undefined,
};

/** Tasks in the service's own database, run by this process. It looks for the tasks of other processes now and then. */
export class InProcessTaskQueue implements TaskQueue {
  readonly #claims: Claims;
  readonly #options: QueueOptions;
  readonly #stopping = new AbortController();
  readonly #lanes: { bell: Bell; done: Promise<void> }[] = [];

  constructor(
    private readonly store: TaskStore,
    private readonly clock: Clock,
    ids: Ids,
    private readonly logger: Logger,
    options: Partial<QueueOptions> = {},
  ) {
    this.#options = { ...DEFAULTS, ...options };
    this.#claims = new Claims(store, clock, ids, this.#options.leaseMs);
  }

  async enqueue(tx: Tx, task: NewTask): Promise<void> {
    await this.#claims.add(tx, task);
    // A claim is a unit of work itself and so comes after the commit of this one.
    for (const { bell } of this.#lanes) bell.ring();
  }

  async work(handlers: TaskHandlers): Promise<void> {
    const { laneMaxWeights, atOncePerAccount, soleWorker } = this.#options;
    if (soleWorker) await this.store.endLeases(this.clock.now());
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

  backlog(): Promise<Backlog[]> {
    return this.store.backlog();
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
        if (rung || (await this.#claims.anyDue(wanted))) await this.#runAll(wanted, handlers);
        this.#options.onEvent('idle');
      } catch (error) {
        // The database cannot be written to (a full disk): leases run out by themselves, and the next look tries again.
        this.logger.error(faultForLog(error), 'the queue could not reach its tasks');
        await bell.wait(this.#options.pollMs);
      }
    }
  }

  async #runAll(wanted: Wanted, handlers: TaskHandlers): Promise<void> {
    let claim: Claim | null;
    while (!this.#stopping.signal.aborted && (claim = await this.#claims.claim(wanted)) !== null) {
      await this.#run(claim, handlers);
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
      await this.#claims.complete(claim);
      this.logger.info(about, exhausted ? 'task given up' : 'task done');
    } catch (error) {
      if (left.aborted) {
        this.logger.info(
          about,
          lease.lost.aborted ? 'task taken over by another worker' : 'task left for later',
        );
        await this.#claims.release(claim);
      } else if (error instanceof TaskPostponedError) {
        this.logger.warn({ ...about, ...faultForLog(error.cause), delayMs: error.delayMs }, 'task postponed');
        await this.#claims.postpone(claim, error.delayMs);
      } else {
        this.logger.error({ ...about, ...faultForLog(error) }, 'task failed');
        await this.#claims.fail(claim);
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
      this.#claims.extend(claim).then(
        (held) => {
          if (held) this.#options.onEvent('extended');
          else lost.abort(new Error('The lease is lost.'));
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
