import type { Tx } from '../database/index.js';
import { faultForLog } from '../lib/error-code.js';
import { DEFAULTS, lanesOf, type QueueNeeds, type QueueOptions } from './options.js';
import type { Backlog, NewTask, TaskHandlers, TaskQueue } from './task-queue.js';
import { Claims, TaskRuns } from './task-runs.js';
import type { SqlTaskStore, LaneFilter } from './task-store.sql.js';

/** Wakes one sleeper. A ring without a sleeper is kept for the next one. */
class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Sleeps until rung, at most `timeoutMs`. Returns whether it was rung. */
  async wait(timeoutMs: number): Promise<boolean> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const rung = this.#rung;
    this.#rung = false;
    this.#wake = null;
    return rung;
  }
}

/** Tasks in the service's own database, run by this process. Polls for tasks of other processes. */
export class InProcessTaskQueue implements TaskQueue {
  readonly #claims: Claims;
  readonly #options: QueueOptions;
  readonly #stopping = new AbortController();
  readonly #lanes: { bell: Bell; done: Promise<void> }[] = [];

  constructor(
    private readonly store: SqlTaskStore,
    private readonly needs: QueueNeeds,
    options: Partial<QueueOptions> = {},
  ) {
    this.#options = { ...DEFAULTS, ...options };
    this.#claims = new Claims(store, needs.clock, () => needs.ids.uuid(), this.#options.leaseMs);
  }

  async enqueue(tx: Tx, task: NewTask): Promise<void> {
    await this.#claims.add(tx, task, this.needs.ids.uuid());
    // Claims are units of work too, so they run after the commit of this one.
    for (const { bell } of this.#lanes) bell.ring();
  }

  async work(handlers: TaskHandlers): Promise<void> {
    const { atOncePerAccount, heartbeatMs, soleWorker, onEvent } = this.#options;
    if (soleWorker) await this.store.endLeases(this.needs.clock.now());
    const runs = new TaskRuns({
      claims: this.#claims,
      handlers,
      heartbeatMs,
      onExtended: () => onEvent('extended'),
      stopping: this.#stopping.signal,
      logger: this.needs.logger,
    });
    for (const lane of lanesOf(this.#options, Object.keys(handlers))) {
      const bell = new Bell();
      bell.ring();
      this.#lanes.push({ bell, done: this.#serve({ ...lane, atOncePerAccount }, bell, runs) });
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

  async #serve(wanted: LaneFilter, bell: Bell, runs: TaskRuns): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const rung = await bell.wait(this.#options.pollMs);
      try {
        if (rung || (await this.#claims.next(wanted)) !== null) await runs.runAll(wanted);
        this.#options.onEvent('idle');
      } catch (error) {
        // The database can't be written (a full disk): leases expire by themselves, and the next poll tries again.
        this.needs.logger.error(faultForLog(error), 'the queue could not reach its tasks');
      }
    }
  }
}
