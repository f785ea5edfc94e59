// Simulated customers who record every answer: singles, bulks and CSV jobs, with and without Idempotency-Key,
// until the server is killed.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../support/statistics.mjs';

const MATCHES = [
  { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' },
  { address: '200 Sandbox Absentee Ave', city: 'Dayton', state: 'OH', zip: '45402' },
  { address: '400 Sandbox Nulls Ln', city: 'Boise', state: 'ID', zip: '83702' },
];
const MISS = { address: '404 Sandbox Miss Blvd', city: 'Reno', state: 'NV', zip: '89501' };
const MATCH_SHARE = 0.85;
const KEYED_SHARE = 0.5;
const REPEAT_SHARE = 0.1;
const MAX_BULK = 20;

const JOBS = '/api/user/skip-trace';
export const MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };

/**
 * Everything that was asked, and what came back. `answer` is null for a request whose answer was lost.
 * @typedef {{ accountId: string, apiKey: string, route: string,
 *   body: { addresses?: { address: string }[], address?: string }, key: string | null,
 *   answer: { status: number, requestId: string | null, replayed: boolean, chargedCents: number, text: string, error?: string } | null }} Asked
 */

/** @returns {Asked} what is about to be asked; its answer is noted when it comes */
export const unanswered = (request) => ({ ...request, answer: null });

/** Looks up repeatedly until a request is not answered. */
export async function lookUpUntilDeath(url, accounts, random, asked) {
  for (;;) {
    const repeatable = asked.filter(({ key, answer }) => key !== null && answer?.status === 200);
    const request =
      repeatable.length > 0 && random.chance(REPEAT_SHARE)
        ? random.pick(repeatable)
        : madeUpRequest(accounts, random);
    const entry = unanswered(request);
    asked.push(entry);
    entry.answer = await ask(url, entry);
    if (entry.answer === null) return;
  }
}

/** An address that is found, more often than not; without `mayMatch` never. */
export const madeUpAddress = (random, mayMatch = true) =>
  mayMatch && random.chance(MATCH_SHARE) ? random.pick(MATCHES) : MISS;

/** A lookup, or a bulk, of one of these accounts. */
export function madeUpRequest(accounts, random) {
  const { accountId, apiKey } = random.pick(accounts);
  const address = () => madeUpAddress(random);
  const key = random.chance(KEYED_SHARE) ? randomUUID() : null;
  const sender = { accountId, apiKey, key };
  if (random.chance(0.6)) return { ...sender, route: '/api/v1/skip-trace', body: address() };
  const addresses = Array.from({ length: random.whole(1, MAX_BULK) }, address);
  return { ...sender, route: '/api/v1/skip-trace-bulk', body: { addresses } };
}

/** Sends a lookup; null when no whole answer arrives. */
export async function ask(url, { apiKey, route, body, key }) {
  try {
    const response = await fetch(url + route, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(key !== null && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const { charged, totalCharged } = JSON.parse(text);
    return {
      status: response.status,
      requestId: response.headers.get('x-request-id'),
      replayed: response.headers.get('idempotency-replayed') === 'true',
      chargedCents: charged ?? totalCharged ?? 0,
      text,
    };
  } catch {
    return null;
  }
}

/** Creates, uploads and confirms jobs one after the other until a request is not answered; jobs are remembered by id. */
export async function runJobsUntilDeath(url, account, jobs) {
  try {
    for (;;) {
      const jobId = await createJob(url, account);
      if (jobId === undefined) continue;
      jobs.push({ ...account, jobId });
      await bringToEnd(url, { ...account, jobId });
    }
  } catch {
    // The server died; `bringToEnd` continues the job.
  }
}

/** Returns its id; undefined if it was refused. */
export async function createJob(url, account) {
  const { jobId } = await call(url, account, 'POST', JOBS, {
    json: { filename: 'leads.csv', columnMapping: MAPPING },
  });
  return jobId;
}

/**
 * Takes every action that the job waits for until it has ended. Returns the job.
 * @param {string} url
 * @param {{ jobId: string, apiKey: string }} of
 */
export async function bringToEnd(url, { jobId, ...account }) {
  const actions = {
    pending: () => call(url, account, 'POST', `${JOBS}/${jobId}/upload`, { form: leads() }),
    preview: () => call(url, account, 'POST', `${JOBS}/${jobId}/confirm`),
  };
  for (;;) {
    const job = await call(url, account, 'GET', `${JOBS}/${jobId}`);
    if (['completed', 'failed', 'cancelled'].includes(job.status)) return job;
    await (actions[job.status]?.() ?? new Promise((resolve) => setTimeout(resolve, 20)));
  }
}

function leads() {
  const form = new FormData();
  form.append('file', new Blob([csvOf([...MATCHES, MISS])]), 'leads.csv');
  return form;
}

/** A file of the given number of rows, and the number of them that are found. */
export function madeUpLeads(random, rows) {
  const addresses = Array.from({ length: rows }, () => madeUpAddress(random));
  return { csv: csvOf(addresses), matches: addresses.filter((address) => address !== MISS).length };
}

const csvOf = (addresses) =>
  `Address,City,State,Zip\n${addresses.map(({ address, city, state, zip }) => `${address},${city},${state},${zip}\n`).join('')}`;

/** Cents that `leads` costs when it is confirmed. */
export const JOB_CENTS = MATCHES.length * 4;

/**
 * @param {string} url
 * @param {{ apiKey: string }} account
 * @param {string} method
 * @param {string} route
 * @param {{ json?: object, form?: FormData }} [body]
 */
async function call(url, { apiKey }, method, route, { json, form } = {}) {
  const response = await fetch(url + route, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    body: json === undefined ? form : JSON.stringify(json),
  });
  return response.json();
}

const LOOKUPS_PER_SECOND = 25;

/**
 * Sends lookups at fixed moments whether or not answers keep up: a stall delays every lookup that was due in it.
 * @param {(dueAt: number) => Promise<void>} lookUp
 * @param {number} seconds
 * @returns when the last one is sent; `answered` when all are answered
 */
export async function sendSteadily(lookUp, seconds) {
  const endsAt = performance.now() + seconds * 1_000;
  /** @type {Promise<void>[]} */
  const running = [];
  for (let dueAt = performance.now(); dueAt < endsAt; dueAt += 1_000 / LOOKUPS_PER_SECOND) {
    await sleep(Math.max(0, dueAt - performance.now()));
    running.push(lookUp(dueAt));
  }
  return { answered: Promise.all(running) };
}

/**
 * Honest customers: lookups at a steady pace, and CSV jobs one after the other.
 * @returns milliseconds, everything that was asked, and the jobs
 */
export async function honestLoad(url, { lookupAccounts, jobAccount, random, seconds }) {
  const endsAt = performance.now() + seconds * 1_000;
  const asked = [];
  const lookupMs = [];
  const jobMs = [];
  const jobs = [];
  const lookUp = async (dueAt) => {
    const entry = unanswered(madeUpRequest(lookupAccounts, random));
    asked.push(entry);
    entry.answer = await ask(url, entry);
    lookupMs.push(performance.now() - dueAt);
  };
  const lookUps = async () => {
    const { answered } = await sendSteadily(lookUp, seconds);
    await answered;
  };
  const runJobs = async () => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const job = { ...jobAccount, jobId: await createJob(url, jobAccount) };
      jobs.push({ ...job, ...(await bringToEnd(url, job)) });
      jobMs.push(performance.now() - startedAt);
      await sleep(500);
    }
  };
  await Promise.all([lookUps(), runJobs()]);
  return { asked, jobs, lookupMs, jobMs };
}

export function percentiles(all) {
  const at = (share) => Math.round(percentile(all, share) ?? 0);
  return { count: all.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
