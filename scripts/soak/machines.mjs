// The machines of a soak, each a process or two: one server on any database; or a cluster of PostgreSQL, API servers and
// workers. A server that is started again has its old address.
import path from 'node:path';
import { freePort } from '../support/free-port.mjs';
import { startPostgres } from '../support/postgres.mjs';
import { startServer, useSettings } from '../support/server-process.mjs';

/** A process that can be started again; `options` as startServer takes them. */
async function machineOf(dataDir, role, options = {}) {
  const port = role === 'worker' ? null : await freePort();
  const flags = ['--role', role, ...(port === null ? [] : ['--sandbox', '--port', String(port)])];
  let running;
  return {
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

/**
 * @typedef {Awaited<ReturnType<typeof machineOf>>} Machine
 * @param {{ dataDir: string, servers: Machine[], workers?: Machine[], postgres?: Awaited<ReturnType<typeof startPostgres>> }} parts
 */
function clusterOf({ dataDir, servers, workers = [], postgres }) {
  const all = [...servers, ...workers];
  return {
    dataDir,
    servers,
    workers,
    postgres,
    start: async () => void (await Promise.all(all.map((one) => one.start()))),
    end: async () => {
      await Promise.all(all.map((one) => one.end()));
      await postgres?.stop();
    },
  };
}

/** One server that does everything, with the settings of its data directory (useSettings). */
export async function oneServer(dataDir) {
  return clusterOf({ dataDir, servers: [await machineOf(dataDir, 'all')] });
}

/** `DRAIN_SECONDS` is longer than the balancer takes to notice. */
const IN_A_CLUSTER = { more: { JOBS_PRIORITY: 'normal', DRAIN_SECONDS: '1' } };

/**
 * @param {{ folder: string, apis?: number, workers?: number, bucket?: Record<string, string> | null }} options
 *   `bucket`: STORAGE_URL and the credentials for it; without it all machines share a folder
 * @returns nothing of it runs before `start`, except PostgreSQL; operator commands on `dataDir` reach the database directly
 */
export async function makeCluster({ folder, apis = 3, workers = 2, bucket = null }) {
  const postgres = await startPostgres();
  const dataDir = path.join(folder, 'data');
  useSettings(dataDir, { ...bucket, DATABASE_URL: postgres.url });
  const machines = (count, role) =>
    Promise.all(Array.from({ length: count }, () => machineOf(dataDir, role, IN_A_CLUSTER)));
  return clusterOf({
    dataDir,
    servers: await machines(apis, 'api'),
    workers: await machines(workers, 'worker'),
    postgres,
  });
}
