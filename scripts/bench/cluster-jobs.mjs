// A CSV job on PostgreSQL beside the same job on SQLite, and with two workers beside one. Run after a build:
//
//   npm run bench -- cluster-jobs                   250,000 rows against 1,000,000 owners, three rounds
//   npm run bench -- cluster-jobs --quick           20,000 against 100,000, one round
//
// Files are in a local folder that all share. PostgreSQL is the one of the tests, with fsync, on the same machine. Workers of
// the second comparison have a core each, where the system can say so (taskset).
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../support/postgres.mjs';
import { createAccounts, operate, startServer, useSettings } from '../support/server-process.mjs';
import { cache, inTurn, medianOf, sizesOf } from './support/harness.mjs';
import { leadFile, ownerFile, JobClient } from './support/served-jobs.mjs';

const BALANCE_CENTS = 1_000_000_000;

export async function run(args = []) {
  const { rows, owners, rounds } = sizesOf(args, {
    smoke: { rows: 1_000, owners: 5_000, rounds: 1 },
    quick: { rows: 20_000, owners: 100_000, rounds: 1 },
    full: { rows: 250_000, owners: 1_000_000, rounds: 3 },
  });
  const files = { owners: await ownerFile(owners), leads: await leadFile(rows, owners) };
  const postgres = await startPostgres();
  const running = [];
  try {
    await postgres.createDatabase('bench');
    const start = async (dataDir, role, core) => {
      const server = await startServer(dataDir, { flags: ['--role', role], logLevel: 'error' });
      running.push(server);
      if (core !== undefined) pin(server.pid, core);
      return server;
    };
    const places = {
      sqlite: path.join(cache, 'cluster-sqlite'),
      postgres: path.join(cache, 'cluster-postgres'),
    };
    const clients = {};
    for (const [name, dataDir] of Object.entries(places)) {
      rmSync(dataDir, { recursive: true, force: true });
      mkdirSync(dataDir);
      if (name === 'postgres') useSettings(dataDir, { DATABASE_URL: postgres.urlOf('bench') });
      const imported = await operate(dataDir, 'owners', 'import', files.owners);
      console.log(`${name}: imported ${imported.import?.records ?? owners} owners`);
      const [{ apiKey }] = await createAccounts(dataDir, [BALANCE_CENTS]);
      clients[name] = async (server) => await new JobClient(server.url, apiKey).whole(files.leads);
    }
    const whole = {
      sqlite: await start(places.sqlite, 'all'),
      postgres: await start(places.postgres, 'all'),
    };
    const both = {
      sqlite: () => clients.sqlite(whole.sqlite),
      postgres: () => clients.postgres(whole.postgres),
    };
    const [sqlite, onPostgres] = Object.values(await measured(both, rounds));
    report('PostgreSQL to SQLite', onPostgres, sqlite, 'must 2.5, aim 1.5');
    await Promise.all(running.splice(0).map(({ end }) => end()));

    const api = await start(places.postgres, 'api');
    await start(places.postgres, 'worker', 0);
    const { one } = await measured({ one: () => clients.postgres(api) }, rounds);
    await start(places.postgres, 'worker', 1);
    const { two } = await measured({ two: () => clients.postgres(api) }, rounds);
    report('two workers to one', two, one, 'must 0.65, aim 0.55');
    const digests = [sqlite, onPostgres, one, two].flat().map(({ sha256 }) => sha256);
    console.log(`the same bytes in all ${digests.length} results: ${new Set(digests).size === 1}`);
  } finally {
    await Promise.all(running.map(({ end }) => end()));
    await postgres.stop();
  }
}

/** Keeps a process, and the processes it starts from now on, on one core. */
function pin(pid, core) {
  const { status } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
  if (status !== 0) console.log('taskset is not there: workers share the cores');
}

/** Samples of that many rounds, after one that warms up; of one round alone, its own. */
async function measured(contenders, rounds) {
  if (rounds > 1) await inTurn(contenders, 1);
  return inTurn(contenders, rounds);
}

function report(what, these, those, goal) {
  const [a, b] = [these, those].map((all) => medianOf(all, 'seconds'));
  console.log(`${what}: ${a.toFixed(2)} s to ${b.toFixed(2)} s, ${(a / b).toFixed(2)} x (${goal})`);
}
