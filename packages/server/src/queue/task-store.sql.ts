import type { Database, Tx } from '../database/index.js';
import { IsNull, Not } from '../database/typeorm.js';
import { TaskEntity } from './entities.js';
import type { Backlog } from './task-queue.js';
import type { Lease, Leased, StoredTask, TaskStore, Wanted } from './task-store.js';

/** Notifies workers, with the commit of `tx`, that a task is due after a delay. */
export type Announce = (tx: Tx, id: string, delayMs: number) => Promise<void>;

/** Tasks in a table. Units of work are serializable, so a claim needs no lock of its own. */
export class SqlTaskStore implements TaskStore {
  constructor(
    private readonly database: Database,
    private readonly announce: Announce = () => Promise.resolve(),
  ) {}

  async add(tx: Tx, task: StoredTask): Promise<void> {
    await tx.createQueryBuilder().insert().into(TaskEntity).values(task).orIgnore().execute();
    await this.announce(tx, task.id, 0);
  }

  next(wanted: Wanted, now: number): Promise<StoredTask | null> {
    return nextDue(this.database.read, wanted, now);
  }

  claim(wanted: Wanted, { token, until }: Lease, now: number): Promise<StoredTask | null> {
    return this.database.write(async (tx) => {
      const task = await nextDue(tx, wanted, now);
      if (task === null) return null;
      const takeovers = task.takeovers + (task.leaseToken === null ? 0 : 1);
      const lease = { leaseToken: token, leaseUntil: until, takeovers };
      await tx.update(TaskEntity, { id: task.id }, lease);
      await tx.query(TAKE_TURN, [task.accountId, now]);
      return { ...task, ...lease };
    });
  }

  extend({ id, leaseToken }: Leased, leaseUntil: number): Promise<boolean> {
    return this.database.write(async (tx) => {
      const { affected } = await tx.update(TaskEntity, { id, leaseToken }, { leaseUntil });
      return affected === 1;
    });
  }

  giveBack({ id, leaseToken }: Leased, failures: number, dueAt: number, now: number): Promise<boolean> {
    return this.database.write(async (tx) => {
      const changes = { failures, dueAt, leaseToken: null, leaseUntil: null };
      const { affected } = await tx.update(TaskEntity, { id, leaseToken }, changes);
      if (affected !== 1) return false;
      await this.announce(tx, id, Math.max(0, dueAt - now));
      return true;
    });
  }

  async remove({ id, leaseToken }: Leased): Promise<void> {
    await this.database.write((tx) => tx.delete(TaskEntity, { id, leaseToken }));
  }

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

/** See TaskStore.claim for the order. */
const nextDue = (
  from: Tx,
  { kinds, maxWeight, atOncePerAccount }: Wanted,
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
