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
