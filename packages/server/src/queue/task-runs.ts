import { faultForLog } from '../lib/error-code.js';
import type { Logger } from '../logger.js';
import type { Claim, Claims } from './claims.js';
import {
  TaskOverrunError,
  TaskPostponedError,
  type Task,
  type TaskHandler,
  type TaskHandlers,
} from './task-queue.js';
import type { Wanted } from './task-store.js';

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
  async runAll(wanted: Wanted): Promise<void> {
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
