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
import path from 'node:path';
import { sizesOf, withServers } from './support/harness.mjs';
import { BULK_SIZE, loadInTurn, prepare, startBareApp } from './support/lookups.mjs';

const MOST = 64;

export async function run(args = []) {
  const { connections, rounds, ms, warmUpMs } = sizesOf(args, {
    smoke: { connections: [MOST], rounds: 1, ms: 200, warmUpMs: 200 },
    quick: { connections: [MOST], rounds: 3, ms: 1_500, warmUpMs: 5_000 },
    full: { connections: [1, 16, MOST], rounds: 5, ms: 3_000, warmUpMs: 5_000 },
  });
  await withServers(async ({ folder, start, atEnd }) => {
    const dataDir = path.join(folder, 'data');
    const { single, bulk } = await prepare(dataDir, folder);
    const server = await start(dataDir, { logLevel: 'info' });
    const bare = await startBareApp();
    atEnd(bare.end);
    const singles = { bare: { servers: [bare], next: single }, single: { servers: [server], next: single } };
    const all = { ...singles, bulk: { servers: [server], next: bulk } };
    console.log('Warming up:');
    await loadInTurn(all, 1, () => ({ connections: MOST, ms: warmUpMs }));
    let found = {};
    for (const count of connections) {
      console.log(`${count} connections:`);
      found = await loadInTurn(all, rounds, () => ({ connections: count, ms }));
      console.log(
        `single ${(found.single.perSecond / found.bare.perSecond).toFixed(2)} of the rate of bare, ` +
          `${(found.single.processorUs / found.bare.processorUs).toFixed(2)} × its processor time; ` +
          `bulk ${((found.bulk.perSecond * BULK_SIZE) / found.single.perSecond).toFixed(1)} × the addresses of single`,
      );
    }
    console.log('Half load:');
    await loadInTurn(singles, rounds, (name) => ({
      connections: MOST,
      ms,
      perSecond: found[name].perSecond / 2,
    }));
  });
}
