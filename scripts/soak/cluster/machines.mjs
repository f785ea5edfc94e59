// The machines of a cluster, each a process or two: PostgreSQL behind a wire that can be cut, API servers with clocks that
// differ, and workers. A server that is started again has its old address.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../support/free-port.mjs';
import { startPostgres } from '../../support/postgres.mjs';
import { startServer, useSettings } from '../../support/server-process.mjs';
import { startProxy, through } from '../../support/tcp-proxy.mjs';
import { Agent, createServer, request } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

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

// The least that a balancer does: asks each server whether it is ready, and gives requests to those that are, one after the
// other. What was sent to a server that then ends is not sent again: that is the client's to decide.

const ASKED_EVERY_MS = 200;

/** @param {string[]} urls base URLs of the servers */
export async function startBalancer(urls) {
  const servers = urls.map((url) => ({ url, isReady: false }));
  const agent = new Agent({ keepAlive: true });
  let next = 0;
  let isClosing = false;

  const ask = async (server) => {
    const answer = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    server.isReady = answer?.status === 200;
  };
  const asking = (async () => {
    while (!isClosing) {
      await Promise.all(servers.map(ask));
      await sleep(ASKED_EVERY_MS);
    }
  })();

  const choices = () => {
    next += 1;
    const turned = servers.map((_, nth) => servers[(next + nth) % servers.length]);
    return turned.filter(({ isReady }) => isReady);
  };

  /**
   * @param {import('node:http').IncomingMessage} incoming
   * @param {import('node:http').ServerResponse} response
   * @param {{ url: string, isReady: boolean }[]} candidates
   */
  function pass(incoming, response, candidates) {
    const [server, ...others] = candidates;
    if (server === undefined) {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('no server is ready');
      return;
    }
    const { method, url: path, headers } = incoming;
    const { hostname, port } = new URL(server.url);
    const sent = request({ hostname, port, method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    let isSent = false;
    const send = () => {
      isSent = true;
      incoming.pipe(sent);
    };
    sent.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    sent.on('error', () => {
      if (!isSent) {
        // No server listens there any more.
        server.isReady = false;
        pass(incoming, response, others);
      } else if (response.headersSent) response.destroy();
      else response.writeHead(502, { 'content-type': 'text/plain' }).end('the server went away');
    });
    response.on('close', () => sent.destroy());
  }

  const balancer = createServer((incoming, response) => pass(incoming, response, choices()));
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (balancer.address());
  return {
    url: `http://127.0.0.1:${port}`,
    /** Waits until it has seen all servers ready. */
    untilAllReady: async () => {
      while (servers.some(({ isReady }) => !isReady)) await sleep(50);
    },
    close: async () => {
      isClosing = true;
      await asking;
      const closed = once(balancer, 'close');
      balancer.close();
      balancer.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
