// Growth with the number of owners: import and lookups in directories of several sizes. Run after a build:
//
//   npm run bench -- directories                               1,000,000 and 10,000,000 owners: five minutes, and a few to make the files
//   npm run bench -- directories --small 100000 --large 300000
//   npm run bench -- directories --rounds 5                    medians of that many rounds, in which both take turns
//
// Files are made once and kept in node_modules/.cache/skiptrace-bench: 7 GB for ten million owners.
import { statSync } from 'node:fs';
import path from 'node:path';
import { operate } from '../support/server-process.mjs';
import { inTurn, medianOf, printTable, secondsOf, sizesOf, withServers } from './support/harness.mjs';
import { accountKeys, BULK_SIZE, load, madeUpRequests, spread } from './support/lookups.mjs';
import { ownerFile } from './support/served-jobs.mjs';

const ACCOUNTS = 40;
const LOOKUPS = 20_000;
/** One request at a time, by which the directory is asked as often as it can answer. */
const LOAD = { connections: 1, ms: 3_000 };

export async function run(args = []) {
  const { small, large, rounds } = sizesOf(args, {
    smoke: { small: 2_000, large: 5_000, rounds: 1 },
    full: { small: 1_000_000, large: 10_000_000, rounds: 3 },
  });
  await withServers(async ({ folder, start }) => {
    const directories = [];
    for (const owners of [small, large]) {
      const dataDir = path.join(folder, String(owners));
      const file = await ownerFile(owners);
      const importSeconds = await secondsOf(() => operate(dataDir, 'owners', 'import', file));
      const { bulk } = madeUpRequests(await accountKeys(dataDir, ACCOUNTS), spread(owners, LOOKUPS));
      const megabytes = Math.round(statSync(path.join(dataDir, 'owners.sqlite')).size / 1e6);
      const loaded = async () => {
        const server = await start(dataDir, { logLevel: 'error' });
        const found = await load([server], bulk, LOAD);
        await server.end();
        return found;
      };
      directories.push({ owners, importSeconds, megabytes, loaded });
    }
    const contenders = directories.map(({ owners, loaded }) => [owners, loaded]);
    const samples = await inTurn(Object.fromEntries(contenders), rounds);
    const rateOf = (owners) => BULK_SIZE * medianOf(samples[owners], 'perSecond');
    printTable([
      ['owners', 'MB', 'import', 'µs an owner', 'lookups a second by bulk', 'ratio'],
      ...directories.map(({ owners, megabytes, importSeconds }) => [
        String(owners),
        String(megabytes),
        `${importSeconds.toFixed(1)} s`,
        ((importSeconds * 1e6) / owners).toFixed(1),
        rateOf(owners).toFixed(0),
        (rateOf(owners) / rateOf(small)).toFixed(2),
      ]),
    ]);
  });
}
