import { chmod, open } from 'node:fs/promises';
import sqlite3 from 'sqlite3';
import type { Reader } from '../ask.js';

/** A connection to one SQLite file, without TypeORM. */
export interface OpenFile {
  query<T>(sql: string, parameters?: readonly unknown[]): Promise<T>;
  /** Runs several statements and discards their results. */
  exec(script: string): Promise<void>;
  close(): Promise<void>;
  /** The driver's own connection, for a library that needs one. */
  readonly driver: PreparedConnection;
}

const MODES = {
  read: sqlite3.OPEN_READONLY,
  write: sqlite3.OPEN_READWRITE,
  create: sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE,
} as const;

export interface OpenFileOptions {
  /** `create` creates a missing file; the other modes fail. */
  mode: keyof typeof MODES;
  /** Time a statement waits for the locks of other connections. The default suits commands that run beside a server. */
  busyTimeoutMs?: number;
}

/** Other processes hold a lock only briefly. */
const BUSY_TIMEOUT_MS = 10_000;

export async function openFile(
  path: string,
  { mode, busyTimeoutMs = BUSY_TIMEOUT_MS }: OpenFileOptions,
): Promise<OpenFile> {
  const driver = await new Promise<PreparedConnection>((resolve, reject) => {
    const opened = new PreparedConnection(path, MODES[mode], (error) =>
      error === null ? resolve(opened) : reject(error),
    );
  });
  driver.configure('busyTimeout', busyTimeoutMs);
  return {
    driver,
    query: (sql, parameters) => driver.query(sql, parameters),
    exec: (script) => settled((done) => driver.exec(script, done)),
    close: () => settled((done) => driver.close(done)),
  };
}

const settled = (call: (done: (error: Error | null) => void) => unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    call((error) => (error === null ? resolve() : reject(error)));
  });

export interface OpenReader extends Reader {
  close(): Promise<void>;
}

/**
 * Holds the upper index pages that a job reads, even with 10,000,000 owners; lower pages are hardly ever needed twice.
 * docs/benchmarks.md has measurements of other sizes.
 */
const CACHE_KIB = 12_000;

/**
 * A read-only connection without TypeORM, for a process that needs nothing else. The file must exist, with the newest
 * schema.
 */
export async function openReader(path: string): Promise<OpenReader> {
  const file = await openFile(path, { mode: 'read' });
  await file.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  return file;
}

/** SQLite's own check of a whole file, rows and indexes. Resolves to its findings; empty if the file is sound. */
export async function integrityFindings(path: string): Promise<string[]> {
  const file = await openFile(path, { mode: 'write' });
  try {
    const rows = await file.query<{ integrity_check: string }[]>('PRAGMA integrity_check');
    return rows.map((row) => row.integrity_check).filter((finding) => finding !== 'ok');
  } catch (error) {
    // A file that is not a database at all.
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await file.close();
  }
}

/**
 * Copies a SQLite file as of one moment, while others read and write it. `to` must not exist; when this resolves, the
 * copy is on the disk.
 */
export async function snapshot(from: string, to: string): Promise<void> {
  const source = await openFile(from, { mode: 'write' });
  try {
    await source.query('VACUUM INTO ?', [to]);
  } finally {
    await source.close();
  }
  await chmod(to, 0o600);
  const file = await open(to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

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
      execute(kept, values, resetting(kept, done));
      return;
    }
    const statement = this.prepare(sql, (error) => {
      if (error !== null) {
        // Called before `prepare` has returned if the connection is closed already.
        done.call(this, error);
        return;
      }
      execute(statement, values, resetting(statement, done));
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

/**
 * Resets a kept statement that failed, before its caller gets the error. The driver leaves it open: after SQLITE_BUSY no later transaction
 * of the connection could commit ("SQL statements in progress").
 */
function resetting(statement: sqlite3.Statement, done: Done): Done {
  return function (error, rows) {
    if (error === null) done.call(this, error, rows);
    else statement.reset(() => done.call(this, error));
  };
}
