import type { EntityManager } from 'typeorm';
import { MS_PER_SECOND, type Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { IsNull, Not } from '../database/typeorm.js';
import type { Ids } from '../ids.js';
import { TaskEntity, type StoredTask } from './entities.js';
import type { NewTask } from './task-queue.js';

/** Three failures are final (issue: jobs that always end). */
export const MAX_FAILURES = 3;
/**
 * A task whose worker vanished so often is what kills the workers. Far more than failures, because a kill is usually
 * not the task's fault.
 */
export const MAX_TAKEOVERS = 20;

const BACKOFF_MS = [MS_PER_SECOND, 4 * MS_PER_SECOND] as const;
/** Giving up has to succeed; it is tried for as long as it takes. */
const GIVE_UP_AGAIN_MS = 30 * MS_PER_SECOND;

/** A claim on a task, held until its lease ends. */
export interface Claim {
  task: StoredTask;
  leaseToken: string;
  /** The task has failed for good: what is left is to say so. */
  exhausted: boolean;
}

/** The tasks of this worker's kinds, up to a weight, of accounts that have not got their share already. */
export interface Wanted {
  kinds: readonly string[];
  maxWeight: number;
  /** Tasks of one account that run at the same time, whoever runs them. */
  atOncePerAccount: number;
}

/**
 * The queue's rows. Every change but `enqueue` is a compare-and-set on the lease, so a worker that lost its lease (it
 * was stopped for longer than the lease) can no longer touch the task.
 */
export class TaskStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly leaseMs: number,
  ) {}

  async enqueue(tx: EntityManager, { kind, subject, accountId, weight }: NewTask): Promise<void> {
    const now = this.clock.now();
    const task: StoredTask = {
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
    };
    await tx.createQueryBuilder().insert().into(TaskEntity).values(task).orIgnore().execute();
  }

  /** A look without a lock, so that idle workers do not write. */
  async anyDue(wanted: Wanted): Promise<boolean> {
    return (await this.#nextDue(this.database.read, wanted)) !== null;
  }

  claim(wanted: Wanted): Promise<Claim | null> {
    return this.database.write(async (tx) => {
      const task = await this.#nextDue(tx, wanted);
      if (task === null) return null;
      const leaseToken = this.ids.uuid();
      const takeovers = task.takeovers + (task.leaseToken === null ? 0 : 1);
      const leaseUntil = this.clock.now() + this.leaseMs;
      await tx.update(TaskEntity, { id: task.id }, { leaseToken, leaseUntil, takeovers });
      await tx.query(TAKE_TURN, [task.accountId, this.clock.now()]);
      const exhausted = task.failures >= MAX_FAILURES || takeovers > MAX_TAKEOVERS;
      return { task, leaseToken, exhausted };
    });
  }

  /** False when somebody else has taken the task over. */
  extend(claim: Claim): Promise<boolean> {
    return this.#change(claim, { leaseUntil: this.clock.now() + this.leaseMs });
  }

  /** Every lease ends now. */
  async endLeases(): Promise<void> {
    await this.database.write((tx) =>
      tx.update(TaskEntity, { leaseToken: Not(IsNull()) }, { leaseUntil: this.clock.now() }),
    );
  }

  async complete({ task, leaseToken }: Claim): Promise<void> {
    await this.database.write((tx) => tx.delete(TaskEntity, { id: task.id, leaseToken }));
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

  #giveBack(claim: Claim, changes: Partial<StoredTask>): Promise<boolean> {
    return this.#change(claim, { ...changes, leaseToken: null, leaseUntil: null });
  }

  async #change({ task, leaseToken }: Claim, changes: Partial<StoredTask>): Promise<boolean> {
    const changed = await this.database.write((tx) =>
      tx.update(TaskEntity, { id: task.id, leaseToken }, changes),
    );
    return changed.affected === 1;
  }

  /**
   * The account with the least work in hand comes first; among them the one whose last turn is longest ago, so that with
   * one lane as well nobody waits for all that another has queued; then the task that waits longest.
   */
  #nextDue(from: EntityManager, { kinds, maxWeight, atOncePerAccount }: Wanted): Promise<StoredTask | null> {
    const now = this.clock.now();
    return from
      .createQueryBuilder(TaskEntity, 'task')
      .addSelect(IN_HAND, 'in_hand')
      .where('task.dueAt <= :now AND (task.leaseUntil IS NULL OR task.leaseUntil <= :now)', { now })
      .andWhere('task.kind IN (:...kinds) AND task.weight <= :maxWeight', { kinds, maxWeight })
      .andWhere(`${IN_HAND} < :atOncePerAccount`, { atOncePerAccount })
      .orderBy('in_hand', 'ASC')
      .addOrderBy(LAST_TURN, 'ASC')
      .addOrderBy('task.dueAt', 'ASC')
      .addOrderBy('task.createdAt', 'ASC')
      .limit(1)
      .getOne();
  }
}

/** How many tasks of the same account somebody works on. */
const IN_HAND = `(
  SELECT COUNT(*) FROM tasks held WHERE held.account_id = task.account_id AND held.lease_until > :now)`;

/** Null, which comes first, for an account that had none. */
const LAST_TURN = '(SELECT started_at FROM task_turns turn WHERE turn.account_id = task.account_id)';
const TAKE_TURN = `
  INSERT INTO task_turns (account_id, started_at) VALUES (?, ?)
      ON CONFLICT (account_id) DO UPDATE SET started_at = excluded.started_at`;
