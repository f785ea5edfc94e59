// The books of a data directory: its ledger, and the findings of the operator's `doctor`.
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentOf, operate } from '../support/server-process.mjs';

const requireFromServer = createRequire(
  path.resolve(import.meta.dirname, '../../packages/server/package.json'),
);
const sqlite3 = requireFromServer('sqlite3');
export const pg = requireFromServer('pg');

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

// Checks of free repeats in a soak: every charge is for one property, and a property is charged once a term. A property has
// further rows where it was asked for in other spellings than its record's.
const MATCH_CENTS = 4;

/** A date so old that every term is over. */
const LONG_AGO = '2000-01-01';

/** A list whose confirm has not committed, or whose charge was given back, pays for nothing. */
const PAID_LATELY = `paid_on <> '${LONG_AGO}' AND NOT EXISTS (
  SELECT 1 FROM paid_claims c WHERE c.account_id = paid_properties.account_id AND c.reference = paid_properties.reference)`;

/** Checks paid properties against the ledger; accounts without free repeats may have none stored. */
export class PaidProperties {
  /** Accounts whose terms were ended. */
  #ended = 0;

  /** @param {string} dataDir @param {number} freeRepeatDays of all accounts */
  constructor(dataDir, freeRepeatDays) {
    this.dataDir = dataDir;
    this.freeRepeatDays = freeRepeatDays;
  }

  /** Ends every term: all properties are charged again. */
  async endTerms() {
    const ended = await query(
      this.dataDir,
      `UPDATE paid_properties SET paid_on = '${LONG_AGO}' WHERE ${PAID_LATELY} RETURNING further`,
    );
    this.#ended += ended.filter(({ further }) => Number(further) === 0).length;
  }

  /** Checks that every charged match is a property noted as paid, to the cent. */
  async faults() {
    const [{ cents, noted }] = await query(
      this.dataDir,
      `SELECT (SELECT COALESCE(-SUM(amount_cents), 0) FROM ledger_records WHERE type NOT IN ('top_up', 'adjustment'))
              - (SELECT COALESCE(SUM(amount_cents), 0) FROM reservations WHERE status = 'held') AS cents,
              (SELECT COUNT(*) FROM paid_properties WHERE further = 0 AND ${PAID_LATELY}) AS noted`,
    );
    const expected = this.freeRepeatDays === 0 ? 0 : cents / MATCH_CENTS;
    const all = this.#ended + noted;
    return all === expected
      ? []
      : [`${cents} cents were charged, but ${all} properties are noted as paid for, not ${expected}`];
  }

  /** @throws Error with the result of `faults` */
  async require() {
    const faults = await this.faults();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  /** Number of properties paid for in all. */
  async count() {
    const noted = await query(
      this.dataDir,
      `SELECT 1 FROM paid_properties WHERE further = 0 AND ${PAID_LATELY}`,
    );
    return this.#ended + noted.length;
  }
}

/**
 * Checks the lookups between two ends of all terms: which account was told of two charges for one property, or of a free repeat of what no
 * answer, and no request that was lost, can have paid for.
 * @param {import('./clients.mjs').Asked[]} asked
 * @param {ReadonlySet<string>} inJobs the accounts that have jobs under way, which pay as well
 */
export function repeatFaults(asked, inJobs) {
  const told = new Map();
  const uncertain = new Set(inJobs);
  for (const { accountId, body, answer } of asked) {
    if (answer === null || answer.replayed) uncertain.add(accountId);
    if (answer === null || answer.replayed || answer.status !== 200) continue;
    const { results, ...single } = JSON.parse(answer.text);
    (body.addresses ?? [body]).forEach(({ address }, nth) => {
      const { found, charged, repeat } = results?.[nth] ?? single;
      if (!found) return;
      const of = `${accountId} ${address}`;
      const counts = told.get(of) ?? { accountId, charged: 0, free: 0 };
      if (charged > 0) counts.charged += 1;
      if (repeat === true) counts.free += 1;
      told.set(of, counts);
    });
  }
  return [...told].flatMap(([of, { accountId, charged, free }]) => {
    if (charged > 1) return [`${of} was charged ${charged} times in one term`];
    return free > 0 && charged === 0 && !uncertain.has(accountId)
      ? [`${of} was free ${free} times, and nobody paid for it`]
      : [];
  });
}

// Compares the answers that customers got with the ledger. Pure: everything is passed in.

/**
 * @param {import('./clients.mjs').Asked[]} asked every lookup that was ever sent, in any order
 * @param {{ accountId: string, type: string, amountCents: number, reference: string }[]} ledger
 * @returns {{ faults: string[], unseenCharges: number, unansweredKeyless: number }} `unseenCharges`: charges of requests
 *   without a key whose answer was lost
 */
export function compareWithLedger(asked, ledger) {
  const faults = [];
  const netCents = chargesByReference(ledger);
  const firstAnswers = new Map();
  for (const { answer, accountId, route, key } of asked) {
    if (answer === null || answer.replayed) continue;
    const charged = netCents.get(answer.requestId)?.cents ?? 0;
    const told = answer.status === 200 ? answer.chargedCents : 0;
    if (charged !== told) {
      faults.push(
        `${answer.requestId} was answered ${answer.status} with ${told} cents, charged were ${charged}`,
      );
    }
    netCents.delete(answer.requestId);
    if (key !== null && answer.status === 200) {
      const slot = slotOf(accountId, route, key);
      if (firstAnswers.has(slot)) faults.push(`${slot} ran twice`);
      firstAnswers.set(slot, answer.text);
    }
  }

  // The remaining charges have no answer that a client saw: by the first run of a key that was replayed since, or
  // by a request without a key.
  const unseen = [...netCents.values()].filter(({ cents }) => cents !== 0);
  for (const { answer, accountId, route, key } of asked) {
    if (answer?.replayed !== true) continue;
    const slot = slotOf(accountId, route, key);
    const first = firstAnswers.get(slot);
    if (first !== undefined) {
      if (first !== answer.text) faults.push(`${slot} was replayed with another answer`);
      continue;
    }
    firstAnswers.set(slot, answer.text);
    if (answer.chargedCents === 0) continue;
    const at = unseen.findIndex(
      (charge) => charge.accountId === accountId && charge.cents === answer.chargedCents,
    );
    if (at === -1)
      faults.push(`${slot} was replayed with ${answer.chargedCents} cents that nobody was charged`);
    else unseen.splice(at, 1);
  }
  const answeredSlots = new Set(
    asked
      .filter(({ answer }) => answer !== null)
      .map(({ accountId, route, key }) => slotOf(accountId, route, key)),
  );
  for (const { answer, key, accountId, route } of asked) {
    if (key === null || answer !== null) continue;
    if (!answeredSlots.has(slotOf(accountId, route, key))) faults.push(`${key} was never answered`);
  }
  const unansweredKeyless = asked.filter(({ answer, key }) => answer === null && key === null);
  for (const { accountId, cents } of unseen) {
    if (cents < 0) faults.push(`account ${accountId} got ${-cents} cents that it had not paid`);
  }
  if (unseen.length > unansweredKeyless.length) {
    faults.push(
      `${unseen.length} charges nobody saw, but only ${unansweredKeyless.length} requests were in flight`,
    );
  }
  return { faults, unseenCharges: unseen.length, unansweredKeyless: unansweredKeyless.length };
}

/**
 * Every confirmed job was charged its total, once; one that was free has no record.
 * @param totalCents what each costs; undefined where repeats are free, and each is held to what its customer was told
 */
export function compareJobs(jobs, ledger, totalCents) {
  return jobs.flatMap(({ jobId, status, totalChargeCents, matchedRows, repeatRows, pricePerRowCents }) => {
    const charges = ledger.filter(({ reference }) => reference === jobId);
    const total = totalCents ?? totalChargeCents;
    const sound =
      status === 'completed' &&
      charges.length === (total === 0 ? 0 : 1) &&
      charges.every(({ type, amountCents }) => type === 'job_charge' && amountCents === -total) &&
      (totalCents !== undefined || total === (matchedRows - repeatRows) * pricePerRowCents);
    return sound ? [] : [`job ${jobId} is ${status} with the records ${JSON.stringify(charges)}`];
  });
}

/** Checks jobs that each have their own price, with the results that their customers got. */
export function compareClusterJobs(jobs, ledger) {
  const byReference = groupBy(ledger);
  return jobs.flatMap(({ jobId, status, totalCents, lines, linesSent }) => {
    const charges = byReference.get(jobId) ?? [];
    const sum = -charges.reduce((cents, { amountCents }) => cents + amountCents, 0);
    const isCharged = sum === totalCents && charges.length === (totalCents === 0 ? 0 : 1);
    return status === 'completed' && isCharged && lines === linesSent
      ? []
      : [
          `job ${jobId} is ${status} with ${lines} of ${linesSent} lines, ${totalCents} cents, and the records ${JSON.stringify(charges)}`,
        ];
  });
}

function groupBy(ledger) {
  const groups = new Map();
  for (const record of ledger)
    groups.set(record.reference, [...(groups.get(record.reference) ?? []), record]);
  return groups;
}

/** The ledger as it will be after all reservations are returned. */
export const heldAsRefunded = (ledger, held) => [
  ...ledger,
  ...held.map((reservation) => ({ ...reservation, type: 'bulk_refund' })),
];

const slotOf = (accountId, route, key) => `${accountId} ${route} ${key}`;

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
