// A CSV job on PostgreSQL beside the same job on SQLite, and with two workers beside one. Run after a build:
//
//   npm run bench -- cluster-jobs                   250,000 rows against 1,000,000 owners, three rounds
//   npm run bench -- cluster-jobs --quick           20,000 against 100,000, one round
//
// Files are in a local folder that all share. PostgreSQL is the one of the tests, with fsync, on the same machine. Workers of
// the second comparison have a core each, where the system can say so (taskset).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { startPostgres } from '../support/postgres.mjs';
import { operate, useSettings } from '../support/server-process.mjs';
import { inTurn, medianOf, sizesOf, withServers } from './support/harness.mjs';
import { accountKeys } from './support/lookups.mjs';
import { leadFile, ownerFile, JobClient } from './support/served-jobs.mjs';

export async function run(args = []) {
  const { rows, owners, rounds } = sizesOf(args, {
    smoke: { rows: 1_000, owners: 5_000, rounds: 1 },
    quick: { rows: 20_000, owners: 100_000, rounds: 1 },
    full: { rows: 250_000, owners: 1_000_000, rounds: 3 },
  });
  const [ownersFile, leads] = [await ownerFile(owners), await leadFile(rows, owners)];
  await withServers(async ({ folder, start, atEnd }) => {
    const postgres = await startPostgres();
    atEnd(postgres.stop);
    const places = { sqlite: path.join(folder, 'sqlite'), postgres: path.join(folder, 'postgres') };
    useSettings(places.postgres, { DATABASE_URL: postgres.url });
    const keys = {};
    for (const [name, dataDir] of Object.entries(places)) {
      await operate(dataDir, 'owners', 'import', ownersFile);
      [keys[name]] = await accountKeys(dataDir, 1);
    }
    const startAs = (name, role) => start(places[name], { flags: ['--role', role], logLevel: 'error' });
    const jobOn = (name, server) => () => new JobClient(server.url, keys[name]).whole(leads);
    const all = { sqlite: await startAs('sqlite', 'all'), postgres: await startAs('postgres', 'all') };
    const both = { sqlite: jobOn('sqlite', all.sqlite), postgres: jobOn('postgres', all.postgres) };
    const engines = await measured(both, rounds);
    report('PostgreSQL to SQLite', engines.postgres, engines.sqlite);
    await Promise.all(Object.values(all).map(({ end }) => end()));

    const api = await startAs('postgres', 'api');
    pin(await startAs('postgres', 'worker'), 0);
    const { one } = await measured({ one: jobOn('postgres', api) }, rounds);
    pin(await startAs('postgres', 'worker'), 1);
    const { two } = await measured({ two: jobOn('postgres', api) }, rounds);
    report('two workers to one', two, one);
    const digests = [...engines.sqlite, ...engines.postgres, ...one, ...two].map(({ sha256 }) => sha256);
    console.log(`the same bytes in all ${digests.length} results: ${new Set(digests).size === 1}`);
  });
}

/** Keeps a process, and the processes it starts from now on, on one core. */
function pin({ pid }, core) {
  const { status } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
  if (status !== 0) console.log('taskset is not there: workers share the cores');
}

/** Samples of that many rounds, after one that warms up; of one round alone, its own. */
async function measured(contenders, rounds) {
  if (rounds > 1) await inTurn(contenders, 1);
  return inTurn(contenders, rounds);
}

function report(what, these, those) {
  const [a, b] = [these, those].map((all) => medianOf(all, 'seconds'));
  console.log(`${what}: ${a.toFixed(2)} s to ${b.toFixed(2)} s, ${(a / b).toFixed(2)} ×`);
}
