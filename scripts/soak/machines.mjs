// The machines of a soak, each a process or two: one server on any database; or a cluster of PostgreSQL behind a wire that can be
// cut, API servers with clocks that differ, and workers. A server that is started again has its old address.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../support/free-port.mjs';
import { startPostgres } from '../support/postgres.mjs';
import { startServer, useSettings } from '../support/server-process.mjs';
import { startProxy, through } from '../support/tcp-proxy.mjs';

const MINUTE_MS = 60_000;
/** Clock errors of the API servers and then the workers; the first is right. */
const CLOCK_OFFSETS_MS = [0, 5 * MINUTE_MS, -5 * MINUTE_MS, 2 * MINUTE_MS, -2 * MINUTE_MS];
const shiftedClock = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs')).href;

/** A process that can be started again; `options` as startServer takes them. */
async function machineOf(dataDir, name, role, options) {
  const port = role === 'worker' ? null : await freePort();
  const flags = ['--role', role, ...(port === null ? [] : ['--sandbox', '--port', String(port)])];
  let running;
  return {
    name,
    role,
    url: `http://127.0.0.1:${port}`,
    start: async () => {
      running = await startServer(dataDir, { flags, log: 'ignore', ...options });
    },
    /** @param {NodeJS.Signals} signal */
    end: async (signal = 'SIGTERM') => running?.end(signal),
    /** Suspends it with SIGSTOP, like a machine that is migrated or starved, or resumes it with SIGCONT. */
    signal: (signal) => process.kill(running.pid, signal),
  };
}

const clusterOf = (dataDir, servers, workers, ends, more) => {
  const all = [...servers, ...workers];
  return {
    dataDir,
    servers,
    workers,
    start: async () => void (await Promise.all(all.map((one) => one.start()))),
    end: async () => {
      await Promise.all(all.map((one) => one.end()));
      for (const end of ends) await end();
    },
    ...more,
  };
};

/** One server that does everything, with the settings of its data directory (useSettings). */
export async function oneServer(dataDir) {
  return clusterOf(dataDir, [await machineOf(dataDir, 'the server', 'all', {})], [], [], {});
}

/**
 * @param {{ folder: string, apis?: number, workers?: number, bucket?: Record<string, string> | null }} options
 *   `bucket`: STORAGE_URL and the credentials for it; without it all machines share a folder
 * @returns nothing of it runs before `start`, except PostgreSQL; operator commands on `dataDir` reach the database directly
 */
export async function makeCluster({ folder, apis = 3, workers = 2, bucket = null }) {
  const postgres = await startPostgres();
  const wire = await startProxy(postgres.port);
  const dataDir = path.join(folder, 'data');
  useSettings(dataDir, { ...bucket, DATABASE_URL: postgres.url });
  const names = [
    ...Array.from({ length: apis }, (_, nth) => ({ name: `api ${nth + 1}`, role: 'api' })),
    ...Array.from({ length: workers }, (_, nth) => ({ name: `worker ${nth + 1}`, role: 'worker' })),
  ];
  const machines = await Promise.all(
    names.map(({ name, role }, nth) => {
      const more = {
        DATABASE_URL: through(wire, postgres.url),
        JOBS_PRIORITY: 'normal',
        // Longer than the balancer takes to notice.
        DRAIN_SECONDS: '1',
        NODE_OPTIONS: `--import=${shiftedClock}`,
        CLOCK_OFFSET_MS: String(CLOCK_OFFSETS_MS[nth % CLOCK_OFFSETS_MS.length]),
      };
      return machineOf(dataDir, name, role, { more });
    }),
  );
  const ends = [() => wire.close(), () => postgres.stop()];
  return clusterOf(dataDir, machines.slice(0, apis), machines.slice(apis), ends, { postgres, wire });
}
