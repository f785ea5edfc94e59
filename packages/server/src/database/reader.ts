import sqlite3 from 'sqlite3';
import { PreparedConnection } from './prepared-connection.js';

/** Answers questions from committed data. TypeORM's EntityManager is one, too. */
export interface Reader {
  query<T>(sql: string, parameters: unknown[]): Promise<T>;
}

export interface OpenReader extends Reader {
  close(): Promise<void>;
}

/** How long a statement waits where another process is about to change the file's layout. */
const BUSY_TIMEOUT_MS = 10_000;
/**
 * Room for the upper pages of what a job reads, also of 10,000,000 owners: what lies below is hardly ever needed twice.
 * docs/benchmarks.md says what more and less of it came to.
 */
const CACHE_KIB = 12_000;

/**
 * A connection that only reads, without TypeORM: for a process that needs nothing else. The file has
 * to be there, with the newest schema.
 */
export async function openReader(path: string): Promise<OpenReader> {
  const connection = await new Promise<PreparedConnection>((resolve, reject) => {
    const opened = new PreparedConnection(path, sqlite3.OPEN_READONLY, (error) =>
      error === null ? resolve(opened) : reject(error),
    );
  });
  connection.configure('busyTimeout', BUSY_TIMEOUT_MS);
  await connection.query(`PRAGMA cache_size = -${CACHE_KIB}`);
  return {
    query: (sql, parameters) => connection.query(sql, parameters),
    close: () =>
      new Promise((resolve, reject) =>
        connection.close((error) => (error === null ? resolve() : reject(error))),
      ),
  };
}
