import type { Tx } from '../database/index.js';

/** Work to be done once by any worker. */
export interface NewTask {
  /** Which handler runs it. */
  kind: string;
  /**
   * Id of the task's subject, or `id/part` for a part of it. Only one task per kind and subject exists at a time.
   */
  subject: string;
  /** The account of the task, for fair turns; empty for the service's own tasks. */
  accountId: string;
  /** How much work it is, in bytes of input: small tasks have a lane of their own. */
  weight: number;
}

export interface Task extends NewTask {
  id: string;
  /** How often it has failed before. */
  failures: number;
}

/** Handler of tasks of one kind. */
export interface TaskHandler {
  /**
   * Does the task. It may be run again after a kill at any point and must then end in the same place. When `signal` is
   * aborted it stops at the next safe point by throwing; the task is then run again later, which is no failure.
   * @throws TaskPostponedError to be run again later without a failure
   */
  run(task: Task, signal: AbortSignal): Promise<void>;
  /** How long a run may take. One that takes longer is stopped, which is a failure: others wait for the worker. */
  maxRunMs?(task: Task): number;
  /** Called when the task has failed for good; called again later if it throws. */
  gaveUp(task: Task): Promise<void>;
}

export type TaskHandlers = Readonly<Record<string, TaskHandler>>;

/** Tasks of one kind that wait or run. */
export interface Backlog {
  kind: string;
  tasks: number;
  /** Milliseconds since the epoch. */
  oldestCreatedAt: number;
}

/** Decides who runs a task next. Any number of workers may share a queue; its engines pass one behavior suite. */
export interface TaskQueue {
  /**
   * Adds a task in the unit of work that causes it, atomically. Adding a task that is already queued changes nothing.
   */
  enqueue(tx: Tx, task: NewTask): Promise<void>;
  /** Starts to work in this process. */
  work(handlers: TaskHandlers): Promise<void>;
  /** Stops working. Tasks in hand reach a safe point and are left for the next worker. */
  stop(): Promise<void>;
  /** Tasks that are waiting or running, by kind. */
  backlog(): Promise<Backlog[]>;
}

/** The run took longer than its handler allows. */
export class TaskOverrunError extends Error {
  readonly code = 'task_overrun';

  constructor(maxRunMs: number) {
    super(`The task took longer than ${maxRunMs} ms.`);
  }
}

/** The task cannot be done now and nothing is wrong with it (a full disk): run it again later. */
export class TaskPostponedError extends Error {
  readonly code = 'task_postponed';

  constructor(
    readonly delayMs: number,
    options?: ErrorOptions,
  ) {
    super('The task has to wait.', options);
  }
}
