import {
  id,
  integer,
  nullableInteger,
  nullableText,
  text,
  type Database,
  type Tx,
} from '../database/index.js';
import { EntitySchema, IsNull, Not } from '../database/typeorm.js';
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

export const TaskEntity = new EntitySchema<StoredTask>({
  name: 'Task',
  tableName: 'tasks',
  columns: {
    id,
    kind: text,
    subject: text,
    accountId: text,
    weight: integer,
    dueAt: integer,
    failures: integer,
    takeovers: integer,
    leaseToken: nullableText,
    leaseUntil: nullableInteger,
    createdAt: integer,
  },
});

/** Which tasks a lane wants: kinds, maximum weight, and the share per account. */
export interface LaneFilter {
  kinds: readonly string[];
  maxWeight: number;
  /** Most concurrent tasks of one account, over all workers. All parts of one whole (NewTask) count as one. */
  atOncePerAccount: number;
}

interface Lease {
  token: string;
  /** Milliseconds since the epoch. */
  now: number;
  until: number;
}

/** Names a task and a lease on it. */
interface Leased {
  id: string;
  leaseToken: string;
}

/**
 * The rows of the queue, which any number of workers share, in SQL that works on SQLite and PostgreSQL. Every change of a leased
 * task is a compare-and-set on the lease, so a worker that lost its lease (it was stopped for longer than the lease) can't touch
 * the task any more.
 */
export class SqlTaskStore {
  /** @param inTurn `write`, but one after the other: no two claims decide at the same time */
  constructor(
    private readonly database: Database,
    private readonly inTurn: Database['write'],
  ) {}

  /** Changes nothing when there is a task of this kind and subject. */
  async add(tx: Tx, task: StoredTask): Promise<void> {
    await tx.createQueryBuilder().insert().into(TaskEntity).values(task).orIgnore().execute();
  }

  /** The task that `claim` would find: a look without a lock, so that idle workers don't write. */
  next(wanted: LaneFilter, now: number): Promise<StoredTask | null> {
    return nextDue(this.database.read, wanted, now);
  }

  /**
   * Leases the task that is due next. The account with the fewest tasks in hand comes first; among them the one
   * with its last turn longest ago, so that no account waits for the whole queue of another, even with one lane; then the
   * task that waits longest. A lease that has ended counts as a takeover. Two workers never get the same task.
   * @param leaseNow called when it is this claim's turn, which may be long after the call
   * @returns the task with its new lease; null when none is due
   */
  claim(wanted: LaneFilter, leaseNow: () => Lease): Promise<StoredTask | null> {
    return this.inTurn(async (tx) => {
      const { token, now, until } = leaseNow();
      const task = await nextDue(tx, wanted, now);
      if (task === null) return null;
      const { id, leaseToken } = task;
      const takeovers = task.takeovers + (leaseToken === null ? 0 : 1);
      const lease = { leaseToken: token, leaseUntil: until, takeovers };
      const asFound = { id, leaseToken: leaseToken ?? IsNull(), leaseUntil: task.leaseUntil ?? IsNull() };
      // A worker that lost its lease may have finished the task, or extended the lease, meanwhile.
      if ((await tx.update(TaskEntity, asFound, lease)).affected !== 1) return null;
      await tx.query(TAKE_TURN, [task.accountId, now]);
      return { ...task, ...lease };
    });
  }

  /** @returns false when the lease is lost */
  extend({ id, leaseToken }: Leased, leaseUntil: number): Promise<boolean> {
    return this.database.write(async (tx) => {
      const { affected } = await tx.update(TaskEntity, { id, leaseToken }, { leaseUntil });
      return affected === 1;
    });
  }

  /** Ends the lease; any worker may claim the task when it is due. @returns false when the lease is lost */
  giveBack({ id, leaseToken }: Leased, failures: number, dueAt: number): Promise<boolean> {
    return this.database.write(async (tx) => {
      const changes = { failures, dueAt, leaseToken: null, leaseUntil: null };
      const { affected } = await tx.update(TaskEntity, { id, leaseToken }, changes);
      return affected === 1;
    });
  }

  async remove({ id, leaseToken }: Leased): Promise<void> {
    await this.database.write((tx) => tx.delete(TaskEntity, { id, leaseToken }));
  }

  /** Ends the leases of all workers. */
  async endLeases(now: number): Promise<void> {
    await this.database.write((tx) =>
      tx.update(TaskEntity, { leaseToken: Not(IsNull()) }, { leaseUntil: now }),
    );
  }

  backlog(): Promise<Backlog[]> {
    return this.database.read.query<Backlog[]>(
      'SELECT kind, COUNT(*) AS tasks, MIN(created_at) AS "oldestCreatedAt" FROM tasks GROUP BY kind',
    );
  }
}

/** See `claim` for the order. */
const nextDue = (
  from: Tx,
  { kinds, maxWeight, atOncePerAccount }: LaneFilter,
  now: number,
): Promise<StoredTask | null> =>
  from
    .createQueryBuilder(TaskEntity, 'task')
    .addSelect(IN_HAND, 'in_hand')
    .where('task.dueAt <= :now AND (task.leaseUntil IS NULL OR task.leaseUntil <= :now)', { now })
    .andWhere('task.kind IN (:...kinds) AND task.weight <= :maxWeight', { kinds, maxWeight })
    .andWhere(`${OTHERS_IN_HAND} < :atOncePerAccount`, { atOncePerAccount })
    .orderBy('in_hand', 'ASC')
    .addOrderBy(LAST_TURN, 'ASC')
    .addOrderBy('task.dueAt', 'ASC')
    .addOrderBy('task.createdAt', 'ASC')
    .limit(1)
    .getOne();

/** Number of leased tasks of the same account. */
const IN_HAND = `(
  SELECT COUNT(*) FROM tasks held WHERE held.account_id = task.account_id AND held.lease_until > :now)`;

/** Subject of the whole that a task is part of: subjects of parts begin with it, an id of 36 characters. */
const wholeOf = (task: string): string => `SUBSTR(${task}.subject, 1, 36)`;

/** Number of other wholes of the same account with leased parts. */
const OTHERS_IN_HAND = `(
  SELECT COUNT(DISTINCT ${wholeOf('held')}) FROM tasks held
   WHERE held.account_id = task.account_id AND held.lease_until > :now
     AND ${wholeOf('held')} <> ${wholeOf('task')})`;

/** Zero for an account without a previous turn, so that it comes first: engines disagree on the order of null. */
const LAST_TURN =
  'COALESCE((SELECT started_at FROM task_turns turn WHERE turn.account_id = task.account_id), 0)';
const TAKE_TURN = `
  INSERT INTO task_turns (account_id, started_at) VALUES ($1, $2)
      ON CONFLICT (account_id) DO UPDATE SET started_at = excluded.started_at`;
