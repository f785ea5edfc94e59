// Cost of a durable, charged lookup beside a bare Nest app that answers a constant. Run after a build:
//
//   npm run bench -- server                   1, 16 and 64 connections, five rounds; about three minutes
//   npm run bench -- server --quick           64 connections, three short rounds
//
// The real binary runs on a data directory of its own with 20,000 made-up owners. The apps take turns in every round; ratios are
// of medians. Processor time a request, of all threads, is shown beside them because it holds on a machine that others load too.
//
// Half load is half of what the app itself did at 64 connections, for both apps: what the bare one shows then is what
// the machine and the loader, who shares it, do to any latency. Before anything is measured each app is loaded until
// its code is compiled: in its first seconds a lookup takes a third more processor time.
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../support/server-process.mjs';
import { inTurn, medianOf, sizesOf } from './support/harness.mjs';
import { BULK_SIZE, load, madeUpRequests, prepare, startBareApp } from './support/lookups.mjs';

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
    const { single, bulk } = madeUpRequests(await prepare(folder));
    const log = openSync(path.join(folder, 'server.log'), 'w');
    const server = await startServer(folder, { log, logLevel: 'info' });
    running.push(server);
    const bare = await startBareApp();
    running.push(bare);
    const contenders = { bare: [bare, single], single: [server, single], bulk: [server, bulk] };
    const loading = (options) =>
      Object.fromEntries(
        Object.entries(contenders).map(([name, [app, next]]) => [
          name,
          () => load([app], next, options(name)),
        ]),
      );
    await inTurn(
      loading(() => ({ connections: WARM_UP_CONNECTIONS, ms: warmUpMs })),
      1,
    );
    let samples = {};
    for (const count of connections) {
      samples = await inTurn(
        loading(() => ({ connections: count, ms })),
        rounds,
      );
      report(count, samples);
    }
    const rates = Object.fromEntries(
      Object.keys(contenders).map((name) => [name, medianOf(samples[name], 'perSecond') / 2]),
    );
    const last = connections.at(-1) ?? WARM_UP_CONNECTIONS;
    const { bulk: _, ...half } = loading((name) => ({ connections: last, ms, perSecond: rates[name] }));
    for (const [name, all] of Object.entries(await inTurn(half, rounds)))
      console.log(
        `${name} at half load, ${rates[name].toFixed(0)}/s: p50 ${medianOf(all, 'p50').toFixed(1)} ms, p99 ${medianOf(all, 'p99').toFixed(1)} ms`,
      );
  } finally {
    await Promise.all(running.map(({ end }) => end()));
    await rm(folder, { recursive: true, force: true });
  }
}

function report(connections, samples) {
  const of = (name, figure) => medianOf(samples[name], figure);
  const rate = (name) => of(name, 'perSecond');
  const ratios = {
    bare: '',
    single: `${(rate('single') / rate('bare')).toFixed(2)} of bare`,
    bulk: `${((rate('bulk') * BULK_SIZE) / rate('single')).toFixed(1)} × the addresses of single`,
  };
  for (const [name, ratio] of Object.entries(ratios))
    console.log(
      `${String(connections).padStart(3)} connections  ${name.padEnd(9)} ${rate(name).toFixed(0).padStart(6)}/s` +
        `  p50 ${of(name, 'p50').toFixed(2)} ms  p99 ${of(name, 'p99').toFixed(2)} ms  processor ${of(name, 'processorUs').toFixed(0)} µs  ${ratio}`,
    );
}
