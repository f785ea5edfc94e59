import { MS_PER_SECOND } from '../clock.js';
import { errorCode } from '../lib/error-code.js';
import type { Service } from '../service/service.js';
import { logLock } from './log-lock.js';

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
