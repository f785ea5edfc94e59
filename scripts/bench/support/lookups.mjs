// Lookups to measure: made-up owners and accounts, a bare app to compare with, endless requests, and the load of many clients.
import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { csvLine, madeUpOwners, OWNER_HEADER, ownerCells } from '../../made-up.mjs';
import { createAccounts, operate } from '../../support/server-process.mjs';
import { percentile } from '../../support/statistics.mjs';

const requireFromSdk = createRequire(path.resolve(import.meta.dirname, '../../../packages/sdk/package.json'));
const { Client } = requireFromSdk('undici');

const OWNERS = 20_000;
const ACCOUNTS = 800;
const BALANCE_CENTS = 100_000_000;
export const BULK_SIZE = 100;
const MATCHES_OF_FIVE = 4;

/** Owners and accounts; returns the accounts' keys. */
export async function prepare(folder) {
  const file = path.join(folder, 'owners.csv');
  const lines = [...madeUpOwners(OWNERS)].map((owner) => csvLine(ownerCells(owner)));
  await writeFile(file, csvLine(OWNER_HEADER) + lines.join(''));
  await operate(folder, 'owners', 'import', file);
  const accounts = await createAccounts(folder, Array(ACCOUNTS).fill(BALANCE_CENTS));
  return accounts.map(({ apiKey }) => apiKey);
}

export function startBareApp() {
  const child = fork(path.join(import.meta.dirname, 'bare-app.mjs'));
  return new Promise((resolve, reject) => {
    child.once('message', (url) => resolve({ url, pid: child.pid, end: () => child.kill() }));
    child.once('exit', (code) => reject(new Error(`the bare app ended with ${code}`)));
  });
}

/** Endless requests of each kind; each with the next account's key. */
export function madeUpRequests(keys) {
  const owners = [...madeUpOwners(OWNERS)];
  let sent = 0;
  const address = () => {
    const index = sent++;
    const { line, city, state, zip } = owners[(index * 7) % owners.length];
    // No made-up owner lives above 90000.
    const miss = index % (MATCHES_OF_FIVE + 1) === MATCHES_OF_FIVE;
    return {
      address: miss ? `${90_000 + (index % 9_000)} ${line.replace(/^\d+ /, '')}` : line,
      city,
      state,
      zip,
    };
  };
  let used = 0;
  const post = (route, body) => ({
    path: route,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${keys[used++ % keys.length]}`,
    },
    body: JSON.stringify(body),
  });
  const single = () => post('/api/v1/skip-trace', address());
  const bulk = () => {
    const addresses = Array.from({ length: BULK_SIZE }, address);
    return post('/api/v1/skip-trace-bulk', { addresses });
  };
  return { bare: single, single, bulk };
}

/**
 * Sends `next()` over the given number of connections, each one request at a time, for the given time. Latencies in milliseconds.
 * Any answer but 200 ends the run: refusals are quick and would flatter.
 */
export async function closedLoop(url, next, { connections, ms }) {
  const clients = Array.from({ length: connections }, () => new Client(url));
  const latencies = [];
  const startedAt = performance.now();
  const endsAt = startedAt + ms;
  await Promise.all(
    clients.map(async (client) => {
      for (let sentAt = performance.now(); sentAt < endsAt; sentAt = performance.now()) {
        await send(client, next());
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  return { perSecond: latencies.length / seconds, seconds, ...percentiles(latencies) };
}

/**
 * Sends at a fixed rate whether or not answers keep up, so that a stall of the server counts for every
 * request that was due during it (no coordinated omission). Latency counts from the moment a request was due.
 */
export async function openLoop(url, next, { connections, perSecond, ms }) {
  const clients = Array.from({ length: connections }, () => new Client(url));
  const latencies = [];
  const startedAt = performance.now();
  const total = Math.floor((perSecond * ms) / 1000);
  let due = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (due < total) {
        const dueAt = startedAt + (due++ * 1000) / perSecond;
        const wait = dueAt - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        await send(client, next());
        latencies.push(performance.now() - dueAt);
      }
    }),
  );
  await Promise.all(clients.map((client) => client.close()));
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: total / seconds, seconds, ...percentiles(latencies) };
}

/**
 * One complete request. Uses undici's dispatch, without the streams and promises of `request`, so that the
 * loader costs little.
 */
const send = (client, { path: route, headers, body }) =>
  new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
    let status = 0;
    client.dispatch(
      { path: route, method: 'POST', headers, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData() {},
        onResponseEnd() {
          if (status === 200) resolve();
          else reject(new Error(`${route} answered ${status}`));
        },
        onResponseError(_controller, error) {
          reject(error);
        },
      },
    );
  });

const percentiles = (latencies) => ({ p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) });
