// Growth with the number of owners: import, lookups and jobs in directories of several sizes. Run after a build:
//
//   node scripts/bench.mjs directories                               100,000, 1,000,000 and 10,000,000 owners: half an hour
//   node scripts/bench.mjs directories --sizes 100000,300000         others; ratios are to the directory of 1,000,000, or else the first
//   node scripts/bench.mjs directories --keep                        directories that a former run left are not imported again
//   node scripts/bench.mjs directories --rounds 5                    medians of that many rounds, in each of which all sizes take turns
//
// Files are made once and kept in node_modules/.cache/skiptrace-bench: 7 GB for ten million owners.
import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { leadFile, ownerFile } from './support/job-data.mjs';
import { median } from './support/median.mjs';
import { operator, startServer } from './support/processes.mjs';
import { accountKeys, addressesOf, JobClient, timeBulk } from './support/served-jobs.mjs';
import { printTable } from './support/table.mjs';

const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/skiptrace-bench');
const BASE = 1_000_000;
const ACCOUNTS = 10;
const LOOKUPS = 20_000;
const JOB_ROWS = 50_000;

export async function run(args = []) {
  const { sizes, rounds, keep } = optionsOf(args);
  const directories = [];
  for (const owners of sizes) directories.push(await directoryOf(owners, keep));
  for (let round = 0; round < rounds; round++) {
    for (const directory of directories) {
      const { lookupsASecond, jobSeconds } = await timeOnce(directory);
      directory.lookups.push(lookupsASecond);
      directory.jobs.push(jobSeconds);
    }
  }
  print(directories);
}

async function directoryOf(owners, keep) {
  const dataDir = path.join(cache, `directory-${owners}`);
  const imported = keep && existsSync(dataDir) ? null : await importOwners(dataDir, owners);
  return {
    owners,
    dataDir,
    imported,
    accounts: await accountKeys(dataDir, ACCOUNTS),
    addresses: addressesOf(owners, LOOKUPS),
    leads: await leadFile(cache, JOB_ROWS, owners),
    lookups: [],
    jobs: [],
  };
}

async function importOwners(dataDir, owners) {
  const file = await ownerFile(cache, owners);
  rmSync(dataDir, { recursive: true, force: true });
  const { seconds, peakMb } = await operator(dataDir, 'owners', 'import', file);
  console.log(`import of ${owners} owners: ${seconds.toFixed(1)} s, peak ${peakMb} MB`);
  return { seconds, peakMb };
}

/** The second of two jobs, in processes that have compiled their code. */
async function timeOnce({ dataDir, accounts, addresses, leads }) {
  const server = await startServer(dataDir);
  try {
    const lookupsASecond = await timeBulk(server.url, accounts, addresses);
    const client = new JobClient(server.url, accounts[0]);
    await client.whole(leads);
    const { matchSeconds, enrichSeconds } = await client.whole(leads);
    return { lookupsASecond, jobSeconds: matchSeconds + enrichSeconds };
  } finally {
    await server.stop();
  }
}

function print(directories) {
  const base = directories.find(({ owners }) => owners === BASE) ?? directories[0];
  printTable([
    [
      'owners',
      'MB',
      'import: us an owner',
      'peak MB',
      'look-ups a second by bulk',
      'ratio',
      `us a row of a job of ${JOB_ROWS}`,
      'ratio',
    ],
    ...directories.map(({ owners, dataDir, imported, lookups, jobs }) => [
      String(owners),
      String(Math.round(statSync(path.join(dataDir, 'owners.sqlite')).size / 1e6)),
      imported === null ? '' : ((imported.seconds * 1e6) / owners).toFixed(1),
      imported === null ? '' : String(imported.peakMb),
      `${median(lookups).toFixed(0)} (${range(lookups, 0)})`,
      (median(lookups) / median(base.lookups)).toFixed(2),
      ((median(jobs) * 1e6) / JOB_ROWS).toFixed(1),
      (median(jobs) / median(base.jobs)).toFixed(2),
    ]),
  ]);
}

function optionsOf(args) {
  const smoke = args.includes('--smoke');
  const word = (name, fallback) => {
    const at = args.indexOf(name);
    return at === -1 ? fallback : args[at + 1];
  };
  return {
    sizes: word('--sizes', smoke ? '2000,5000' : '100000,1000000,10000000')
      .split(',')
      .map(Number),
    rounds: Number(word('--rounds', smoke ? '1' : '3')),
    keep: args.includes('--keep'),
  };
}

const range = (values, digits) =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv.slice(2));
