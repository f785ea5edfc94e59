import type { DataSource, EntityManager } from 'typeorm';
import { question } from '../ask.js';
import { NO_ROWS, type Settle, type SettledTables, type Work } from '../database.js';
import { directManager } from './data-source.js';
import { asking, writeIn } from './sets.js';

interface Pending {
  run(tx: EntityManager): Promise<void>;
  /** Runs a settlement without a transaction around it; false if another write came first and it needs one. */
  runAlone?(tx: EntityManager): Promise<boolean>;
  /** Reports the work's own outcome to its caller, after the commit. */
  answer(): void;
  reject(error: unknown): void;
}

/** Most units of work in one commit, so that the first of a long queue does not wait for all. */
const MAX_GROUP = 256;

/**
 * The only way to write to a file. Works queue for the one writing connection; works that arrive during a commit share
 * the next `BEGIN IMMEDIATE … COMMIT`, each in its own savepoint, so that a refused one fails alone. No caller gets an
 * answer before the commit is on the disk.
 *
 * The lock is taken at once (IMMEDIATE) because a deferred transaction that reads first and writes later fails with
 * SQLITE_BUSY if another process wrote in between.
 *
 * A settlement has its own commit, in two statements: one reads, one writes all of it. Between the two the lock is free.
 * This process makes no other write in that time; the writing statement first checks whether another process did, and if
 * so the settlement is decided again, inside a transaction.
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

  /** Defines the procedure that all settlements on these tables run. Call once per connection. */
  async defineSettlement<Scope, State, Changes>(
    tables: SettledTables<Scope, State, Changes>,
  ): Promise<Settle<Scope, State, Changes>> {
    const procedure = await this.write((tx) => Procedure.define(tx, 'settlement', tables.statements));
    return (scope, decide) =>
      this.#enqueue((keep) => ({
        run: async (tx) => {
          const { value, changes } = decide(await tables.read(asking(tx), scope));
          await writeIn(tx, tables, changes);
          keep(value);
        },
        runAlone: async (tx) => {
          const ask = asking(tx);
          // Both in one statement, so that the version is never newer than the state.
          const [version, state] = await Promise.all([ask(DATA_VERSION, [FILE]), tables.read(ask, scope)]);
          const before = version.get(FILE);
          if (before === undefined) throw new Error('the file has no version');
          const { value, changes } = decide(state);
          const done = await procedure.runAlone(tx, before.version, tables.rows(changes));
          if (done) keep(value);
          return done;
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
        answer: () => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value)),
        reject,
      });
      this.#running ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    // Waits one turn of the event loop, so that works that arrived together join the first group. Settlements are
    // batched already.
    if (this.#queue[0]?.runAlone === undefined) await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const group = this.#nextGroup();
      try {
        const [alone] = group;
        if ((await alone?.runAlone?.(this.#tx)) !== true) await this.#commit(group);
        for (const pending of group) pending.answer();
      } catch (error) {
        for (const pending of group) pending.reject(error);
      }
    }
    this.#running = null;
  }

  /** The next settlement, or the works queued before it. */
  #nextGroup(): Pending[] {
    const settlement = this.#queue.findIndex(({ runAlone }) => runAlone !== undefined);
    const works = settlement === -1 ? this.#queue.length : Math.max(1, settlement);
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
      throw error;
    }
  }

  async #inSavepoint(tx: EntityManager, pending: Pending): Promise<void> {
    await tx.query('SAVEPOINT work');
    try {
      await pending.run(tx);
    } catch {
      // The error is the work's own outcome; the rest of the group continues.
      await tx.query('ROLLBACK TO work');
    }
    await tx.query('RELEASE work');
  }
}

/** The only key of the question: there is one file. */
const FILE = 'file';

/** Changes whenever another connection has committed. */
const DATA_VERSION = question<{ version: number }>(
  { version: 'file.data_version' },
  'pragma_data_version AS file',
);

/** SQLite's data version, as seen by this connection, changes whenever another connection commits. */
const REQUIRE_UNCHANGED = "SELECT RAISE(ABORT, 'overtaken') FROM pragma_data_version WHERE data_version <> ?";

/**
 * Several statements as one: the round trip to SQLite's thread costs more than most statements do. SQLite has no stored
 * procedures, but a trigger's statements belong to the statement that fires it, and a trigger may be defined on a view that
 * exists for one connection only. All of the statements happen or, if one fails, none.
 *
 * Outside of a transaction the statement is a transaction itself: like BEGIN IMMEDIATE it takes the write lock before it
 * reads, and it has committed when it is done.
 */
class Procedure {
  readonly #call: string;

  private constructor(name: string, statements: readonly string[]) {
    this.#call = `INSERT INTO ${name} VALUES (?, ${statements.map(() => '?').join(', ')})`;
  }

  /**
   * @param tx a transaction of the connection that the procedure will run on; no other connection sees the procedure
   * @param statements constants with one `?` each, a JSON array of rows; none may begin with WITH
   */
  static async define(tx: EntityManager, name: string, statements: readonly string[]): Promise<Procedure> {
    const steps = [REQUIRE_UNCHANGED, ...statements];
    const parameters = steps.map((_, index) => `NULL AS p${index}`);
    const body = steps.map((sql, index) => `${sql.replace('?', `NEW.p${index}`)};`);
    await tx.query(`CREATE TEMP VIEW ${name} AS SELECT ${parameters.join(', ')}`);
    await tx.query(
      `CREATE TEMP TRIGGER call_${name} INSTEAD OF INSERT ON ${name} BEGIN ${body.join('\n')} END`,
    );
    return new Procedure(name, statements);
  }

  /**
   * Runs the statements as one, outside of a transaction.
   * @param version `pragma_data_version` before the rows were decided on
   * @returns false if another process has committed since, and nothing was done
   */
  async runAlone(connection: EntityManager, version: number, rows: readonly string[]): Promise<boolean> {
    if (rows.every((set) => set === NO_ROWS)) return true;
    try {
      await connection.query(this.#call, [version, ...rows]);
      return true;
    } catch (error) {
      if (error instanceof Error && error.message.includes('overtaken')) return false;
      throw error;
    }
  }
}
