import type { Database, Tx, Work } from '../database/index.js';
import { faultForLog } from '../lib/error-code.js';
import { DEFAULTS, lanesOf, type QueueNeeds, type QueueOptions } from './options.js';
import type { Backlog, NewTask, TaskHandlers, TaskQueue } from './task-queue.js';
import { Claims, TaskRuns } from './task-runs.js';
import { SqlTaskStore } from './task-store.sql.js';

/** Wakes one sleeper. A ring without a sleeper is kept for the next one. */
class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Sleeps until rung, at most `timeoutMs`. @returns whether it was rung */
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

/** How workers of several processes learn of each other. */
export interface Peers {
  /** Begins the names of this worker's leases. */
  readonly name: string;
  /**
   * Resolves once the others can see that this worker is alive.
   * @param wake called when a worker has added a task
   */
  join(wake: () => void): Promise<void>;
  /** A write that sees what all works before it committed: works of any worker run one after the other. */
  inTurn<T>(work: Work<T>): Promise<T>;
  /** Wakes all workers with the commit of `tx`. */
  tell(tx: Tx): Promise<void>;
  /** Ends the leases of workers that have died. @returns how many */
  freeTasks(now: number): Promise<number>;
  leave(): Promise<void>;
}

/** Tasks in the service's own database. Polls for tasks that become due, and those that wait for their account. */
export class SqlTaskQueue implements TaskQueue {
  readonly #store: SqlTaskStore;
  readonly #claims: Claims;
  readonly #options: QueueOptions;
  readonly #stopping = new AbortController();
  readonly #loops: { bell: Bell; isWoken: boolean; done: Promise<void> }[] = [];
  #starting: Promise<void> | null = null;
  #stopped: Promise<void> | null = null;

  /** @param peers null where this process alone works */
  constructor(
    database: Database,
    private readonly needs: QueueNeeds,
    options: Partial<QueueOptions> = {},
    private readonly peers: Peers | null = null,
  ) {
    this.#options = { ...DEFAULTS, ...options };
    this.#store = new SqlTaskStore(database, (work) => peers?.inTurn(work) ?? database.write(work));
    const newToken = () => (peers === null ? needs.ids.uuid() : `${peers.name}:${needs.ids.uuid()}`);
    this.#claims = new Claims(this.#store, needs.clock, newToken, this.#options.leaseMs);
  }

  async enqueue(tx: Tx, task: NewTask): Promise<void> {
    await this.#claims.add(tx, task, this.needs.ids.uuid());
    // A claim is a unit of work, too: in this process it runs after the commit of this one. Peers are told by the commit itself.
    if (this.peers === null) this.#wake();
    else await this.peers.tell(tx);
  }

  work(handlers: TaskHandlers): Promise<void> {
    this.#starting = this.#work(handlers);
    return this.#starting;
  }

  async #work(handlers: TaskHandlers): Promise<void> {
    const { atOncePerAccount, heartbeatMs, soleWorker, onEvent } = this.#options;
    const { peers, needs } = this;
    if (soleWorker) await this.#store.endLeases(needs.clock.now());
    await peers?.join(() => this.#wake());
    const runs = new TaskRuns({
      claims: this.#claims,
      handlers,
      heartbeatMs,
      onExtended: () => onEvent('extended'),
      stopping: this.#stopping.signal,
      logger: needs.logger,
    });
    for (const lane of lanesOf(this.#options, Object.keys(handlers))) {
      const wanted = { ...lane, atOncePerAccount };
      this.#repeat(async (isRung) => {
        // In this process a task rings before its commit, which a look at committed tasks might not see yet.
        if ((isRung && peers === null) || (await this.#claims.next(wanted)) !== null)
          await runs.runAll(wanted);
        onEvent('idle');
      });
    }
    if (peers !== null)
      this.#repeat(
        async () => {
          if ((await peers.freeTasks(needs.clock.now())) > 0) this.#wake();
        },
        { isWoken: false },
      );
  }

  backlog(): Promise<Backlog[]> {
    return this.#store.backlog();
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#stopping.abort(new Error('The worker stops.'));
    // Its error goes to the caller of `work`.
    await this.#starting?.catch(() => undefined);
    for (const { bell } of this.#loops) bell.ring();
    await Promise.all(this.#loops.map(({ done }) => done));
    await this.peers?.leave();
  }

  #wake(): void {
    for (const { bell, isWoken } of this.#loops) if (isWoken) bell.ring();
  }

  /** Does `step` at once, and again at each poll, and whenever a task is added unless not `isWoken`. */
  #repeat(step: (isRung: boolean) => Promise<void>, { isWoken = true } = {}): void {
    const bell = new Bell();
    const go = async () => {
      let isRung = false;
      while (!this.#stopping.signal.aborted) {
        try {
          await step(isRung);
        } catch (error) {
          // The database can't be reached, or not be written (a full disk): leases expire by themselves.
          this.needs.logger.error(faultForLog(error), 'the queue could not reach its tasks');
        }
        isRung = await bell.wait(this.#options.pollMs);
      }
    };
    this.#loops.push({ bell, isWoken, done: go() });
  }
}
