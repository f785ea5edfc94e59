// The machines of a cluster, each a process or two: PostgreSQL behind a wire that can be cut, API servers with clocks that
// differ, and workers. A server that is started again has its old address.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, startPostgres } from '../../support/postgres.mjs';
import { startServer, useSettings } from '../../support/server-process.mjs';
import { startProxy, through } from '../../support/tcp-proxy.mjs';
import { startBucketWire } from './bucket-wire.mjs';

const MINUTE_MS = 60_000;
/** Clock errors of the API servers and then the workers; the first is right. */
const CLOCK_OFFSETS_MS = [0, 5 * MINUTE_MS, -5 * MINUTE_MS, 2 * MINUTE_MS, -2 * MINUTE_MS];
const shiftedClock = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs')).href;

class Machine {
  #running = null;

  constructor(name, role, start) {
    this.name = name;
    this.role = role;
    this.#start = start;
  }

  #start;

  get url() {
    return this.#running.url;
  }

  get pid() {
    return this.#running.pid;
  }

  async start() {
    this.#running = await this.#start();
  }

  async end(signal = 'SIGTERM') {
    await this.#running?.end(signal);
  }

  /** Suspends it, like a machine that is migrated or starved. */
  suspend() {
    process.kill(this.pid, 'SIGSTOP');
  }

  goOn() {
    process.kill(this.pid, 'SIGCONT');
  }
}

/**
 * @param {{ folder: string, apis?: number, workers?: number, bucket?: Record<string, string> | null,
 *   log?: number | 'ignore' | 'inherit' }} options `bucket`: STORAGE_URL with its endpoint, and the credentials for it; without
 *   it all machines share a folder
 * @returns nothing of it runs before `start`, except PostgreSQL; operator commands on `dataDir` reach the database directly
 */
export async function makeCluster({ folder, apis = 3, workers = 2, bucket = null, log = 'ignore' }) {
  const postgres = await startPostgres();
  const wire = await startProxy(postgres.port);
  const dataDir = path.join(folder, 'data');
  useSettings(dataDir, { ...bucket, DATABASE_URL: postgres.url });
  const storage = bucket === null ? null : new URL(bucket.STORAGE_URL);
  const bucketWire = storage === null ? null : await startBucketWire(storage.searchParams.get('endpoint'));
  storage?.searchParams.set('endpoint', bucketWire.url);
  const environment = (nth) => ({
    DATABASE_URL: through(wire, postgres.url),
    ...(storage !== null && { STORAGE_URL: storage.href }),
    JOBS_PRIORITY: 'normal',
    // Longer than the balancer takes to notice.
    DRAIN_SECONDS: '1',
    NODE_OPTIONS: `--import=${shiftedClock}`,
    CLOCK_OFFSET_MS: String(CLOCK_OFFSETS_MS[nth % CLOCK_OFFSETS_MS.length]),
  });
  const ports = await Promise.all(Array.from({ length: apis }, freePort));
  const machine = (name, role, nth, flags) =>
    new Machine(name, role, () =>
      startServer(dataDir, {
        flags: ['--role', role, ...flags],
        logLevel: 'info',
        log,
        more: environment(nth),
      }),
    );
  const servers = ports.map((port, nth) =>
    machine(`api ${nth + 1}`, 'api', nth, ['--sandbox', '--port', String(port)]),
  );
  const working = Array.from({ length: workers }, (_, nth) =>
    machine(`worker ${nth + 1}`, 'worker', apis + nth, []),
  );
  const all = [...servers, ...working];
  const ends = [() => wire.close(), () => bucketWire?.close(), () => postgres.stop()];
  return {
    dataDir,
    postgres,
    wire,
    bucketWire,
    servers,
    workers: working,
    all,
    start: async () => {
      await Promise.all(all.map((one) => one.start()));
    },
    end: async () => {
      await Promise.all(all.map((one) => one.end()));
      for (const end of ends) await end();
    },
  };
}
