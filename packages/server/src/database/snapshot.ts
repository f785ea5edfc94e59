import { chmod, open } from 'node:fs/promises';
import sqlite3 from 'sqlite3';

/** Commands of other processes hold a lock for a moment only. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Copies a SQLite file as it is at one moment, while others read and write it. `to` must not exist; when this resolves it
 * is on the disk.
 */
export async function snapshot(from: string, to: string): Promise<void> {
  const connection = await connect(from);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.run('VACUUM INTO ?', [to], (error) => (error === null ? resolve() : reject(error)));
    });
  } finally {
    await new Promise<void>((resolve) => connection.close(() => resolve()));
  }
  await chmod(to, 0o600);
  const file = await open(to, 'r+');
  await file.sync().finally(() => file.close());
}

function connect(file: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const connection = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (error) => {
      if (error !== null) return reject(error);
      connection.configure('busyTimeout', BUSY_TIMEOUT_MS);
      resolve(connection);
    });
  });
}
