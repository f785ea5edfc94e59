import { MS_PER_SECOND, type Clock } from '../clock.js';
import type { Tx } from '../database/index.js';
import type { Ids } from '../ids.js';
import type { NewTask } from './task-queue.js';
import type { StoredTask, TaskChanges, TaskStore, Wanted } from './task-store.js';

/** Three failures are final (reading 27). */
const MAX_FAILURES = 3;
/**
 * A task whose worker vanished so often is what kills the workers. Far more than failures, because a kill is usually
 * not the task's fault.
 */
const MAX_TAKEOVERS = 20;

const BACKOFF_MS = [MS_PER_SECOND, 4 * MS_PER_SECOND] as const;
/** Giving up has to succeed; it is tried for as long as it takes. */
const GIVE_UP_AGAIN_MS = 30 * MS_PER_SECOND;

/** A claim on a task, held until its lease ends. */
export interface Claim {
  task: StoredTask;
  leaseToken: string;
  /** The task has failed for good: all that is left is to give it up. */
  exhausted: boolean;
}

/** How one worker claims tasks and gives them back. */
export class Claims {
  constructor(
    private readonly store: TaskStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly leaseMs: number,
  ) {}

  add(tx: Tx, { kind, subject, accountId, weight }: NewTask): Promise<void> {
    const now = this.clock.now();
    return this.store.add(tx, {
      id: this.ids.uuid(),
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

  anyDue(wanted: Wanted): Promise<boolean> {
    return this.store.anyDue(wanted, this.clock.now());
  }

  async claim(wanted: Wanted): Promise<Claim | null> {
    const leaseToken = this.ids.uuid();
    const lease = { token: leaseToken, until: this.#leaseEnd() };
    const task = await this.store.claim(wanted, lease, this.clock.now());
    if (task === null) return null;
    const exhausted = task.failures >= MAX_FAILURES || task.takeovers > MAX_TAKEOVERS;
    return { task, leaseToken, exhausted };
  }

  /** False when somebody else has taken the task over. */
  extend(claim: Claim): Promise<boolean> {
    return this.#change(claim, { leaseUntil: this.#leaseEnd() });
  }

  complete({ task, leaseToken }: Claim): Promise<void> {
    return this.store.remove({ id: task.id, leaseToken });
  }

  /** Gives the task back as if it had not been claimed. */
  release(claim: Claim): Promise<boolean> {
    return this.#giveBack(claim, { dueAt: claim.task.dueAt });
  }

  postpone(claim: Claim, delayMs: number): Promise<boolean> {
    return this.#giveBack(claim, { dueAt: this.clock.now() + delayMs });
  }

  fail(claim: Claim): Promise<boolean> {
    const failures = claim.task.failures + 1;
    const delayMs = claim.exhausted ? GIVE_UP_AGAIN_MS : (BACKOFF_MS[failures - 1] ?? 0);
    return this.#giveBack(claim, { failures, dueAt: this.clock.now() + delayMs });
  }

  #giveBack(claim: Claim, changes: TaskChanges): Promise<boolean> {
    return this.#change(claim, { ...changes, leaseToken: null, leaseUntil: null });
  }

  #change({ task, leaseToken }: Claim, changes: TaskChanges): Promise<boolean> {
    return this.store.change({ id: task.id, leaseToken }, changes);
  }

  #leaseEnd(): number {
    return this.clock.now() + this.leaseMs;
  }
}
