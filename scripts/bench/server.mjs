// Cost of a durable, charged lookup beside a bare Nest app that answers a constant. Run after a build:
//
//   npm run bench -- server                   1, 16 and 64 connections, five rounds; about three minutes
//   npm run bench -- server --quick           64 connections, three short rounds
//
// The real binary runs on a data directory of its own with 20,000 made-up owners; every request has an account's key
// in turn, so that none comes near a limit, and four of five addresses match, so that no account nears the daily cap. The
// apps take turns in every round; ratios are of medians. Processor time a request, of all
// threads, is shown beside them because it holds on a machine that others load too. Any answer but 200 ends the run.
//
// Half load is half of what the app itself did at 64 connections, for both apps: what the bare one shows then is what
// the machine and the loader, who shares it, do to any latency. Before anything is measured each app is loaded until
// its code is compiled: in its first seconds a lookup takes a third more processor time.
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../support/server-process.mjs';
import {
  BULK_SIZE,
  closedLoop,
  madeUpRequests,
  openLoop,
  prepare,
  startBareApp,
} from './support/lookups.mjs';
import { median } from '../support/statistics.mjs';
import { processorMs } from './support/processes.mjs';
import { sizesOf } from './support/report.mjs';

const WARM_UP_CONNECTIONS = 64;

export async function run(args = []) {
  const { connections, rounds, ms, warmUpMs } = sizesOf(args, {
    smoke: { connections: [64], rounds: 1, ms: 200, warmUpMs: 200 },
    quick: { connections: [64], rounds: 3, ms: 1_500, warmUpMs: 5_000 },
    full: { connections: [1, 16, 64], rounds: 5, ms: 3_000, warmUpMs: 5_000 },
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-bench-'));
  const running = [];
  try {
    const keys = await prepare(folder);
    const log = openSync(path.join(folder, 'server.log'), 'w');
    const server = await startServer(folder, { log, logLevel: 'info' });
    running.push(server);
    const bare = await startBareApp();
    running.push(bare);
    const requests = madeUpRequests(keys);
    for (const [name, url] of Object.entries({ bare: bare.url, single: server.url, bulk: server.url })) {
      await closedLoop(url, requests[name], { connections: WARM_UP_CONNECTIONS, ms: warmUpMs });
    }
    /** @type {any} */
    let row;
    for (const count of connections) {
      row = await compare(count, { bare, server, requests, rounds, ms });
      report(row);
    }
    await atHalfLoad(row, { bare, server, requests, rounds, ms });
  } finally {
    await Promise.all(running.map(({ end }) => end()));
    await rm(folder, { recursive: true, force: true });
  }
}

/** Medians of interleaved rounds. */
async function compare(connections, { bare, server, requests, rounds, ms }) {
  const samples = { bare: [], single: [], bulk: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { url, pid }] of [
      ['bare', bare],
      ['single', server],
      ['bulk', server],
    ]) {
      const before = processorMs(pid);
      const sample = await closedLoop(url, requests[name], { connections, ms });
      const usedMs = processorMs(pid) - before;
      samples[name].push({ ...sample, processorUs: (usedMs * 1000) / (sample.perSecond * sample.seconds) });
    }
  }
  const medians = (all) =>
    Object.fromEntries(
      ['perSecond', 'p50', 'p99', 'processorUs'].map((name) => [name, median(all.map((one) => one[name]))]),
    );
  return {
    connections,
    bare: medians(samples.bare),
    single: medians(samples.single),
    bulk: medians(samples.bulk),
  };
}

/** Prints medians of interleaved rounds, at half of the requests a second that each app reached. */
async function atHalfLoad(row, { bare, server, requests, rounds, ms }) {
  const samples = { bare: [], single: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { url }] of [
      ['bare', bare],
      ['single', server],
    ]) {
      const perSecond = row[name].perSecond / 2;
      samples[name].push(
        await openLoop(url, requests[name], { connections: row.connections, perSecond, ms }),
      );
    }
  }
  for (const [name, all] of Object.entries(samples)) {
    const [p50, p99] = ['p50', 'p99'].map((part) => median(all.map((sample) => sample[part])));
    const half = (row[name].perSecond / 2).toFixed(0);
    console.log(`${name} at half load, ${half}/s: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  }
}

function report({ connections, bare, single, bulk }) {
  const line = (name, { perSecond, p50, p99, processorUs }, ratio) =>
    console.log(
      `${String(connections).padStart(3)} connections  ${name.padEnd(9)} ${perSecond.toFixed(0).padStart(6)}/s` +
        `  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  processor ${processorUs.toFixed(0)} µs  ${ratio}`,
    );
  const addresses = (bulk.perSecond * BULK_SIZE) / single.perSecond;
  line('bare', bare, '');
  line('single', single, `${(single.perSecond / bare.perSecond).toFixed(2)} of bare`);
  line('bulk', bulk, `${addresses.toFixed(1)} × the addresses of single`);
}
