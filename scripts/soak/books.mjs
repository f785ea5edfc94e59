// The books of a data directory: its ledger, and the findings of the operator's `doctor`.
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentOf, operate } from '../support/server-process.mjs';

const requireFromServer = createRequire(
  path.resolve(import.meta.dirname, '../../packages/server/package.json'),
);
const sqlite3 = requireFromServer('sqlite3');
const pg = requireFromServer('pg');

/** @throws Error with the doctor's findings */
export async function requireNoFindings(dataDir) {
  const { findings } = await operate(dataDir, 'doctor');
  // A full disk of this machine is not a fault of the ledger.
  const faults = findings.filter((finding) => !finding.includes('MB are free'));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Every record of the ledger. */
export const readLedger = (dataDir) =>
  query(
    dataDir,
    'SELECT account_id AS "accountId", type, amount_cents AS "amountCents", reference FROM ledger_records',
  );

/** Reading 18: after this an unsettled reservation is refunded, by a task that runs every 15 s. */
const RESERVATION_LIFETIME_MS = 60_000;
const SWEEP_PATIENCE_MS = 90_000;

/** Number of reservations that are neither settled nor refunded. */
async function heldReservations(dataDir) {
  const [{ held }] = await query(dataDir, "SELECT COUNT(*) AS held FROM reservations WHERE status = 'held'");
  return held;
}

/** Instead of waiting, makes unsettled reservations old enough to be refunded. Returns their number. */
export async function makeRefundable(dataDir) {
  const held = await heldReservations(dataDir);
  const age = `created_at = created_at - ${RESERVATION_LIFETIME_MS * 10}`;
  await query(dataDir, `UPDATE reservations SET ${age} WHERE status = 'held'`);
  return held;
}

/** Waits until the server has refunded them. */
export async function untilSwept(dataDir) {
  const until = Date.now() + SWEEP_PATIENCE_MS;
  for (;;) {
    const held = await heldReservations(dataDir);
    if (held === 0) return;
    if (Date.now() > until) throw new Error(`${held} reservations were not refunded`);
    await sleep(100);
  }
}

/** Rows from the service's database; servers may be running. */
export function query(dataDir, sql) {
  const { DATABASE_URL: url } = environmentOf(dataDir);
  return url === undefined ? querySqlite(path.join(dataDir, 'service.sqlite'), sql) : queryPostgres(url, sql);
}

async function querySqlite(file, sql) {
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

/** Sums and counts are numbers here, as SQLite's are. */
const NUMBERS = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];
const types = {
  getTypeParser: (oid, format) => (NUMBERS.includes(oid) ? Number : pg.types.getTypeParser(oid, format)),
};

async function queryPostgres(connectionString, sql) {
  const client = new pg.Client({ connectionString, types });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
