// Import, jobs, and lookups during jobs, on made-up data, compared with other programs that do the same. Run after a build:
//
//   node scripts/bench.mjs jobs                              250,000 rows against 1,000,000 owners
//   node scripts/bench.mjs jobs --quick                      20,000 against 100,000, for a look
//   node scripts/bench.mjs jobs --rows 50000 --owners 200000
//   node scripts/bench.mjs jobs --rounds 5                   medians of that many jobs (default 5)
//
// Files are made once and kept in node_modules/.cache/skiptrace-bench, where the peers are installed too.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { timeCsvReading } from './support/csv-reading.mjs';
import { leadFile, ownerFile } from './support/job-data.mjs';
import { median } from './support/median.mjs';
import { duckDbVersion, importWithSqlite, installDuckDb, joinWithDuckDb } from './support/peers.mjs';
import { operator, startServer, watchMemory } from './support/processes.mjs';
import { accountKeys, addressesOf, JobClient, startProbe, waitsWithin } from './support/served-jobs.mjs';
import { printTable } from './support/table.mjs';

const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/skiptrace-bench');
/** 500 single lookups a minute and account: enough accounts for a probe every 20 ms, and for warming up. */
const ACCOUNTS = 20;
/** Time for lookups without a job at the same time, for comparison. */
const REST_MS = 4_000;

export async function run(args = []) {
  const options = optionsOf(args);
  const { rows, owners, rounds } = options;
  mkdirSync(cache, { recursive: true });
  const peers = installDuckDb(cache);
  const files = { owners: await ownerFile(cache, owners), leads: await leadFile(cache, rows, owners) };
  console.log(`${rows} rows, ${owners} owners, ${rounds} rounds; ${describeMachine()}`);

  const csv = await timeCsvReading(files.leads, rounds);
  const dataDir = emptyFolder(`data-${owners}`);
  const shell = await importWithSqlite(cache, files.owners);
  const imported = await operator(dataDir, 'owners', 'import', files.owners);
  const again = await operator(dataDir, 'owners', 'import', files.owners);
  const accounts = await accountKeys(dataDir, ACCOUNTS);
  const jobs = await timeJobs({ dataDir, accounts, files, rounds, peers });
  const sizes = await timeSizes({ dataDir, accounts, rows, owners });
  const kill = await timeKill({ dataDir, accounts, files, undisturbed: jobs });

  const report = { options, csv, shell, imported, again, jobs, sizes, kill };
  print(report);
  return report;
}

/** DuckDB and a job take turns; then single lookups run before and beside another job. */
async function timeJobs({ dataDir, accounts, files, rounds, peers }) {
  const server = await startServer(dataDir);
  const memory = watchMemory(server.pid);
  const addresses = addressesOf(2_000, 2_000);
  const client = new JobClient(server.url, accounts[0]);
  const results = [];
  const joins = [];
  const answers = [];
  const worked = [];
  const resting = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const target = path.join(cache, 'joined.csv');
      settleDisk();
      joins.push(await joinWithDuckDb(peers, { ...files, target }));
      settleDisk();
      results.push(await client.whole(files.leads));
      const stop = await startProbe(server.url, accounts.slice(1), addresses);
      const from = Date.now();
      await sleep(REST_MS);
      resting.push([from, Date.now()]);
      worked.push(...(await client.whole(files.leads)).worked);
      answers.push(...(await stop()));
    }
  } finally {
    await server.stop();
  }
  const seconds = (name) => median(results.map((result) => result[name]));
  return {
    matchSeconds: seconds('matchSeconds'),
    enrichSeconds: seconds('enrichSeconds'),
    matchedRows: results[0].matchedRows,
    sha256: results[0].sha256,
    ...memory.stop(),
    duckDbSeconds: median(joins.map((join) => join.seconds)),
    duckDbPeakMb: Math.max(...joins.map((join) => join.peakMb)),
    probe: {
      beside: waitsWithin(answers, worked),
      resting: waitsWithin(answers, resting),
      faults: answers.map(({ outcome }) => outcome).filter((outcome) => outcome !== 200),
    },
  };
}

/** Smaller jobs against the same owners, to see the cost of a row then. The best of three rounds: smaller jobs vary more. */
async function timeSizes({ dataDir, accounts, rows, owners }) {
  const server = await startServer(dataDir);
  const sizes = [];
  try {
    const client = new JobClient(server.url, accounts[0]);
    for (const size of [rows / 25, rows / 5, rows].map(Math.round)) {
      const file = await leadFile(cache, size, owners);
      const times = [];
      for (let round = 0; round < 3; round++) {
        const { matchSeconds, enrichSeconds } = await client.whole(file);
        times.push(matchSeconds + enrichSeconds);
      }
      sizes.push({ rows: size, seconds: Math.min(...times) });
    }
  } finally {
    await server.stop();
  }
  return sizes;
}

/** kill -9 in the middle of matching, then a new process: seconds from its ready line to the preview. */
async function timeKill({ dataDir, accounts, files, undisturbed }) {
  const first = await startServer(dataDir);
  const jobId = await new JobClient(first.url, accounts[0]).upload(files.leads);
  await sleep((undisturbed.matchSeconds * 1000) / 2);
  await first.kill();
  const second = await startServer(dataDir);
  try {
    const client = new JobClient(second.url, accounts[0]);
    const { seconds } = await client.until(jobId, 'preview');
    await client.confirm(jobId);
    const { job } = await client.until(jobId, 'completed');
    return { previewSeconds: seconds, same: (await client.digest(job)) === undisturbed.sha256 };
  } finally {
    await second.stop();
  }
}

function print({ options, csv, shell, imported, again, jobs, sizes, kill }) {
  const seconds = jobs.matchSeconds + jobs.enrichSeconds;
  const { beside, resting, faults } = jobs.probe;
  const lines = [
    ['what', 'ours', 'other', 'ratio', 'must', 'aim'],
    [
      `job: match ${s(jobs.matchSeconds)} + enrich ${s(jobs.enrichSeconds)}, DuckDB join`,
      s(seconds),
      s(jobs.duckDbSeconds),
      ratio(seconds, jobs.duckDbSeconds),
      '2.5',
      '1.0',
    ],
    [
      `peak memory of a job process (all and the server: ${jobs.peakMb} MB), DuckDB`,
      `${jobs.largestChildMb} MB`,
      `${jobs.duckDbPeakMb} MB`,
      '',
      '250 MB',
      '160 MB',
    ],
    [
      `p99 of ${beside.count} look-ups beside it (p50 ${ms(beside.p50Ms)}, max ${ms(beside.maxMs)}), without a job`,
      ms(beside.p99Ms),
      ms(resting.p99Ms),
      ratio(beside.p99Ms, resting.p99Ms),
      '15 ms',
      '5 ms',
    ],
    [
      'csv, csv-parse events',
      ms(csv.readerMs),
      ms(csv.csvParseMs),
      ratio(csv.readerMs, csv.csvParseMs),
      '0.35',
      '0.12',
    ],
    [
      `import (peak ${imported.peakMb} MB, again ${s(again.seconds)}), sqlite3 .import + index`,
      s(imported.seconds),
      shell ? s(shell.seconds) : 'no shell',
      shell ? ratio(imported.seconds, shell.seconds) : '',
      '4',
      '2',
    ],
    ...sizes.map(({ rows, seconds: taken }) => [
      `job of ${rows} rows, microseconds a row`,
      s(taken),
      String(Math.round((taken * 1e6) / rows)),
      '',
      '',
      '',
    ]),
    ['preview after kill -9 and restart', s(kill.previewSeconds), '', '', '30 s', '10 s'],
  ];
  printTable(lines);
  console.log(
    `${jobs.matchedRows} of ${options.rows} rows matched; after the kill the same file: ${kill.same}`,
  );
  if (faults.length > 0) console.log(`look-ups that were not 200: ${faults.join(', ')}`);
}

function optionsOf(args) {
  const size = args.includes('--smoke') ? 'smoke' : args.includes('--quick') ? 'quick' : 'full';
  const number = (name, fallback) => {
    const at = args.indexOf(name);
    return at === -1 ? fallback : Number(args[at + 1]);
  };
  return {
    rows: number('--rows', { smoke: 1_000, quick: 20_000, full: 250_000 }[size]),
    owners: number('--owners', { smoke: 5_000, quick: 100_000, full: 1_000_000 }[size]),
    rounds: number('--rounds', size === 'full' ? 5 : 1),
  };
}

/**
 * Waits until all written data is on the disk: a job waits until its files are, and would wait for earlier writes as well.
 */
function settleDisk() {
  spawnSync('sync');
}

function emptyFolder(name) {
  const folder = path.join(cache, name);
  rmSync(folder, { recursive: true, force: true });
  return folder;
}

function describeMachine() {
  const { version } = JSON.parse(readFileSync(path.join(cache, '../../csv-parse/package.json'), 'utf8'));
  const load = os.loadavg()[0].toFixed(1);
  return `Node ${process.versions.node}, DuckDB ${duckDbVersion}, csv-parse ${version}, ${os.availableParallelism()} cores, load ${load}`;
}

const s = (seconds) => `${seconds.toFixed(2)} s`;
const ms = (milliseconds) => `${milliseconds.toFixed(1)} ms`;
const ratio = (ours, other) => (ours / other).toFixed(2);

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv.slice(2));
