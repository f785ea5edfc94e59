// Lookups to measure: made-up owners and accounts, a bare app to compare with, endless requests, and the load of many clients.
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { madeUpOwners, ownerLines } from '../../made-up.mjs';
import { createAccounts, operate } from '../../support/server-process.mjs';
import { percentile } from '../../support/statistics.mjs';
import { inTurn, medianOf } from './harness.mjs';
import { processorMs } from './processes.mjs';

const requireFromSdk = createRequire(path.resolve(import.meta.dirname, '../../../packages/sdk/package.json'));
const { Client } = requireFromSdk('undici');

const OWNERS = 20_000;
const ACCOUNTS = 800;
const BALANCE_CENTS = 100_000_000;
export const BULK_SIZE = 100;
const MATCHES_OF_FIVE = 4;

/** API keys of new accounts. */
export async function accountKeys(dataDir, count) {
  const accounts = await createAccounts(dataDir, Array(count).fill(BALANCE_CENTS));
  return accounts.map(({ apiKey }) => apiKey);
}

/** Owners and accounts; returns requests of them. */
export async function prepare(dataDir, folder) {
  const file = path.join(folder, 'owners.csv');
  writeFileSync(file, [...ownerLines(OWNERS)].join(''));
  await operate(dataDir, 'owners', 'import', file);
  return madeUpRequests(await accountKeys(dataDir, ACCOUNTS));
}

/** Starts the ceiling: a Nest app that answers a constant. */
export function startBareApp() {
  const child = fork(path.join(import.meta.dirname, 'bare-app.mjs'));
  return new Promise((resolve, reject) => {
    child.once('message', (url) => resolve({ url, pid: child.pid, end: () => child.kill() }));
    child.once('exit', (code) => reject(new Error(`the bare app ended with ${code}`)));
  });
}

/** The given number of made-up owners, spread over all of them. */
export function spread(owners, count) {
  const step = Math.max(1, Math.floor(owners / count));
  const chosen = [];
  let index = 0;
  for (const owner of madeUpOwners(owners)) if (index++ % step === 0) chosen.push(owner);
  return chosen;
}

/** Endless requests of each kind; each with the next account's key, so that none comes near a limit. */
export function madeUpRequests(keys, owners = [...madeUpOwners(OWNERS)]) {
  let sent = 0;
  // Four of five match, so that no account nears the daily cap. No made-up owner lives above 90000.
  const address = () => {
    const index = sent++;
    const { line, city, state, zip } = owners[(index * 7) % owners.length];
    const miss = index % (MATCHES_OF_FIVE + 1) === MATCHES_OF_FIVE;
    const wrong = `${90_000 + (index % 9_000)} ${line.replace(/^\d+ /, '')}`;
    return { address: miss ? wrong : line, city, state, zip };
  };
  let used = 0;
  const post = (route, body) => ({
    path: route,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keys[used++ % keys.length]}` },
    body: JSON.stringify(body),
  });
  return {
    single: () => post('/api/v1/skip-trace', address()),
    bulk: () => post('/api/v1/skip-trace-bulk', { addresses: Array.from({ length: BULK_SIZE }, address) }),
  };
}

/**
 * Loads apps in turn and prints the medians of each.
 * @param {Record<string, { servers: { url: string, pid: number }[], next: () => object }>} apps
 * @param {number} rounds
 * @param {(name: string) => LoadOptions} optionsOf
 * @returns {Promise<Record<string, Record<string, number>>>} the medians by the name of an app
 */
export async function loadInTurn(apps, rounds, optionsOf) {
  const contenders = Object.entries(apps).map(([name, { servers, next }]) => [
    name,
    () => load(servers, next, optionsOf(name)),
  ]);
  const samples = await inTurn(Object.fromEntries(contenders), rounds);
  const medians = {};
  for (const [name, all] of Object.entries(samples)) {
    const of = (figure) => (medians[name] = { ...medians[name], [figure]: medianOf(all, figure) })[figure];
    console.log(
      `${name.padEnd(16)} ${of('perSecond').toFixed(0).padStart(6)}/s  p50 ${of('p50').toFixed(2)} ms` +
        `  p99 ${of('p99').toFixed(2)} ms  processor ${of('processorUs').toFixed(0)} µs`,
    );
  }
  return medians;
}

/**
 * Loads servers at once, each with `next()` over a number of connections, which each have one request at a time. Any answer but
 * 200 ends the run: refusals are quick and would flatter. Latencies are in milliseconds, processor time is of all servers.
 * @typedef {{ connections: number, ms: number, perSecond?: number }} LoadOptions with `perSecond`, requests are sent at that rate
 *   whether or not answers keep up, and latency counts from the moment at which one was due (no coordinated omission)
 * @param {{ url: string, pid: number }[]} servers
 * @param {() => object} next
 * @param {LoadOptions} options
 */
export async function load(servers, next, options) {
  const used = () => servers.reduce((sum, { pid }) => sum + processorMs(pid), 0);
  const before = used();
  const startedAt = performance.now();
  const loads = await Promise.all(servers.map(({ url }) => loadOne(url, next, options)));
  const seconds = (performance.now() - startedAt) / 1000;
  const latencies = loads.flat().map(({ ms }) => ms);
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processorUs: ((used() - before) * 1000) / latencies.length,
  };
}

/**
 * @param {string} url @param {() => object} next
 * @param {LoadOptions} options
 * @param {() => boolean} [isOver] asked before each request
 * @returns {Promise<{ at: number, ms: number }[]>} when each request was due, by Date.now(), and its latency
 */
export async function loadOne(url, next, { connections, ms, perSecond }, isOver = () => false) {
  const clients = Array.from({ length: connections }, () => new Client(url));
  const answers = [];
  const startedAt = performance.now();
  let due = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (;;) {
        const dueAt = perSecond === undefined ? performance.now() : startedAt + (due++ * 1000) / perSecond;
        if (dueAt >= startedAt + ms || isOver()) return;
        const wait = dueAt - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        await send(client, next());
        answers.push({ at: performance.timeOrigin + dueAt, ms: performance.now() - dueAt });
      }
    }),
  );
  await Promise.all(clients.map((client) => client.close()));
  return answers;
}

/**
 * One complete request. Uses undici's dispatch, without the streams and promises of `request`, so that the
 * loader costs little.
 */
const send = (client, request) =>
  new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
    let status = 0;
    client.dispatch(request, {
      onRequestStart() {},
      onResponseStart(_controller, statusCode) {
        status = statusCode;
      },
      onResponseData() {},
      onResponseEnd() {
        if (status === 200) resolve();
        else reject(new Error(`${request.path} answered ${status}`));
      },
      onResponseError(_controller, error) {
        reject(error);
      },
    });
  });
