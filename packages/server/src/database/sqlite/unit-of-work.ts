import type { DataSource, EntityManager } from 'typeorm';
import { asking, question, type Ask } from './ask.js';
import { directManager, proceduresOf, writeAll } from './direct-manager.js';
import type { Write } from './procedure.js';

/** A write: everything it does commits together, or nothing of it. It must await nothing but statements on `tx`. */
export type Work<T> = (tx: EntityManager) => Promise<T>;

/** What a plan came to: its writes are one statement. */
export interface Planned<T> {
  value: T;
  writes: readonly Write[];
}

/**
 * A write that is decided in memory, from what it asks. It must await nothing but `ask`, and may be made again: nothing
 * but the writes of the last time happens.
 */
export type Plan<T> = (ask: Ask) => Promise<Planned<T>>;

interface Pending {
  run(tx: EntityManager): Promise<void>;
  /** A plan tries to do without a transaction around it; false when it has to have one. */
  runAlone?(tx: EntityManager): Promise<boolean>;
  /** Tells the caller, after the commit, how its own work ended. */
  settle(): void;
  reject(error: unknown): void;
}

/** At most so many works share a commit, so that the first of a long queue is not kept waiting. */
const MAX_GROUP = 256;

/**
 * The only way to write to a file. Works queue for the one writing connection; those that arrive while a commit is
 * under way share the next `BEGIN IMMEDIATE … COMMIT`, each in a savepoint of its own, so that a refused one fails
 * alone. Nobody is answered before the commit is on the disk.
 *
 * The lock is taken at once (IMMEDIATE) because a deferred transaction that reads first and writes later fails with
 * SQLITE_BUSY when another process wrote in between.
 *
 * A plan has a commit of its own, in two statements: one asks, one writes all of it. Between the two nobody holds the
 * lock. Of this process nobody else writes; whether another one did is the first thing the writing statement looks at, and
 * then the plan is made again, inside a transaction.
 */
export class UnitOfWork {
  readonly #tx: EntityManager;
  readonly #queue: Pending[] = [];
  #running: Promise<void> | null = null;

  constructor(connection: DataSource) {
    this.#tx = directManager(connection);
  }

  write<T>(work: Work<T>): Promise<T> {
    return this.#enqueue((keep) => ({
      run: async (tx) => keep(await work(tx)),
    }));
  }

  writePlanned<T>(plan: Plan<T>): Promise<T> {
    return this.#enqueue((keep) => ({
      run: async (tx) => {
        const { value, writes } = await plan(asking(tx));
        await writeAll(tx, writes);
        keep(value);
      },
      runAlone: async (tx) => {
        const ask = asking(tx);
        // Asked first, so that it is never newer than what the plan is made from.
        const [version, { value, writes }] = await Promise.all([ask(DATA_VERSION, [FILE]), plan(ask)]);
        if (writes.length > 0) {
          const unchanged = { sql: REQUIRE_UNCHANGED, value: version.get(FILE)?.version ?? 0 };
          try {
            await writeAll(tx, [unchanged, ...writes]);
          } catch (error) {
            if (error instanceof Error && error.message.includes(CHANGED)) return false;
            throw error;
          }
        }
        keep(value);
        return true;
      },
    }));
  }

  /** Resolves when nothing is queued or running. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  #enqueue<T>(pendingWith: (keep: (value: T) => void) => Pick<Pending, 'run' | 'runAlone'>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let outcome: { value: T } | { error: unknown } = { error: new Error('the work did not run') };
      const { run, runAlone } = pendingWith((value) => (outcome = { value }));
      this.#queue.push({
        run: async (tx) => {
          try {
            await run(tx);
          } catch (error) {
            outcome = { error };
            throw error;
          }
        },
        ...(runAlone === undefined ? {} : { runAlone }),
        settle: () => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value)),
        reject,
      });
      this.#running ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    // One turn of the event loop lets requests that arrived together join the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const group = this.#nextGroup();
      try {
        const [alone] = group;
        if ((await alone?.runAlone?.(this.#tx)) !== true) await this.#commit(group);
        for (const pending of group) pending.settle();
      } catch (error) {
        for (const pending of group) pending.reject(error);
      }
    }
    this.#running = null;
  }

  /** The next plan, or the works before it. */
  #nextGroup(): Pending[] {
    const plan = this.#queue.findIndex(({ runAlone }) => runAlone !== undefined);
    const works = plan === -1 ? this.#queue.length : Math.max(1, plan);
    return this.#queue.splice(0, Math.min(works, MAX_GROUP));
  }

  async #commit(group: readonly Pending[]): Promise<void> {
    const tx = this.#tx;
    await tx.query('BEGIN IMMEDIATE');
    try {
      const [alone] = group;
      if (group.length === 1) await alone?.run(tx);
      else for (const pending of group) await this.#inSavepoint(tx, pending);
      await tx.query('COMMIT');
    } catch (error) {
      // After a full disk SQLite may have rolled back by itself; then there is nothing left to undo.
      await tx.query('ROLLBACK').catch(() => undefined);
      proceduresOf(tx).rolledBack();
      throw error;
    }
  }

  async #inSavepoint(tx: EntityManager, pending: Pending): Promise<void> {
    await tx.query('SAVEPOINT work');
    try {
      await pending.run(tx);
    } catch {
      // The error is in the work's own outcome; the others of the group go on.
      await tx.query('ROLLBACK TO work');
      proceduresOf(tx).rolledBack();
    }
    await tx.query('RELEASE work');
  }
}

/** There is one file to ask about. */
const FILE = 'file';

/** Another number after any other connection has committed. */
const DATA_VERSION = question<{ version: number }>(
  { version: 'file.data_version' },
  'pragma_data_version AS file',
);

const CHANGED = 'another process has written';
const REQUIRE_UNCHANGED = `SELECT RAISE(ABORT, '${CHANGED}') FROM pragma_data_version WHERE data_version <> ?`;
