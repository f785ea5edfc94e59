import { chmod, open } from 'node:fs/promises';
import sqlite3 from 'sqlite3';
import { PreparedConnection } from './prepared-connection.js';

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
  await source.query('VACUUM INTO ?', [to]).finally(source.close);
  await chmod(to, 0o600);
  const file = await open(to, 'r+');
  await file.sync().finally(() => file.close());
}
