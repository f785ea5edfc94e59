// The machines of a cluster, each a process or two: PostgreSQL behind a wire that can be cut, API servers with clocks that
// differ, and workers. A server that is started again has its old address.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, startPostgres } from '../../support/postgres.mjs';
import { startServer, useSettings } from '../../support/server-process.mjs';
import { startProxy, through } from '../../support/tcp-proxy.mjs';

const MINUTE_MS = 60_000;
/** Clock errors of the API servers and then the workers; the first is right. */
const CLOCK_OFFSETS_MS = [0, 5 * MINUTE_MS, -5 * MINUTE_MS, 2 * MINUTE_MS, -2 * MINUTE_MS];
const shiftedClock = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs')).href;

class Machine {
  /** @type {Awaited<ReturnType<typeof startServer>> | undefined} */
  #running;

  constructor(name, role, start) {
    this.name = name;
    this.role = role;
    this.#start = start;
  }

  #start;

  /** @throws Error before `start` */
  get running() {
    if (this.#running === undefined) throw new Error(`${this.name} has not been started`);
    return this.#running;
  }

  get url() {
    return this.running.url;
  }

  async start() {
    this.#running = await this.#start();
  }

  /** @param {NodeJS.Signals} signal */
  async end(signal = 'SIGTERM') {
    await this.#running?.end(signal);
  }

  /** Suspends it, like a machine that is migrated or starved. */
  suspend() {
    process.kill(this.running.pid, 'SIGSTOP');
  }

  goOn() {
    process.kill(this.running.pid, 'SIGCONT');
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
  const endpoint = storage?.searchParams.get('endpoint');
  const bucketWire = endpoint ? await startBucketWire(endpoint) : null;
  if (bucketWire !== null) storage?.searchParams.set('endpoint', bucketWire.url);
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

const BODY =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
const BUSY = Buffer.from(
  `HTTP/1.1 503 Slow Down\r\nContent-Type: application/xml\r\nContent-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY}`,
);

/**
 * Proxy between servers and their S3, which can then be busy or hang.
 * @param {string} endpoint where the S3 listens, on this machine. Signatures are over the Host header, which passes unchanged.
 * @returns `fail` makes it answer 503 to everything (`busy`), or take requests and never answer (`hang`), until `mend`
 */
async function startBucketWire(endpoint) {
  let isBusy = false;
  const proxy = await startProxy(Number(new URL(endpoint).port), {
    onRequest: (bytes, answer) => {
      if (!isBusy) return bytes;
      answer(BUSY);
      return null;
    },
  });
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    fail: (how) => {
      if (how === 'hang') proxy.hang();
      else isBusy = true;
    },
    mend: () => {
      isBusy = false;
      proxy.goOn();
    },
    close: () => proxy.close(),
  };
}
