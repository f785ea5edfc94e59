import { Command, Option } from 'commander';
import { systemClock } from '../clock.js';
import { MAX_PORT, readConfig, type ConfigFlags, type Role } from '../config.js';
import type { RunningApp } from '../http/app.js';
import { Metrics, serveMetrics, type MetricsServer } from '../http/metrics/index.js';
import { randomIds } from '../ids.js';
import { createLogger } from '../logger.js';
import { openService } from '../service.js';
import { command, type CommonOptions } from './command.js';
import { holdWorkerLock } from './worker-lock.js';
import { startHousekeeping } from './housekeeping.js';
import { wholeNumber, type Io } from './io.js';

interface StartOptions extends CommonOptions {
  port?: number;
  host?: string;
  role: Role;
  sandbox?: boolean;
}

export const startCommand = (io: Io): Command =>
  command('start', 'run the server until it is told to stop')
    .option(
      '--port <port>',
      'port to listen on; 0 picks a free one (or PORT; default 3000)',
      wholeNumber('--port', 0, MAX_PORT),
    )
    .option('--host <address>', 'address to listen on (or HOST; default 127.0.0.1)')
    .addOption(
      new Option('--role <role>', 'what this process does').choices(['all', 'api', 'worker']).default('all'),
    )
    .option('--sandbox', 'add the made-up owners at the documented sandbox addresses')
    .action((options: StartOptions) => start(io, options));

async function start(io: Io, options: StartOptions): Promise<void> {
  const config = readConfig(io.env, flagsOf(options));
  const logger = createLogger(config.logLevel);
  const service = await openService(config, { clock: systemClock, ids: randomIds, logger });
  let app: RunningApp | undefined;
  let metricsServer: MetricsServer | undefined;
  const metrics = config.metrics === null ? null : new Metrics(service);
  let releaseLock: (() => Promise<void>) | undefined;
  try {
    const works = config.role !== 'api';
    if (works) releaseLock = await holdWorkerLock(config.dataDir);
    if (config.sandbox) await service.loadSandbox();
    // A worker alone answers nobody: whether there is a sandbox is for the process that does.
    else if (config.role !== 'worker') await service.unloadSandbox();
    if (config.role !== 'worker') {
      // Only here: the other commands start faster without Swagger.
      const { startApp } = await import('../http/app.js');
      app = await startApp(service, config, { metrics });
      service.listensAt(app.url);
    }
    if (metrics !== null && config.metrics !== null) {
      metricsServer = await serveMetrics(metrics, service, config.metrics);
    }
    const housekeeping = startHousekeeping(service);
    if (works) await service.startWorker();
    ready(io, options, { url: app?.url ?? null, metricsUrl: metricsServer?.url });
    await io.stopRequested;
    logger.info('stopping: running requests finish, a job in work is left restartable');
    housekeeping.stop();
    await app?.close();
  } finally {
    await metricsServer?.close();
    await service.close();
    await releaseLock?.();
  }
}

const flagsOf = ({ port, host, dataDir, role, sandbox }: StartOptions): ConfigFlags => ({
  ...(port === undefined ? {} : { port }),
  ...(host === undefined ? {} : { host }),
  ...(dataDir === undefined ? {} : { dataDir }),
  role,
  sandbox: sandbox ?? false,
});

interface Addresses {
  /** Null for a worker, which has none. */
  url: string | null;
  metricsUrl: string | undefined;
}

/** One line when it serves: scripts wait for it. */
function ready(io: Io, { json }: CommonOptions, { url, metricsUrl }: Addresses): void {
  const metrics = metricsUrl === undefined ? {} : { metricsUrl };
  const event = { event: 'ready', url, pid: process.pid, ...metrics };
  const lines = [
    `Serving at ${url ?? 'no address (worker)'}`,
    ...(metricsUrl === undefined ? [] : [`Metrics at ${metricsUrl}`]),
  ];
  io.out(json === true ? `${JSON.stringify(event)}\n` : `${lines.join('\n')}\n`);
}
