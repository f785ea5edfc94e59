// Setup for measuring lookups: made-up owners and accounts, a bare app to compare with, and endless requests.
import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { csvLine, madeUpOwners, OWNER_HEADER, ownerCells } from '../../made-up/owners.mjs';
import { createAccounts } from '../../support/accounts.mjs';
import { operate } from '../../support/server-process.mjs';

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

/** User and system time of a process and all its threads so far (Linux: proc(5), in ticks of 10 ms); NaN elsewhere. */
export async function processorMs(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, user, system] = /^.*\) (?:\S+ ){11}(\d+) (\d+)/.exec(stat) ?? [];
  return (Number(user) + Number(system)) * 10;
}
