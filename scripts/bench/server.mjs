// Cost of a durable, charged lookup beside a bare Nest app that answers a constant. Run after a build:
//
//   npm run bench -- server                   1, 16 and 64 connections, five rounds; about four minutes
//   npm run bench -- server --quick           64 connections, three short rounds
//   npm run bench -- server --slow-fsync 2    the same where each fsync takes 2 ms longer (Linux, and a C compiler)
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
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '../support/server-process.mjs';
import { closedLoop, openLoop } from './server/load.mjs';
import { BULK_SIZE, madeUpRequests, prepare, processorMs, startBareApp } from './server/lookups.mjs';
import { slowFsync } from './server/slow-fsync.mjs';
import { median } from './support/median.mjs';

const WARM_UP_MS = 5_000;
const WARM_UP_CONNECTIONS = 64;

export async function run(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      'slow-fsync': { type: 'string' },
    },
  });
  const { connections, rounds, ms } = values.smoke
    ? { connections: [64], rounds: 1, ms: 200 }
    : values.quick
      ? { connections: [64], rounds: 3, ms: 1_500 }
      : { connections: [1, 16, 64], rounds: 5, ms: 3_000 };
  const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-bench-'));
  const running = [];
  try {
    const keys = await prepare(folder);
    const log = openSync(path.join(folder, 'server.log'), 'w');
    const slowMs = values['slow-fsync'];
    const more = slowMs === undefined ? {} : slowFsync(Number(slowMs));
    const server = await startServer(folder, { log, logLevel: 'info', more });
    running.push(server);
    const bare = await startBareApp();
    running.push(bare);
    const requests = madeUpRequests(keys);
    for (const [name, url] of Object.entries({ bare: bare.url, single: server.url, bulk: server.url })) {
      await closedLoop(url, requests[name], {
        connections: WARM_UP_CONNECTIONS,
        ms: values.smoke ? 200 : WARM_UP_MS,
      });
    }
    const rows = [];
    for (const count of connections) {
      rows.push(await compare(count, { bare, server, requests, rounds, ms }));
      report(rows.at(-1));
    }
    const calm = await atHalfLoad(rows.at(-1), { bare, server, requests, rounds, ms });
    const peakMB = await peakMemoryMB(server.pid);
    if (peakMB !== null) console.log(`server: peak memory ${peakMB.toFixed(0)} MB`);
    return { rows, calm, peakMB };
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
      const before = await processorMs(pid);
      const sample = await closedLoop(url, requests[name], { connections, ms });
      const usedMs = (await processorMs(pid)) - before;
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

/** Medians of interleaved rounds, at half of the requests a second that each app reached. */
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
  return Object.fromEntries(
    Object.entries(samples).map(([name, all]) => {
      const [p50, p99] = ['p50', 'p99'].map((part) => median(all.map((sample) => sample[part])));
      const half = (row[name].perSecond / 2).toFixed(0);
      console.log(`${name} at half load, ${half}/s: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
      return [name, { p50, p99 }];
    }),
  );
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

/** The high-water mark of resident memory, if the system reports it (Linux). */
async function peakMemoryMB(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1000;
}
