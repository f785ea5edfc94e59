// Growth with the number of owners: import and lookups in directories of several sizes. Run after a build:
//
//   npm run bench -- directories                               1,000,000 and 10,000,000 owners: five minutes, and a few to make the files
//   npm run bench -- directories --small 100000 --large 300000
//   npm run bench -- directories --rounds 5                    medians of that many rounds, in which both take turns
//
// Files are made once and kept in node_modules/.cache/skiptrace-bench: 7 GB for ten million owners.
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { startServer } from '../support/server-process.mjs';
import { median } from '../support/statistics.mjs';
import { cache, inTurn, printTable, sizesOf } from './support/harness.mjs';
import { runOperator } from './support/processes.mjs';
import { ownerFile, accountKeys, addressesOf, timeBulk } from './support/served-jobs.mjs';

const ACCOUNTS = 10;
const LOOKUPS = 20_000;

export async function run(args = []) {
  const { small, large, rounds } = sizesOf(args, {
    smoke: { small: 2_000, large: 5_000, rounds: 1 },
    full: { small: 1_000_000, large: 10_000_000, rounds: 3 },
  });
  const directories = [await directoryOf(small), await directoryOf(large)];
  const contenders = directories.map((directory, nth) => [nth, () => lookupsASecond(directory)]);
  const samples = await inTurn(Object.fromEntries(contenders), rounds);
  print(directories.map((directory, nth) => ({ ...directory, lookups: samples[nth] })));
}

async function directoryOf(owners) {
  const dataDir = path.join(cache, `directory-${owners}`);
  const file = await ownerFile(owners);
  rmSync(dataDir, { recursive: true, force: true });
  const imported = await runOperator(dataDir, 'owners', 'import', file);
  const accounts = await accountKeys(dataDir, ACCOUNTS);
  return { owners, dataDir, imported, accounts, addresses: addressesOf(owners, LOOKUPS) };
}

async function lookupsASecond({ dataDir, accounts, addresses }) {
  const server = await startServer(dataDir, { logLevel: 'error' });
  try {
    return await timeBulk(server.url, accounts, addresses);
  } finally {
    await server.end();
  }
}

function print(directories) {
  const [base] = directories;
  printTable([
    ['owners', 'MB', 'import', 'us an owner', 'peak MB', 'lookups a second by bulk', 'ratio'],
    ...directories.map(({ owners, dataDir, imported, lookups }) => [
      String(owners),
      String(Math.round(statSync(path.join(dataDir, 'owners.sqlite')).size / 1e6)),
      `${imported.seconds.toFixed(1)} s`,
      ((imported.seconds * 1e6) / owners).toFixed(1),
      String(imported.peakMb),
      `${median(lookups).toFixed(0)} (${Math.min(...lookups).toFixed(0)} to ${Math.max(...lookups).toFixed(0)})`,
      (median(lookups) / median(base.lookups)).toFixed(2),
    ]),
  ]);
}
