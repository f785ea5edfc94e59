// Import, jobs, and lookups during jobs, on made-up data, compared with other programs that do the same. Run after a build:
//
//   npm run bench -- jobs                              250,000 rows against 1,000,000 owners
//   npm run bench -- jobs --quick                      20,000 against 100,000, for a look
//   npm run bench -- jobs --rows 50000 --owners 200000
//   npm run bench -- jobs --rounds 5                   medians of that many jobs (default 5)
//
// Files are made once and kept in node_modules/.cache/skiptrace-bench, where the peers are installed too.
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OWNER_HEADER } from '../made-up.mjs';
import { operate } from '../support/server-process.mjs';
import { percentile } from '../support/statistics.mjs';
import { cache, inTurn, medianOf, printTable, secondsOf, sizesOf, withServers } from './support/harness.mjs';
import { accountKeys } from './support/lookups.mjs';
import { watchJobMemory } from './support/processes.mjs';
import { leadFile, ownerFile, JobClient, COLUMN_MAPPING } from './support/served-jobs.mjs';

/** 500 single lookups a minute and account: enough accounts for a probe every 20 ms, and for warming up. */
const ACCOUNTS = 20;
/** Time for lookups without a job at the same time, for comparison. */
const REST_MS = 4_000;

export async function run(args = []) {
  const { rows, owners, rounds } = sizesOf(args, {
    smoke: { rows: 1_000, owners: 5_000, rounds: 1 },
    quick: { rows: 20_000, owners: 100_000, rounds: 1 },
    full: { rows: 250_000, owners: 1_000_000, rounds: 5 },
  });
  const duckDb = installDuckDb();
  const files = { owners: await ownerFile(owners), leads: await leadFile(rows, owners) };
  console.log(`${rows} rows, ${owners} owners, ${rounds} rounds; ${describeMachine()}`);
  await withServers(async ({ folder, start }) => {
    const csv = await timeCsvReading(files.leads, rounds);
    const dataDir = path.join(folder, 'data');
    const shellSeconds = await importWithSqlite(files.owners, folder);
    const importSeconds = await secondsOf(() => operate(dataDir, 'owners', 'import', files.owners));
    const accounts = await accountKeys(dataDir, ACCOUNTS);
    const startHere = () => start(dataDir, { logLevel: 'error' });
    const target = path.join(folder, 'joined.csv');
    const join = () => joinWithDuckDb(duckDb, { ...files, target });
    const jobs = await timeJobs(await startHere(), { accounts, leads: files.leads, rounds, join });
    const kill = await timeKill(startHere, { apiKey: accounts[0], leads: files.leads, undisturbed: jobs });
    print({ rows, csv, shellSeconds, importSeconds, jobs, kill });
  });
}

/** DuckDB and a job take turns; then single lookups run before and beside another job. */
async function timeJobs(server, { accounts, leads, rounds, join }) {
  const stopWatching = watchJobMemory(server.pid);
  const client = new JobClient(server.url, accounts[0]);
  /** @returns the answers of lookups, and the periods without a job and with one */
  const lookUpBeside = async () => {
    const stop = await startProbe(server.url, accounts.slice(1));
    const from = Date.now();
    await sleep(REST_MS);
    const resting = [from, Date.now()];
    const { worked } = await client.whole(leads);
    return { answers: await stop(), resting, worked };
  };
  const { joins, jobs, probes } = await inTurn(
    { joins: settled(join), jobs: settled(() => client.whole(leads)), probes: lookUpBeside },
    rounds,
  );
  await server.end();
  const answers = probes.flatMap((probe) => probe.answers);
  const waits = (spans) =>
    answers.filter(({ at }) => spans.some(([from, to]) => at >= from && at < to)).map(({ ms }) => ms);
  return {
    seconds: medianOf(jobs, 'seconds'),
    matchSeconds: medianOf(jobs, 'matchSeconds'),
    enrichSeconds: medianOf(jobs, 'enrichSeconds'),
    matchedRows: jobs[0].matchedRows,
    sha256: jobs[0].sha256,
    peakMb: stopWatching(),
    duckDbSeconds: medianOf(joins, 'seconds'),
    beside: waits(probes.flatMap((probe) => probe.worked)),
    resting: waits(probes.map((probe) => probe.resting)),
  };
}

/** Starts lookups in a separate process. @returns a function that stops them and returns all results */
async function startProbe(url, apiKeys) {
  const child = fork(path.join(import.meta.dirname, 'support', 'probe-process.mjs'));
  child.send({ url, apiKeys });
  await once(child, 'message');
  return async () => {
    child.send('stop');
    const [answers] = await once(child, 'message');
    return answers;
  };
}

/** kill -9 in the middle of matching, then a new process: seconds from its ready line to the preview. */
async function timeKill(start, { apiKey, leads, undisturbed }) {
  const first = await start();
  const jobId = await new JobClient(first.url, apiKey).upload(leads);
  await sleep((undisturbed.matchSeconds * 1000) / 2);
  await first.end('SIGKILL');
  const client = new JobClient((await start()).url, apiKey);
  const { seconds } = await client.preview(jobId);
  await client.confirm(jobId);
  return { previewSeconds: seconds, same: (await client.digest(jobId)) === undisturbed.sha256 };
}

function print({ rows, csv, shellSeconds, importSeconds, jobs, kill }) {
  const job = `match ${s(jobs.matchSeconds)} + enrich ${s(jobs.enrichSeconds)}`;
  const p99 = (waits) => percentile(waits, 0.99);
  const row = (what, show, ours, other) => [what, show(ours), show(other), (ours / other).toFixed(2)];
  printTable([
    ['what', 'ours', 'other', 'ratio'],
    row(`job: ${job}, DuckDB join`, s, jobs.seconds, jobs.duckDbSeconds),
    row(
      `p99 of ${jobs.beside.length} lookups beside it, without a job`,
      ms,
      p99(jobs.beside),
      p99(jobs.resting),
    ),
    row('csv, csv-parse events', ms, csv.readerMs, csv.csvParseMs),
    row('import, sqlite3 .import', s, importSeconds, shellSeconds),
    ['peak memory of a job process', `${jobs.peakMb} MB`, '', ''],
    ['preview after kill -9 and restart', s(kill.previewSeconds), '', ''],
  ]);
  console.log(`${jobs.matchedRows} of ${rows} rows matched; after the kill the same file: ${kill.same}`);
}

/** Waits first until all written data is on the disk, because a job would wait for earlier writes as well. */
const settled = (measure) => () => {
  spawnSync('sync');
  return measure();
};

function describeMachine() {
  const { version } = JSON.parse(readFileSync(path.join(cache, '../../csv-parse/package.json'), 'utf8'));
  const load = os.loadavg()[0].toFixed(1);
  return `Node ${process.versions.node}, DuckDB ${DUCKDB_VERSION}, csv-parse ${version}, ${os.availableParallelism()} cores, load ${load}`;
}

const s = (seconds) => `${seconds.toFixed(2)} s`;
const ms = (milliseconds) => `${milliseconds.toFixed(1)} ms`;

// Other programs that do the same work: DuckDB, sqlite3's shell, csv-parse. DuckDB is installed into its own folder, not among the
// project's dependencies.
const DUCKDB = '@duckdb/node-api';
const DUCKDB_VERSION = '1.5.6-r.1';

/** Installs DuckDB once. @returns the folder that holds its node_modules */
function installDuckDb() {
  const peers = path.join(cache, 'peers');
  if (existsSync(path.join(peers, 'node_modules', DUCKDB))) return peers;
  mkdirSync(peers, { recursive: true });
  writeFileSync(path.join(peers, 'package.json'), '{"private":true}\n');
  const install = ['install', '--no-audit', '--no-fund', '--silent', `${DUCKDB}@${DUCKDB_VERSION}`];
  const { status } = spawnSync('npm', install, { cwd: peers, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${DUCKDB} could not be installed`);
  return peers;
}

/** DuckDB reads both files, joins them on a ready-made key and writes the result, in a process of its own. */
async function joinWithDuckDb(peers, { owners, leads, target }) {
  const columns = OWNER_HEADER.slice(5).map((name) => `o."${name}"`);
  const csv = (file) => `read_csv('${file}', header = true, all_varchar = true, quote = '"', escape = '"')`;
  const sql =
    `COPY (SELECT l.*, ${columns.join(', ')} FROM ${csv(leads)} l LEFT JOIN ${csv(owners)} o ON l.Key = o.owner_id)` +
    ` TO '${target}' (HEADER)`;
  const program = `
    import { createRequire } from 'node:module';
    const { DuckDBInstance } = createRequire(${JSON.stringify(`${peers}/package.json`)})(${JSON.stringify(DUCKDB)});
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const from = performance.now();
    await connection.run(${JSON.stringify(sql)});
    console.log((performance.now() - from) / 1000);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program]);
  return { seconds: Number(output) };
}

/** Seconds in which the sqlite3 shell imports and indexes the same file; NaN if there is no shell. */
async function importWithSqlite(owners, folder) {
  if (spawnSync('sqlite3', ['--version']).status !== 0) return NaN;
  const input = `.import --csv ${owners} owners\nCREATE INDEX by_address ON owners (property_zip, property_address);\n`;
  return secondsOf(() => execFileSync('sqlite3', [path.join(folder, 'shell.sqlite')], { input }));
}

const requireFromCsv = createRequire(path.resolve(import.meta.dirname, '../../packages/csv/package.json'));

const CHUNK_BYTES = 64 * 1024;

const MAPPED = Object.values(COLUMN_MAPPING);

/** Median milliseconds of @skiptrace/csv and csv-parse's events, in turn, decoding the mapped columns. @throws Error when they read the file differently */
async function timeCsvReading(file, rounds) {
  const { CsvReader } = await import('@skiptrace/csv');
  const { parse } = requireFromCsv('csv-parse');
  const chunks = [];
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) chunks.push(chunk);
  const timing = (read) => async () => {
    const from = performance.now();
    const seen = await read();
    return { ms: performance.now() - from, seen: JSON.stringify(seen) };
  };
  const { reader, csvParse } = await inTurn(
    {
      reader: timing(() => readWithReader(CsvReader, chunks)),
      csvParse: timing(() => readWithCsvParse(parse, chunks)),
    },
    rounds,
  );
  if (reader[0].seen !== csvParse[0].seen) throw new Error('the two disagree');
  return { readerMs: medianOf(reader, 'ms'), csvParseMs: medianOf(csvParse, 'ms') };
}

function readWithReader(CsvReader, chunks) {
  const reader = new CsvReader({ mappedHeaders: MAPPED });
  const seen = { rows: 0, letters: 0 };
  const take = (records) => {
    for (const { blank, values } of records) {
      if (blank) continue;
      seen.rows += 1;
      seen.letters += values[0].length;
    }
  };
  for (const chunk of chunks) take(reader.push(chunk));
  take(reader.end());
  return seen;
}

function readWithCsvParse(parse, chunks) {
  return new Promise((resolve, reject) => {
    const parser = parse({ bom: true, relax_column_count: true });
    const seen = { rows: 0, letters: 0 };
    let column = -1;
    parser.on('readable', () => {
      for (let record = parser.read(); record !== null; record = parser.read()) {
        if (column === -1) column = record.indexOf(MAPPED[0]);
        else {
          seen.rows += 1;
          seen.letters += record[column].length;
        }
      }
    });
    parser.on('error', reject);
    parser.on('end', () => resolve(seen));
    for (const chunk of chunks) parser.write(chunk);
    parser.end();
  });
}
