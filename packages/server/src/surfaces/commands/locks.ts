// The locks that a server holds for its life.
import { MS_PER_SECOND } from '../../platform/clock.js';
import { ConfigError } from '../../platform/config.js';
import { errorCode } from '../../platform/lib/error-code.js';
import type { HeldLock, LockEvent, LockName, Locks } from '../../platform/lib/locks.js';
import type { Logger } from '../../platform/logger.js';
import type { Service } from '../service/service.js';

const SENTENCES: Readonly<Record<LockEvent, string>> = {
  lost: 'a lock is lost with its connection to the database, and is being taken again',
  taken: 'others took a lock while it was lost; it is taken again once they release it',
  held: 'a lock that was lost is held again',
};

/** Logs when a held lock is lost with its connection, and when it is acquired again. */
export const logLock =
  (logger: Logger, lock: LockName) =>
  (event: LockEvent): void =>
    logger.warn({ lock, event }, SENTENCES[event]);

/** Takes the shared lock of servers; a move takes it exclusively. @throws ConfigError */
export async function joinServers(service: Service): Promise<HeldLock> {
  const lock = await service.locks.hold('server', 'shared', { onChange: logLock(service.logger, 'server') });
  if (lock === null)
    throw new ConfigError(
      'This service is being moved ("skiptrace-server move"). Start it when that is done.',
    );
  service.join(lock);
  return lock;
}

/** Another worker runs on the data directory. */
class WorkerRunningError extends Error {
  readonly code = 'worker_running';

  constructor(where: string) {
    super(
      `Another skiptrace-server is working on ${where}. Stop it, start this one with --role api, or name another folder with --data-dir.`,
    );
  }
}

/**
 * Holds the data directory for one worker. A PostgreSQL database allows any number of workers.
 * @throws WorkerRunningError
 */
export async function holdWorkerLock(locks: Locks): Promise<HeldLock> {
  const lock = await locks.hold('worker', 'exclusive');
  if (lock === null) throw new WorkerRunningError(locks.where);
  return lock;
}

/** Lock timeout; removing the sandbox takes less time. */
const PATIENCE_MS = 30 * MS_PER_SECOND;

/**
 * Adds the sandbox's owners with `--sandbox` and removes them without it. They stay while another process of the same data
 * directory or database runs with `--sandbox`, because all processes share one directory of owners.
 * @returns function that ends this process's use of the sandbox
 */
export async function settleSandbox(service: Service): Promise<() => Promise<void>> {
  const { locks, config, logger } = service;
  const log = logLock(logger, 'sandbox');
  if (config.sandbox) {
    const lock = await locks.hold('sandbox', 'shared', {
      patienceMs: PATIENCE_MS,
      onChange: (event) => {
        log(event);
        // While the lock was lost, a process without a sandbox may have removed the owners.
        if (event === 'held') void reload(service);
      },
    });
    if (lock === null) {
      throw new Error(
        `Another process on ${locks.where} is removing the sandbox and has not ended after ${PATIENCE_MS / MS_PER_SECOND} seconds. Try again.`,
      );
    }
    await service.loadSandbox();
    return () => lock.release();
  }
  const lock = await locks.hold('sandbox', 'exclusive', { onChange: log });
  if (lock === null) {
    logger.warn(`the sandbox stays on: another process on ${locks.where} runs with --sandbox`);
    return () => Promise.resolve();
  }
  try {
    await service.unloadSandbox();
  } finally {
    await lock.release();
  }
  return () => Promise.resolve();
}

const reload = (service: Service): Promise<void> =>
  service.loadSandbox().catch((error: unknown) => {
    service.logger.error(
      { code: errorCode(error) },
      'the sandbox may lack its owners: restart this server to load them',
    );
  });
