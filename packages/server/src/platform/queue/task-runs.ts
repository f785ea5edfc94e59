import { MS_PER_SECOND, type Clock } from '../clock.js';
import type { Tx } from '../database/index.js';
import { faultForLog } from '../lib/error-code.js';
import type { Logger } from '../logger.js';
import {
  TaskOverrunError,
  TaskPostponedError,
  type NewTask,
  type Task,
  type TaskHandler,
  type TaskHandlers,
} from './task-queue.js';
import type { SqlTaskStore, StoredTask, LaneFilter } from './task-store.sql.js';

export interface TaskRunsNeeds {
  claims: Claims;
  handlers: TaskHandlers;
  /** How often a worker extends its lease. */
  heartbeatMs: number;
  /** Called after each extension of a lease. */
  onExtended(): void;
  stopping: AbortSignal;
  logger: Logger;
}

/** Runs tasks in this process, each under a lease. */
export class TaskRuns {
  constructor(private readonly needs: TaskRunsNeeds) {}

  /** Runs one task after the other for as long as one is due. */
  async runAll(wanted: LaneFilter): Promise<void> {
    const { claims, stopping } = this.needs;
    let claim: Claim | null;
    while (!stopping.aborted && (claim = await claims.claim(wanted)) !== null) await this.#run(claim);
  }

  async #run(claim: Claim): Promise<void> {
    const { claims, handlers, stopping, logger } = this.needs;
    const { task, exhausted } = claim;
    const handler = handlers[task.kind];
    if (handler === undefined) throw new Error(`There is no handler for tasks of the kind ${task.kind}.`);
    const lease = this.#holdLease(claim);
    const left = AbortSignal.any([stopping, lease.lost]);
    const overrun = limitOf(handler, task);
    const signal = AbortSignal.any([left, overrun.signal]);
    const about = { kind: task.kind, subject: task.subject, failures: task.failures };
    try {
      await (exhausted ? handler.gaveUp(task) : handler.run(task, signal));
      await claims.complete(claim);
      logger.info(about, exhausted ? 'task given up' : 'task done');
    } catch (error) {
      if (left.aborted) {
        logger.info(about, lease.lost.aborted ? 'task taken over by another worker' : 'task left for later');
        await claims.release(claim);
      } else if (error instanceof TaskPostponedError) {
        // A task that only waits for its time has no cause.
        const why = error.cause === undefined ? {} : faultForLog(error.cause);
        logger.warn({ ...about, ...why, delayMs: error.delayMs }, 'task postponed');
        await claims.postpone(claim, error.delayMs);
      } else {
        logger.error({ ...about, ...faultForLog(error) }, 'task failed');
        await claims.fail(claim);
      }
    } finally {
      overrun.drop();
      lease.drop();
    }
  }

  /**
   * Extends the lease while the task runs; `lost` is aborted when another worker has it. One request at a time: they would
   * otherwise pile up in a slow database, and leave the task itself without a connection.
   */
  #holdLease(claim: Claim): { lost: AbortSignal; drop(): void } {
    const { claims, heartbeatMs, onExtended, logger } = this.needs;
    const lost = new AbortController();
    let extending = false;
    const extend = async () => {
      if (extending) return;
      extending = true;
      try {
        if (await claims.extend(claim)) onExtended();
        else lost.abort(new Error('The lease is lost.'));
      } catch (error) {
        logger.warn(faultForLog(error), 'the lease could not be extended');
      } finally {
        extending = false;
      }
    };
    const heartbeat = setInterval(() => void extend(), heartbeatMs);
    return { lost: lost.signal, drop: () => clearInterval(heartbeat) };
  }
}

/** Signal that is aborted when a run takes too long. */
function limitOf(handler: TaskHandler, task: Task): { signal: AbortSignal; drop(): void } {
  const overrun = new AbortController();
  const maxRunMs = handler.maxRunMs?.(task);
  if (maxRunMs === undefined) return { signal: overrun.signal, drop: () => undefined };
  const timer = setTimeout(() => overrun.abort(new TaskOverrunError(maxRunMs)), maxRunMs);
  return { signal: overrun.signal, drop: () => clearTimeout(timer) };
}

/** Number of failures after which a task has failed for good (reading 27). */
const MAX_FAILURES = 3;

/**
 * Lost workers after which a task itself is held to be the cause. Far more than failures, because a kill is usually
 * not the task's fault.
 */
const MAX_TAKEOVERS = 20;
const BACKOFF_MS = [MS_PER_SECOND, 4 * MS_PER_SECOND] as const;

/** Retry interval of giving up, which is repeated until it succeeds. */
const GIVE_UP_AGAIN_MS = 30 * MS_PER_SECOND;

/** A claim on a task, held until its lease ends. */
interface Claim {
  task: StoredTask;
  leaseToken: string;
  /** Whether the task has failed for good and only has to be given up. */
  exhausted: boolean;
}

/** Claims tasks for one worker and returns them. */
export class Claims {
  /** @param newToken makes a unique name for a claim */
  constructor(
    private readonly store: SqlTaskStore,
    private readonly clock: Clock,
    private readonly newToken: () => string,
    private readonly leaseMs: number,
  ) {}

  add(tx: Tx, { kind, subject, accountId, weight }: NewTask, id: string): Promise<void> {
    const now = this.clock.now();
    return this.store.add(tx, {
      id,
      kind,
      subject,
      accountId,
      weight,
      dueAt: now,
      failures: 0,
      takeovers: 0,
      leaseToken: null,
      leaseUntil: null,
      createdAt: now,
    });
  }

  next(wanted: LaneFilter): Promise<StoredTask | null> {
    return this.store.next(wanted, this.clock.now());
  }

  async claim(wanted: LaneFilter): Promise<Claim | null> {
    const leaseToken = this.newToken();
    const task = await this.store.claim(wanted, () => {
      const now = this.clock.now();
      return { token: leaseToken, now, until: now + this.leaseMs };
    });
    if (task === null) return null;
    const exhausted = task.failures >= MAX_FAILURES || task.takeovers > MAX_TAKEOVERS;
    return { task, leaseToken, exhausted };
  }

  /** False when another worker has taken the task over. */
  extend({ task, leaseToken }: Claim): Promise<boolean> {
    return this.store.extend({ id: task.id, leaseToken }, this.#leaseEnd());
  }

  complete({ task, leaseToken }: Claim): Promise<void> {
    return this.store.remove({ id: task.id, leaseToken });
  }

  /** Gives the task back as if it had not been claimed. */
  release(claim: Claim): Promise<boolean> {
    return this.#giveBack(claim, claim.task.failures, claim.task.dueAt);
  }

  postpone(claim: Claim, delayMs: number): Promise<boolean> {
    return this.#giveBack(claim, claim.task.failures, this.clock.now() + delayMs);
  }

  fail(claim: Claim): Promise<boolean> {
    const failures = claim.task.failures + 1;
    const delayMs = claim.exhausted ? GIVE_UP_AGAIN_MS : (BACKOFF_MS[failures - 1] ?? 0);
    return this.#giveBack(claim, failures, this.clock.now() + delayMs);
  }

  #giveBack({ task, leaseToken }: Claim, failures: number, dueAt: number): Promise<boolean> {
    return this.store.giveBack({ id: task.id, leaseToken }, failures, dueAt);
  }

  #leaseEnd(): number {
    return this.clock.now() + this.leaseMs;
  }
}
