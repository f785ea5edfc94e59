import sqlite3 from 'sqlite3';

/** More than the server's own queries; texts that TypeORM composes with lists of varying length are evicted. */
const MAX_STATEMENTS = 200;

/**
 * Statements that are prepared once and used again. Not a PRAGMA, which may stay open and lock the file, and not a schema
 * change, which runs only once.
 */
const WORTH_KEEPING = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i;

/** The driver's callback: after `run`, `this` has `lastID` and `changes`. */
type Done = (this: unknown, error: Error | null, rows?: unknown[]) => void;
type Execute = (statement: sqlite3.Statement, values: unknown[], done: Done) => void;

/**
 * A connection that prepares each text once. The driver itself prepares and discards a statement for every query: two
 * turns of the thread pool instead of one, which cost more than most queries do.
 */
export class PreparedConnection extends sqlite3.Database {
  readonly #statements = new Map<string, sqlite3.Statement>();

  override all(sql: string, ...rest: unknown[]): this {
    if (!this.#statements.has(sql) && !WORTH_KEEPING.test(sql)) return super.all(sql, ...rest);
    this.#execute(sql, rest, (statement, values, done) => statement.all(values, done));
    return this;
  }

  override run(sql: string, ...rest: unknown[]): this {
    if (!WORTH_KEEPING.test(sql)) return super.run(sql, ...rest);
    this.#execute(sql, rest, (statement, values, done) => statement.run(values, done));
    return this;
  }

  /** The rows of a statement; empty if it returns none. */
  query<T>(sql: string, parameters: readonly unknown[] = []): Promise<T> {
    return new Promise((resolve, reject) => {
      this.all(sql, parameters, (error: Error | null, rows: unknown) =>
        error === null ? resolve(rows as T) : reject(error),
      );
    });
  }

  override close(callback?: (error: Error | null) => void): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    super.close(callback);
  }

  /** @param rest parameters as an array, and a callback; each may be omitted, as with the driver */
  #execute(sql: string, rest: readonly unknown[], execute: Execute): void {
    const values = rest.find((argument): argument is unknown[] => Array.isArray(argument)) ?? [];
    const done = rest.find((argument): argument is Done => typeof argument === 'function') ?? ignore;
    const kept = this.#statements.get(sql);
    if (kept !== undefined) {
      execute(kept, values, done);
      return;
    }
    const statement = this.prepare(sql, (error) => {
      if (error !== null) {
        // Called before `prepare` has returned if the connection is closed already.
        done.call(this, error);
        return;
      }
      execute(statement, values, done);
      this.#keep(sql, statement);
    });
  }

  #keep(sql: string, statement: sqlite3.Statement): void {
    if (this.#statements.has(sql)) {
      // Two calls used a new text at the same time.
      statement.finalize();
      return;
    }
    this.#statements.set(sql, statement);
    const [oldest] = this.#statements;
    if (this.#statements.size <= MAX_STATEMENTS || oldest === undefined) return;
    this.#statements.delete(oldest[0]);
    // Takes effect after the calls in progress.
    oldest[1].finalize();
  }
}

const ignore: Done = () => undefined;
