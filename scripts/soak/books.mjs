// The books of a data directory: its ledger, and what the operator's `doctor` says of it.
import { createRequire } from 'node:module';
import path from 'node:path';
import { operate } from '../support/server-process.mjs';

const requireFromServer = createRequire(
  path.resolve(import.meta.dirname, '../../packages/server/package.json'),
);
const sqlite3 = requireFromServer('sqlite3');

/** @throws Error with what the doctor finds */
export async function requireNoFindings(dataDir) {
  const { findings } = await operate(dataDir, 'doctor');
  // Full disks of the machine that runs this are not the ledger's.
  const faults = findings.filter((finding) => !finding.includes('MB are free'));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Every record of the ledger. */
export const readLedger = (dataDir) =>
  query(
    dataDir,
    'SELECT account_id AS "accountId", type, amount_cents AS "amountCents", reference FROM ledger_records',
  );

/** Rows of service.sqlite; the server may be running. */
export async function query(dataDir, sql) {
  const file = path.join(dataDir, 'service.sqlite');
  const connection = await new Promise((resolve, reject) => {
    const opened = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)));
  });
  connection.configure('busyTimeout', 10_000);
  try {
    return await new Promise((resolve, reject) => {
      connection.all(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  } finally {
    await new Promise((resolve) => connection.close(resolve));
  }
}
