// The books of a data directory: its ledger held against the answers that customers got, and the findings of `doctor`.
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

/** Reservations that are neither settled nor refunded, as records of their refund. */
export const readHeld = (dataDir) =>
  query(
    dataDir,
    `SELECT account_id AS "accountId", 'bulk_refund' AS type, amount_cents AS "amountCents", reference
     FROM reservations WHERE status = 'held'`,
  );

/** Reading 18: after this an unsettled reservation is refunded, by a task that runs every 15 s. */
const RESERVATION_LIFETIME_MS = 60_000;
const SWEEP_PATIENCE_MS = 90_000;

/** Makes unsettled reservations old enough to be refunded, and waits until the server has done so. */
export async function sweepHeld(dataDir) {
  const age = `created_at = created_at - ${RESERVATION_LIFETIME_MS * 10}`;
  await query(dataDir, `UPDATE reservations SET ${age} WHERE status = 'held'`);
  const until = Date.now() + SWEEP_PATIENCE_MS;
  for (let held = await readHeld(dataDir); held.length > 0; held = await readHeld(dataDir)) {
    if (Date.now() > until) throw new Error(`${held.length} reservations were not refunded`);
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

/**
 * @param {import('./clients.mjs').Asked[]} asked every attempt at a lookup, each followed by others until it was answered
 * @param {{ accountId: string, type: string, amountCents: number, reference: string }[]} ledger
 * @returns {string[]} what contradicts
 */
export function compareWithLedger(asked, ledger) {
  const faults = [];
  const netCents = chargesByReference(ledger);
  const firstAnswers = new Map();
  for (const { answer, ...entry } of asked) {
    if (answer === null || answer.replayed) continue;
    const charged = netCents.get(answer.requestId)?.cents ?? 0;
    const told = answer.status === 200 ? answer.chargedCents : 0;
    if (charged !== told)
      faults.push(
        `${answer.requestId} was answered ${answer.status} with ${told} cents, charged were ${charged}`,
      );
    netCents.delete(answer.requestId);
    if (answer.status !== 200) continue;
    if (firstAnswers.has(slotOf(entry))) faults.push(`${slotOf(entry)} ran twice`);
    firstAnswers.set(slotOf(entry), answer.text);
  }

  // The answer to each remaining charge was lost: its key was replayed since.
  const unseen = [...netCents.values()].filter(({ cents }) => cents !== 0);
  for (const { answer, ...entry } of asked) {
    if (answer?.replayed !== true) continue;
    const first = firstAnswers.get(slotOf(entry));
    if (first !== undefined && first !== answer.text)
      faults.push(`${slotOf(entry)} was replayed with another answer`);
    if (first !== undefined) continue;
    firstAnswers.set(slotOf(entry), answer.text);
    if (answer.chargedCents === 0) continue;
    const at = unseen.findIndex(
      ({ accountId, cents }) => accountId === entry.accountId && cents === answer.chargedCents,
    );
    if (at !== -1) unseen.splice(at, 1);
    else faults.push(`${slotOf(entry)} was replayed with ${answer.chargedCents} cents without a charge`);
  }
  for (const { accountId, cents } of unseen)
    faults.push(`account ${accountId} was charged ${cents} cents that no answer told`);
  const answered = new Set(asked.filter(({ answer }) => answer !== null).map(slotOf));
  for (const entry of asked) if (!answered.has(slotOf(entry))) faults.push(`${entry.key} was never answered`);
  return faults;
}

const slotOf = ({ accountId, route, key }) => `${accountId} ${route} ${key}`;

const LOOKUP_TYPES = ['lookup_charge', 'bulk_reservation', 'bulk_refund'];

/** Net charge of each lookup, by its request id. */
function chargesByReference(ledger) {
  const net = new Map();
  for (const { accountId, type, amountCents, reference } of ledger) {
    if (!LOOKUP_TYPES.includes(type)) continue;
    const entry = net.get(reference) ?? { accountId, cents: 0 };
    entry.cents -= amountCents;
    net.set(reference, entry);
  }
  return net;
}

/** Every job was charged its total, once, and gave every line back; one that was free has no record. */
export function compareJobs(jobs, ledger) {
  const byReference = groupBy(ledger);
  return jobs.flatMap(({ jobId, status, totalCents, lines, linesSent }) => {
    const charges = byReference.get(jobId) ?? [];
    const sum = -charges.reduce((cents, { amountCents }) => cents + amountCents, 0);
    const isCharged = sum === totalCents && charges.length === (totalCents === 0 ? 0 : 1);
    if (status === 'completed' && isCharged && lines === linesSent) return [];
    const records = JSON.stringify(charges);
    return [
      `job ${jobId} is ${status}: ${lines} of ${linesSent} lines, ${totalCents} cents, records ${records}`,
    ];
  });
}

function groupBy(ledger) {
  const groups = new Map();
  for (const record of ledger)
    groups.set(record.reference, [...(groups.get(record.reference) ?? []), record]);
  return groups;
}
