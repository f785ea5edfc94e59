import { MS_PER_SECOND, type Clock } from '../clock.js';
import type { Tx } from '../database/index.js';
import type { NewTask } from './task-queue.js';
import type { StoredTask, TaskStore, Wanted } from './task-store.js';

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
export interface Claim {
  task: StoredTask;
  leaseToken: string;
  /** Whether the task has failed for good and only has to be given up. */
  exhausted: boolean;
}

/** Claims tasks for one worker and returns them. */
export class Claims {
  /** @param newToken makes a unique name for a claim */
  constructor(
    private readonly store: TaskStore,
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

  next(wanted: Wanted): Promise<StoredTask | null> {
    return this.store.next(wanted, this.clock.now());
  }

  async claim(wanted: Wanted): Promise<Claim | null> {
    const leaseToken = this.newToken();
    const lease = { token: leaseToken, until: this.#leaseEnd() };
    const task = await this.store.claim(wanted, lease, this.clock.now());
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
    return this.store.giveBack({ id: task.id, leaseToken }, failures, dueAt, this.clock.now());
  }

  #leaseEnd(): number {
    return this.clock.now() + this.leaseMs;
  }
}
