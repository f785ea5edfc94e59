import { setTimeout as pause } from 'node:timers/promises';
import { MS_PER_SECOND } from '../../platform/clock.js';
import type { ConfigFlags } from '../../platform/config.js';
import { forgetListening, noteListening } from '../../platform/data-directory.js';
import { randomIds } from '../../platform/ids.js';
import { errorCode } from '../../platform/lib/error-code.js';
import type { HeldLock } from '../../platform/lib/locks.js';
import { createLogger, standardErrorBehind } from '../../platform/logger.js';
import type { RunningApp } from '../http/app.js';
import type { Metrics, MetricsServer } from '../http/metrics.js';
import { noteSettings } from '../service/notes.js';
import { openService } from '../service/open-service.js';
import type { Service } from '../service/service.js';
import { configOf } from './command.js';
import { startHousekeeping } from './housekeeping.js';
import type { Io } from './io.js';
import { holdWorkerLock, joinServers, settleSandbox } from './locks.js';

const LOOK_EVERY_MS = 15 * MS_PER_SECOND;

/**
 * Logs why files can't be read and written, once when the fault begins and once when it ends. Failures in between are logged
 * with their code only.
 */
export function watchStorage(
  { storageFault, logger }: Pick<Service, 'storageFault' | 'logger'>,
  everyMs = LOOK_EVERY_MS,
): { stop(): void } {
  let isFailing = false;
  const look = async () => {
    const fault = await storageFault();
    if (isFailing === (fault !== null)) return;
    isFailing = fault !== null;
    if (fault === null) logger.warn('the file storage can be reached again');
    else logger.error({ fault }, 'the file storage fails: jobs wait, lookups go on');
  };
  void look();
  const timer = setInterval(() => void look(), everyMs);
  return { stop: () => clearInterval(timer) };
}

/** URLs of a server. */
export interface Addresses {
  /** Null for a worker, which serves no HTTP. */
  url: string | null;
  metricsUrl: string | undefined;
}

/** Runs the server until it gets a signal to stop. `ready` is called once it serves. */
export async function serve(
  io: Io,
  { acceptMissing, ...flags }: ConfigFlags & { acceptMissing: boolean },
  ready: (addresses: Addresses, service: Service) => Promise<void>,
): Promise<void> {
  const stopRequested = io.stopRequested();
  const config = configOf(io, flags);
  const out = standardErrorBehind();
  const logger = createLogger(config.logLevel, out);
  if (config.role !== 'worker') {
    const { requireFreePort } = await import('../http/listener/listener.js');
    await requireFreePort(config.host, config.port);
  }
  const service = await openService(config, { ids: randomIds, logger });
  let app: RunningApp | undefined;
  let metricsServer: MetricsServer | undefined;
  const metrics = config.metrics === null ? null : await openMetrics(service);
  // On PostgreSQL, any number of servers may run, and they have no data directory.
  const hasDataDirectory = config.database.engine === 'sqlite';
  let serverLock: HeldLock | undefined;
  let workerLock: HeldLock | undefined;
  let storageWatch: { stop(): void } | undefined;
  let leaveSandbox: (() => Promise<void>) | undefined;
  try {
    serverLock = await joinServers(service);
    await service.suppressions.settleRestored(acceptMissing, () => service.erasures.again());
    // A change of the suppression list that a kill left without its effect, before anything is served.
    await service.screening.catchUp();
    const works = config.role !== 'api';
    if (works && service.engine.isForOneWorker) {
      workerLock = await holdWorkerLock(service.locks);
    }
    // A worker alone answers no lookups; the API process decides about the sandbox.
    if (config.sandbox || config.role !== 'worker') leaveSandbox = await settleSandbox(service);
    if (config.role !== 'worker') {
      // Imported here because a worker starts faster without it.
      const { startApp } = await import('../http/app.js');
      app = await startApp(service, config, { metrics });
      service.listensAt(app.url);
      if (hasDataDirectory) await noteListening(config.dataDir, app.url);
    }
    if (metrics !== null && config.metrics !== null) {
      const { serveMetrics } = await import('../http/metrics.js');
      metricsServer = await serveMetrics(metrics, service, config.metrics);
    }
    // A full disk doesn't keep a server from starting.
    await noteSettings(service.notes, config, service.engine.signingSecret).catch((error: unknown) => {
      logger.warn({ code: errorCode(error) }, 'commands will not know the settings of this server');
    });
    const housekeeping = startHousekeeping(service);
    storageWatch = watchStorage(service);
    // A stop also ends the wait for a worker that has not started yet.
    const working = works ? service.startWorker() : Promise.resolve();
    const isReady = await Promise.race([working.then(() => true), stopRequested.then(() => false)]);
    if (isReady) await ready({ url: app?.url ?? null, metricsUrl: metricsServer?.url }, service);
    await stopRequested;
    logger.info('stopping: running requests finish first; jobs in progress resume at the next start');
    await housekeeping.stop();
    service.leave();
    if (app !== undefined) await pause(config.drainSeconds * MS_PER_SECOND);
    await app?.close();
    if (app !== undefined && hasDataDirectory) await forgetListening(config.dataDir);
  } finally {
    storageWatch?.stop();
    await metricsServer?.close();
    await service.close();
    await leaveSandbox?.();
    await serverLock?.release();
    await workerLock?.release();
    await out.close();
  }
}

async function openMetrics(service: Service): Promise<Metrics> {
  const { Metrics } = await import('../http/metrics.js');
  return new Metrics(service);
}
