import type { Tx } from '../database/index.js';
import type { Backlog, Task } from './task-queue.js';

/** A task as it is stored. A task that is done is removed. */
export interface StoredTask extends Task {
  /** Earliest time to run it. */
  dueAt: number;
  /** Number of workers lost while running it. */
  takeovers: number;
  /** Names one claim by one worker; null without a claim. */
  leaseToken: string | null;
  /** Time from which other workers may take it over, unless the lease is extended. */
  leaseUntil: number | null;
  createdAt: number;
}

/** Which tasks a lane wants: kinds, maximum weight, and the share per account. */
export interface Wanted {
  kinds: readonly string[];
  maxWeight: number;
  /** Most concurrent tasks of one account, over all workers. All parts of one whole (NewTask) count as one. */
  atOncePerAccount: number;
}

export interface Lease {
  token: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Names a task and a lease on it. */
export interface Leased {
  id: string;
  leaseToken: string;
}

/**
 * The rows of the queue, which any number of workers share. Every change of a leased task is a compare-and-set on the lease, so
 * a worker that lost its lease (it was stopped for longer than the lease) can't touch the task any more.
 */
export interface TaskStore {
  /** Changes nothing when there is a task of this kind and subject. */
  add(tx: Tx, task: StoredTask): Promise<void>;
  /** The task that `claim` would find: a look without a lock, so that idle workers don't write. */
  next(wanted: Wanted, now: number): Promise<StoredTask | null>;
  /**
   * Leases the task that is due next. The account with the fewest tasks in hand comes first; among them the one whose
   * last turn is longest ago, so that no account waits for the whole queue of another, even with one lane; then the task
   * that waits longest. A lease that has ended counts as a takeover. Two workers never get the same task.
   * @returns the task with its new lease; null when none is due
   */
  claim(wanted: Wanted, lease: Lease, now: number): Promise<StoredTask | null>;
  /** @returns false when the lease is lost */
  extend(leased: Leased, leaseUntil: number): Promise<boolean>;
  /** Ends the lease; any worker may claim the task when it is due. @returns false when the lease is lost */
  giveBack(leased: Leased, failures: number, dueAt: number, now: number): Promise<boolean>;
  remove(leased: Leased): Promise<void>;
  /** Ends the leases of all workers. */
  endLeases(now: number): Promise<void>;
  backlog(): Promise<Backlog[]>;
}
